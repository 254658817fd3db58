"""The outside world behind the engine's ports: folders, keys, model servers."""
