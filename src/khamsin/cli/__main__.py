"""`python -m khamsin.cli`, the same as `khamsin`."""

import sys

from . import main

sys.exit(main())
