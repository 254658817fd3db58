"""Tests of the built-in rules."""
