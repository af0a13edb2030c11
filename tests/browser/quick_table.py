"""The table at home, but the computer thinks two seconds about a hint and not six.

What is told, shown and followed is the same. In `test_site.py` it has all its time.
"""

from __future__ import annotations

import sys

from khamsin.table.advice import hints

hints.SECONDS = 2.0

if __name__ == "__main__":
    from khamsin.table.command import main  # everything else reads the number now

    sys.exit(main(sys.argv[1:]))
