"""A step of random play and a game of quest bots: of the "source", or of what `make fast` has "compiled"; printed as data."""

from __future__ import annotations

import json
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, SourceFileLoader


def source_first() -> None:
    """From now on a module is imported from its source, even where what was compiled of it lies beside."""
    finder = FileFinder.path_hook((SourceFileLoader, SOURCE_SUFFIXES), (ExtensionFileLoader, EXTENSION_SUFFIXES))
    sys.path_hooks.insert(0, finder)
    sys.path_importer_cache.clear()


if __name__ == "__main__":
    kind = sys.argv[1]
    if kind == "source":
        source_first()
    from bench.run import game_rows, step_rows  # now, since it imports the engine

    for row in [*step_rows(3.0), *game_rows(["quest"])]:
        print(json.dumps(row._replace(what=f"{row.what}, {kind}")))
