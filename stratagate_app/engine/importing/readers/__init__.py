"""One module a file format; streaming."""
