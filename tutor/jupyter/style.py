"""How an exercise looks in a notebook: one style sheet (front/style.css), in the colours of whatever theme is on."""

from __future__ import annotations

from pathlib import Path

SHEET = Path(__file__).parent / "front" / "style.css"
#: For what is no widget of its own: the sheet as an element of the page.
STYLE = f"<style>\n{SHEET.read_text(encoding='utf-8')}</style>"
