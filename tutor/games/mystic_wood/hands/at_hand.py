"""Actions one may want to ask about in a situation: those allowed, and those about whoever and whatever is at hand."""

from __future__ import annotations

from engine import mystic_wood as mw


def candidates(state: mw.State, who: str = "") -> list[str]:
    """Actions one may want to ask about here: those allowed, and those about whoever and whatever is at hand.

    ``who`` is whom they are asked of where that is not whoever decides now; what is allowed now is then not his.
    """
    asker = state.to_move or state.turn
    who = who or asker
    legal = state.actions() if who == asker else []
    found = dict.fromkeys(a for a in legal if mw.parse_action(a).verb not in ("roll", "reveal", "draw"))
    knight = state.knight(who)
    area = state.area(knight.at)
    helpers = [c for c in knight.companions if c in ("prince", "princess", "sage")]
    more: list[str] = [f"move {way}" for way in ("north", "east", "south", "west")]
    more += ["stay", "withdraw"] + [f"meet {d}" for d in area.denizens] + [f"take {t}" for t in area.things]
    more += [f"meet {d} with {h}" for d in area.denizens for h in helpers]
    others = [k.id for k in state.knights if k.id != who and not k.out]
    more += [f"joust {k}" for k in others if state.knight(k).at == knight.at]
    more += [f"aid {k}" for k in others if state.knight(k).fighting]
    more += [f"release {k}" for k in others if state.knight(k).imprisoned or state.knight(k).captured]
    more += [f"drop {t}" for t in knight.things] + [f"leave {c}" for c in knight.companions]
    if area.has_inside and not knight.inside:
        more.append("go in")
    more += ["leave"] if knight.at == state.wood.enchanted_gate else []
    return list(dict.fromkeys((*found, *more)))
