"""Commands and queries over the store; every change is a command."""
