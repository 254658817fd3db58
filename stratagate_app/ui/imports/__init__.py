"""Imports: what came in, what is being judged, and the way back."""
