"""`make fast`: compiles the rules of the engine in place with mypyc, for whoever plays games by the thousand.

What was compiled is used instead of the source beside it until `make fast-clean` takes it away: clean before you change a rule.
Left as they are: the material, whatever only reads or writes text, and the bots. At the end it says what it has brought.
"""

import json
import subprocess
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup

ENGINE = Path("engine/mystic_wood")
HOT = [Path("engine") / f"{name}.py" for name in ("events", "verdicts")]
HOT.append(ENGINE / "material" / "ledger.py")
HOT += [ENGINE / "position" / f"{name}.py" for name in ("table", "words", "whereabouts", "telling", "draft")]
HOT += sorted(path for path in (ENGINE / "rules").glob("*.py") if path.name != "__init__.py")
HOT.append(ENGINE / "play" / "state.py")

setup(
    name="mystic-wood-fast",
    packages=[],
    ext_modules=mypycify(["--ignore-missing-imports", *map(str, HOT)], opt_level="1", debug_level="0", multi_file=True),
    script_args=["--quiet", "build_ext", "--inplace"],
)

from run import Row, shown  # noqa: E402 - it imports the engine, which has been compiled by now

steps = [
    subprocess.run([sys.executable, "bench/steps.py", kind], check=True, stdout=subprocess.PIPE, text=True).stdout
    for kind in ("source", "compiled")
]
print(shown([Row(*json.loads(line)) for line in steps]))
