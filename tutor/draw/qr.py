"""An address as a picture that a phone's camera reads."""

from __future__ import annotations

import io
from functools import lru_cache


@lru_cache(maxsize=64)
def qr_picture(address: str, grows: bool = False) -> str:
    """The address as a QR code, as SVG: 4 pixels a square, or as large as its place if it ``grows``."""
    import segno

    written = io.BytesIO()
    segno.make(address).save(written, kind="svg", scale=4, xmldecl=False, svgns=True, title=None, omitsize=grows)
    return written.getvalue().decode()


def qr_text(address: str) -> str:
    """The address as a QR code for a terminal."""
    import segno

    written = io.StringIO()
    segno.make(address).terminal(out=written, compact=True)
    return written.getvalue()
