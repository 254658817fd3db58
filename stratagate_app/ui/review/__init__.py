"""Review: what the program could not decide, a question at a time."""
