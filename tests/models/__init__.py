"""Tests of StrataGate Desktop."""
