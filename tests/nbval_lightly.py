"""nbval without what it does beside running notebooks: named to pytest before nbval itself (Makefile, `notebooks`).

Importing it takes a second, most of which goes into a grammar that nothing asks for; and it writes every message of a kernel out
in full for a log that nobody reads, which took a third of all its time.
"""

from __future__ import annotations

import sys

from tutor.lessons.building import spare_address_grammar

spare_address_grammar()

from nbval import kernel  # noqa: E402

if "pformat" not in vars(kernel):
    sys.exit("nbval no longer writes messages out by pformat: tests/nbval_lightly.py has nothing to do there any more")
kernel.pformat = lambda told: told  # what is logged is written out where somebody reads the log
