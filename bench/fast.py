"""`make fast`: compiles the rules of the engine in place with mypyc, for whoever plays games by the thousand.

What was compiled is used instead of the source beside it until `make fast-clean` takes it away: clean before you change a rule.
Left as they are: State and Position (a dataclass with slots that another is made from), whatever only reads or writes text,
and the bots.
"""

from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup

ENGINE = Path("engine/mystic_wood")
HOT = [ENGINE / "position" / f"{name}.py" for name in ("draft", "whereabouts", "words")]
HOT += sorted(path for path in (ENGINE / "rules").glob("*.py") if path.name != "__init__.py")

setup(
    name="mystic-wood-fast",
    packages=[],
    ext_modules=mypycify(["--ignore-missing-imports", *map(str, HOT)], opt_level="1", debug_level="0", multi_file=True),
    script_args=["--quiet", "build_ext", "--inplace"],
)
