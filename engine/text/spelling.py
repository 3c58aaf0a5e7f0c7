"""How far one spelling is from another. The only place that measures it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

#: Longest word, in characters, that is compared with the known ones; a longer one is like none of them.
LONGEST = 40


def closest(word: str, known: Sequence[str]) -> str | None:
    """The known word most like ``word``; None if none is like it.

    >>> closest("ork", ["elf", "orc"]), closest("unicorn", ["elf", "orc"])
    ('orc', None)
    """
    return next(iter(most_like(word, known)), None)


def most_like(word: str, known: Sequence[str], number: int = 1, least: float = 0.6) -> list[str]:
    """The known words most like ``word``, at most ``number``, the likest first: the one measure of spelling there is.

    ``least`` is how like they must be, from 0 (any word) to 1 (the same); a word of more than 40 letters is like none.

    >>> most_like("ork", ["elf", "orc", "fork"], number=2)
    ['fork', 'orc']
    """
    if len(word) > LONGEST:
        return []
    import difflib  # only where something is wrong

    return difflib.get_close_matches(word, known, number, least)


def slips(word: str, other: str, most: int) -> int:
    """How many slips lead from one word to the other: a letter left out, put in, changed, or two that stand side by side swapped.

    More than ``most`` are not counted to the end: the answer is then ``most + 1``.

    >>> slips("teh", "the", 2), slips("wizzard", "wizard", 2), slips("orc", "dragon", 2)
    (1, 1, 3)
    """
    if abs(len(word) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        older, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == wanted:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


#: Letters that sound alike.
_ALIKE = ("aeiouy", "ckq", "sz", "fv", "dt", "bp", "gj", "mn")


def _sounds_like(word: str, other: str) -> bool:
    """Whether words of one length differ only in letters that sound alike."""
    groups = _ALIKE if len(word) > 3 else _ALIKE[1:]
    return all(a == b or any(a in group and b in group for group in groups) for a, b in zip(word, other, strict=True))


def misspelt(word: str, known: Iterable[str]) -> str:
    """The known word that was very likely meant by a word with a slip in it; "" if none was.

    One slip is allowed in words of three letters or more, two from eight. In short words a changed letter is another word
    ("hay" is not "has"), unless it sounds alike ("ork"), and the first letter must be right unless the first two
    are swapped. Two changed letters are another word too ("cheating" is not "clearing"). Of words as near, the one whose end
    alone is missing is meant ("hors" is "horse", not "horns").

    >>> misspelt("frist", ["first", "fist"]), misspelt("hay", ["may"]), misspelt("sheild", ["shield", "field"])
    ('first', '', 'shield')
    >>> misspelt("hors", ["horns", "horse"]), misspelt("enchantres", ["enchanters", "enchantress"])
    ('horse', 'enchantress')
    """
    length = len(word)
    if not 3 <= length <= LONGEST:
        return ""
    allowed = 1 if length < 8 else 2
    best: tuple[int, bool, int, str] | None = None
    for other in known:
        if abs(len(other) - length) > allowed or len(other) < 2 or word[0] not in other[:2]:
            continue
        if word[0] != other[0] and (length < 3 or word[:2] != other[1::-1]):
            continue
        if length < 5 and len(other) == length and sorted(word) != sorted(other) and not _sounds_like(word, other):
            continue
        count = slips(word, other, allowed)
        swapped = sorted(word) == sorted(other)
        if count > allowed or (count == 2 and (word[0] != other[0] or (len(word) == len(other) and not swapped))):
            continue
        ends = other.startswith(word)
        found = (count * 2 - (swapped or ends), not ends, abs(len(other) - length), other)
        if best is None or found < best:
            best = found
    return best[3] if best else ""
