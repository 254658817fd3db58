"""From what is remembered to files: writers of events, sessions and the graph; no database."""
