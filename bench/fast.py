"""`make fast`: compiles the rules of the engine in place with mypyc, for whoever plays games by the thousand.

What was compiled is used instead of the source beside it until `make fast-clean` takes it away: clean before you change a rule.
Left as it is: whatever only reads or writes text, the cards among it, and what another game makes its own of (verdicts). At the
end it says what it has brought.
"""

import json
import subprocess
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup

ENGINE = Path("engine/mystic_wood")
HOT = [Path("engine") / f"{name}.py" for name in ("chance", "events")]
HOT += [ENGINE / "material" / f"{name}.py" for name in ("ledger", "wood")]
HOT += [ENGINE / "position" / f"{name}.py" for name in ("table", "words", "whereabouts", "messages", "draft", "views")]
HOT += sorted(path for path in (ENGINE / "rules").glob("*.py") if path.name != "__init__.py")
HOT += [ENGINE / "play" / f"{name}.py" for name in ("state", "routing", "bots")]

setup(
    name="mystic-wood-fast",
    packages=[],
    ext_modules=mypycify(["--ignore-missing-imports", *map(str, HOT)], opt_level="1", debug_level="0", multi_file=True),
    script_args=["--quiet", "build_ext", "--inplace"],
)

from bench.run import Row, shown  # noqa: E402 - it imports the engine, which has been compiled by now

steps = [
    subprocess.run([sys.executable, "-m", "bench.steps", kind], check=True, stdout=subprocess.PIPE, text=True).stdout
    for kind in ("source", "compiled")
]
print(shown([Row(*json.loads(line)) for lines in zip(*map(str.splitlines, steps), strict=True) for line in lines]))
