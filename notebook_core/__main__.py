"""`python -m notebook_core`: the command line."""

import sys

from notebook_core.cli import main

sys.exit(main())
