"""`make fast`: compiles the rules of the engine in place with mypyc, for whoever plays games by the thousand.

What was compiled is used instead of the source beside it until `make fast-clean` takes it away: clean before you change a rule.
Left as it is: whatever only reads or writes text, the cards among it, and what another game makes its own of (verdicts). At the
end it says what it has brought.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from mypyc.build import mypycify
from setuptools import setup
from setuptools.command.build_ext import build_ext

ENGINE = Path("engine/mystic_wood")
HOT = [Path("engine/chance/chance.py"), Path("engine/contract/events.py")]
HOT += [ENGINE / "material" / f"{name}.py" for name in ("ledger", "wood")]
HOT += [ENGINE / "position" / f"{name}.py" for name in ("table", "words", "whereabouts", "messages", "draft", "views")]
HOT += sorted(path for path in (ENGINE / "rules").glob("*.py") if path.name != "__init__.py")
HOT += [ENGINE / "play" / f"{name}.py" for name in ("state", "routing", "crown", "weighing", "bots")]


class Together(build_ext):  # type: ignore[misc]  # setuptools ships no types
    """Compiles the files side by side, one a processor: they are all of one extension, which by itself is done file by file."""

    def build_extensions(self) -> None:
        self.compiler.compile = self.compile_together
        super().build_extensions()

    def compile_together(
        self,
        sources: Any,
        output_dir: Any = None,
        macros: Any = None,
        include_dirs: Any = None,
        debug: Any = 0,
        extra_preargs: Any = None,
        extra_postargs: Any = None,
        depends: Any = None,
    ) -> list[str]:
        """In the place of the compiler's own ``compile``, which does the same one after the other."""
        cc = self.compiler
        macros, objects, after, options, build = cc._setup_compile(
            output_dir, macros, include_dirs, sources, depends, extra_postargs
        )
        arguments = cc._get_cc_args(options, debug, extra_preargs)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda each: cc._compile(each, *build[each], arguments, after, options), build))
        return list(objects)


setup(
    name="mystic-wood-fast",
    packages=[],
    ext_modules=mypycify(["--ignore-missing-imports", *map(str, HOT)], opt_level="1", debug_level="0", multi_file=True),
    cmdclass={"build_ext": Together},
    script_args=["--quiet", "build_ext", "--inplace"],
)
if "unmeasured" in sys.argv[1:]:  # as CI has it, which runs the cases instead
    sys.exit(0)


from bench.run import Row, shown  # noqa: E402 - it imports the engine, which has been compiled by now

steps = [
    subprocess.run([sys.executable, "-m", "bench.steps", kind], check=True, stdout=subprocess.PIPE, text=True).stdout
    for kind in ("source", "compiled")
]
print(shown([Row(*json.loads(line)) for lines in zip(*map(str.splitlines, steps), strict=True) for line in lines]))
