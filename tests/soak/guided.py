"""Coverage-guided fuzzing of one reader: ``python -m tests.soak.guided KIND SECONDS FOLDER SEED``. Needs atheris.

It ends at the first input that breaks a promise, which is then in FOLDER as ``crash-...``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["engine", "tutor"]):
    from tests.soak import checks

from tests.soak.garbage import ODD, WORDS, corpus


def main(kind: str, seconds: str, folder: str, seed: str) -> None:
    here = Path(folder)
    seeds = here / "seeds"
    seeds.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(corpus(kind)):
        (seeds / f"good-{number}").write_bytes(data)
    words = [word.encode("ascii", "ignore") for word in (*WORDS, *ODD) if len(word) < 60]
    spelled = ["".join(f"\\x{byte:02x}" for byte in word) for word in words if word]
    (here / "words").write_text("".join(f'"{word}"\n' for word in spelled))
    options = [
        f"-max_total_time={seconds}",
        f"-seed={seed}",
        "-max_len=6000",
        "-timeout=30",
        "-rss_limit_mb=2048",
        f"-artifact_prefix={here}/",
        f"-dict={here / 'words'}",
        "-print_final_stats=1",
        "-verbosity=1",
    ]
    atheris.Setup([sys.argv[0], *options, str(seeds)], lambda data: checks.check(kind, data) and None)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
