"""Benchmarks: every speed that is promised, measured and printed; nothing is asserted."""
