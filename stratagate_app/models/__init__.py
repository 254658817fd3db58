"""Qt item models and view state: QtCore and QtGui only."""
