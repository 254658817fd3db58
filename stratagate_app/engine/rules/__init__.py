"""Pure functions, one subject a module; no I/O and no clock."""
