"""Ask: a question, every step to its answer, and what the answer used."""
