"""python -m stratagate_app.screens."""

import sys

from stratagate_app.screens.pictures import main

if __name__ == "__main__":
    sys.exit(main())
