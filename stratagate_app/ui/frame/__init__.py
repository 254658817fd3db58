"""Parts of the main window: top bar, navigation, status strip, import and undo."""
