"""Ports and the rule-based implementation of every port."""
