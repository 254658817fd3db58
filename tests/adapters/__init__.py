"""The outside world behind the ports: model servers and keys, over real connections."""
