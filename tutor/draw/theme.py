"""What the colour names of a scene look like by day, by night, and on paper out of a photocopier.

Words stand out from what is behind them by at least 4.5 to 1 in every theme; a test measures it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

ThemeName: TypeAlias = Literal["light", "dark", "paper"]

# fmt: off
_LIGHT = {
    "board": "#f3ecda", "board-ink": "#2b2318", "shadow": "#16200f",
    # the Earthly Wood
    "turf": "#7f9f4f", "leaf1": "#3c6a2a", "leaf2": "#528235", "leaf3": "#6b9a3d", "leaf4": "#86ae4a",
    "earthly-edge": "#2d4c1e", "earthly-back": "#557938", "earthly-back-leaf": "#41632a",
    # the Enchanted Wood
    "moss": "#6fa3a0", "fae1": "#26617a", "fae2": "#2f8087", "fae3": "#3f9a94", "fae4": "#5c82ba", "fae5": "#8f79bd",
    "enchanted-edge": "#163d4e", "enchanted-back": "#3b6c83", "enchanted-back-leaf": "#28536a", "tower-edge": "#474450",
    # paths
    "sand": "#e4ca91", "rim": "#a98345", "clearing": "#f0e1b8", "bark": "#573a20", "bark-light": "#94693f", "footprint": "#432a14",
    # buildings and water
    "stone": "#8b8a95", "stone-light": "#b5b4be", "stone-edge": "#3b3944", "chalk": "#fffdf4", "roof": "#a04d35", "night": "#1d1b28",
    "lake": "#83c2dc", "lake-deep": "#4289b0", "gold": "#f1c244", "violet": "#6a4a9c", "crimson": "#b5202d", "crimson-soft": "#d9705f",
    "azure": "#2a57a3", "rose": "#d03a64",
    # tokens
    "plate": "#fffaee", "plate-edge": "#a07b3b", "ink": "#231b10", "badge": "#1c2a20", "badge-ink": "#fdf8e6",
    "strength": "#a8442a", "prowess": "#6a4a9c", "both": "#93112f", "approach": "#1d6d67", "disc-ink": "#ffffff", "disc-edge": "#fffaee",
    "nameplate": "#2a211a", "nameplate-ink": "#fff7e3", "nameplate-edge": "#8d7550", "shield-line": "#231b10",
    "tag": "#f8edcd", "tag-edge": "#7c6136", "tag-ink": "#2b2113",
    "storm": "#42526a", "storm-edge": "#1f2938", "storm-ink": "#ffffff", "rain": "#d5e6f4",
    # what is drawn over it
    "glow": "#ffe25e", "glow-edge": "#463000", "point": "#0b57a4", "point-ink": "#ffffff", "refused": "#b3141e", "refused-ink": "#ffffff", "casing": "#fffdf4",
    # hand and dice
    "panel": "#fbf5e4", "panel-ink": "#2b2318", "panel-edge": "#c4b084",
    "die": "#fffdf6", "die-light": "#ffffff", "die-edge": "#6b5a3c", "die-pip": "#2b1d12",
}

_DARK = _LIGHT | {
    "board": "#11171a", "board-ink": "#efe6cf", "shadow": "#000000",
    "turf": "#2b4020", "leaf1": "#1a3519", "leaf2": "#264a22", "leaf3": "#335d2a", "leaf4": "#446f34",
    "earthly-edge": "#0d1a0a", "earthly-back": "#22391a", "earthly-back-leaf": "#33522a",
    "moss": "#1d434c", "fae1": "#10303f", "fae2": "#184a55", "fae3": "#215c62", "fae4": "#304b83", "fae5": "#544180",
    "enchanted-edge": "#081a22", "enchanted-back": "#153342", "enchanted-back-leaf": "#25505f", "tower-edge": "#1d1b24",
    "sand": "#a9854d", "rim": "#513a1b", "clearing": "#bd9a5e", "bark": "#2e1d0e", "bark-light": "#6b4a2a", "footprint": "#2a1908",
    "stone": "#64636f", "stone-light": "#8a8995", "stone-edge": "#191820", "chalk": "#f1ead8", "roof": "#8a402c", "night": "#0d0c14",
    "lake": "#4f8fae", "lake-deep": "#2c6488", "gold": "#f3c64d", "violet": "#7657ad", "crimson": "#b92834", "crimson-soft": "#c9604f",
    "azure": "#3364b8",
    "plate": "#29231b", "plate-edge": "#a98f5e", "ink": "#f9f0dc", "badge": "#0c1210", "badge-ink": "#f6edd6",
    "strength": "#f0906f", "prowess": "#bda2f3", "both": "#ff8496", "approach": "#63cbbd", "disc-ink": "#15100a", "disc-edge": "#29231b",
    "nameplate": "#0f0c09", "nameplate-ink": "#fff4da", "nameplate-edge": "#8d7550", "shield-line": "#0f0c09",
    "tag": "#3b3223", "tag-edge": "#b59a66", "tag-ink": "#f9ebca",
    "storm": "#2b394e", "storm-edge": "#8ea6c4", "storm-ink": "#f2f7ff", "rain": "#a9c3dc",
    "glow": "#ffdf57", "glow-edge": "#2a1c00", "point": "#7cc4ff", "point-ink": "#081a2c", "refused": "#ff857d", "refused-ink": "#1d0002", "casing": "#0b0f10",
    "panel": "#1c2223", "panel-ink": "#efe6cf", "panel-edge": "#4d5a58",
    "die": "#ece3cc", "die-light": "#f8f1de", "die-edge": "#0f0c09",
}

#: Without colour: white paths through a light Earthly and a darker Enchanted Wood, and tokens in black and white.
_PAPER = {
    "board": "#ffffff", "board-ink": "#000000", "shadow": "#000000",
    "turf": "#d2d2d2", "leaf1": "#9c9c9c", "leaf2": "#acacac", "leaf3": "#b6b6b6", "leaf4": "#c2c2c2",
    "earthly-edge": "#4a4a4a", "earthly-back": "#e9e9e9", "earthly-back-leaf": "#d4d4d4",
    "moss": "#8c8c8c", "fae1": "#5c5c5c", "fae2": "#6a6a6a", "fae3": "#767676", "fae4": "#828282", "fae5": "#8e8e8e",
    "enchanted-edge": "#111111", "enchanted-back": "#b2b2b2", "enchanted-back-leaf": "#9a9a9a", "tower-edge": "#222222",
    "sand": "#ffffff", "rim": "#333333", "clearing": "#ffffff", "bark": "#333333", "bark-light": "#777777", "footprint": "#000000",
    "stone": "#a4a4a4", "stone-light": "#dcdcdc", "stone-edge": "#000000", "chalk": "#ffffff", "roof": "#606060", "night": "#000000",
    "lake": "#e4e4e4", "lake-deep": "#787878", "gold": "#c8c8c8", "violet": "#444444", "crimson": "#2a2a2a", "crimson-soft": "#787878",
    "azure": "#333333", "rose": "#555555",
    "plate": "#ffffff", "plate-edge": "#000000", "ink": "#000000", "badge": "#000000", "badge-ink": "#ffffff",
    "strength": "#3a3a3a", "prowess": "#3a3a3a", "both": "#000000", "approach": "#5a5a5a", "disc-ink": "#ffffff", "disc-edge": "#ffffff",
    "nameplate": "#000000", "nameplate-ink": "#ffffff", "nameplate-edge": "#ffffff", "shield-line": "#000000",
    "tag": "#ffffff", "tag-edge": "#000000", "tag-ink": "#000000",
    "storm": "#3a3a3a", "storm-edge": "#000000", "storm-ink": "#ffffff", "rain": "#ffffff",
    "glow": "#ffffff", "glow-edge": "#000000", "point": "#000000", "point-ink": "#ffffff", "refused": "#000000", "refused-ink": "#ffffff", "casing": "#ffffff",
    "panel": "#ffffff", "panel-ink": "#000000", "panel-edge": "#555555",
    "die": "#ffffff", "die-light": "#ffffff", "die-edge": "#000000", "die-pip": "#000000",
}
# fmt: on

THEMES: Mapping[ThemeName, Mapping[str, str]] = {"light": _LIGHT, "dark": _DARK, "paper": _PAPER}

#: The themes of screens.
SCREENS: tuple[ThemeName, ThemeName] = ("light", "dark")

SANS = "'Source Sans 3', 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif"
SERIF = "Georgia, 'Iowan Old Style', 'Palatino Linotype', 'Liberation Serif', serif"
#: How far below the middle of a line of type its base line lies, as a part of the size.
BASE = 0.35


def by_theme(scope: str, light: str, dark: str) -> str:
    """A style sheet that gives what ``scope`` selects these declarations by day and those by night: as the page around it says
    (JupyterLab, VS Code, our own), without one as the system does."""
    return (
        f"{scope}{{{light}}}@media (prefers-color-scheme:dark){{{scope}{{{dark}}}}}"
        f'[data-jp-theme-light="true"] {scope},.vscode-light {scope},.light {scope}{{{light}}}'
        f'[data-jp-theme-light="false"] {scope},.vscode-dark {scope},.dark {scope}{{{dark}}}'
    )


def colours_of(sheet: str, scope: str) -> str:
    """The colours that a style sheet names, ``var(--mw-sand)``, for what ``scope`` selects. KeyError for one there is not."""
    names = sorted(set(re.findall(r"var\(--mw-([\w-]+)", sheet)))
    light, dark = ("".join(f"--mw-{name}:{THEMES[theme][name]};" for name in names) for theme in SCREENS)
    return by_theme(scope, light, dark)
