"""`python -m khamsin.table`: a table on this computer, or with `serve` one for others."""

from __future__ import annotations

import sys

from .command import main

sys.exit(main())
