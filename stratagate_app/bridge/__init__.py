"""The only place where engine threads and the Qt thread meet."""
