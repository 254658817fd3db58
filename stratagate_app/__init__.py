"""StrataGate Desktop: sight of, and say over, what AI assistants remember."""
