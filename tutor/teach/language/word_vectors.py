"""The bytes of ``embeddings.bin``. A module of its own, imported when something is typed: a page of the site fetches it then."""

from __future__ import annotations

from pathlib import Path

FILE = Path(__file__).with_name("embeddings.bin")
DATA = FILE.read_bytes()
