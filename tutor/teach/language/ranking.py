"""Everything that a question can mean, ranked alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tutor.teach.language.hearing import Heard, Word
from tutor.teach.language.lexicon import Form, Lexicon
from tutor.teach.language.meaning import AskedMoment, Meaning
from tutor.teach.language.patterns import Fit, HeardWords, Pattern, fitting, index_of
from tutor.teach.language.saying import Sayings, written

#: A worse fit than this is none.
LEAST = 0.3
#: What it costs that a slot was not said, or was only pointed at ("him"); that an action must be, or is not to be done.
GUESSED, POINTED, MUST, NOT = 0.72, 0.9, 0.85, 0.95
#: What it costs that it is asked why, not whether; or that what leaves something undone was asked for without a "not".
NO_REFUSAL = 0.5
#: How much more likely a rule is that bears on what can be done now; what is at hand; the order where several are met, or not.
BEARING, AT_HAND, SEVERAL, NOBODY = 0.04, 0.03, 0.06, -0.15


class Ranking:
    """A question and everything it can mean. ``absent`` is who it is asked of if he does not play."""

    def __init__(self, heard: Heard, lexicon: Lexicon, sayings: Sayings, moment: AskedMoment) -> None:
        self.heard, self.lexicon, self.sayings, self.moment = heard, lexicon, sayings, moment
        self.absent = ""
        self._ranked: dict[tuple[Word, ...], list[Meaning]] = {}

    def ranked(self, heard: Heard) -> list[Meaning]:
        """Everything the words can mean, the likeliest first."""
        if heard.words not in self._ranked:
            self._ranked[heard.words] = self._rank(heard)
        return self._ranked[heard.words]

    def _rank(self, heard: Heard) -> list[Meaning]:
        subject, at = self.subject(heard)
        words = heard.words
        acting = self.called(words if at is None else tuple(w for n, w in enumerate(words) if n != at))
        found: dict[tuple[str, str, str], Meaning] = {}
        asked = "chances" if "?chance" in heard.cues else "may"
        for sort, told, who in (("rest", words, ""), ("action", acting, subject)):
            of_all = HeardWords(told, self.lexicon)
            for pattern in self.patterns(told, of_all.of_kind):
                if (pattern.kind == "action") is not (sort == "action"):
                    continue
                fit = fitting(pattern, of_all)
                if fit.fit < LEAST:
                    continue
                left = pattern.kind in ("action", "rule") and self.named_beside(told, fit.used, people=sort == "action")
                for meaning in self.meanings(pattern, fit, asked, who):
                    meaning = meaning._replace(part=meaning.part or left)
                    if meaning.same not in found or found[meaning.same].fit < meaning.fit:
                        found[meaning.same] = meaning
        bearing = self.moment.bearing
        order = SEVERAL if len(self.moment.near(self.lexicon.met)) > 1 else NOBODY
        hand = self.moment.at_hand(self.moment.decider)
        weighed = [
            m._replace(fit=m.fit + (BEARING if m.what in bearing else 0.0))
            if m.kind == "rule"
            else m._replace(fit=m.fit + order)
            if m.kind == "order"
            else m._replace(fit=m.fit + (AT_HAND if m.what in hand and not m.who else 0.0))
            for m in found.values()
        ]
        return sorted(weighed, key=lambda m: -m.fit)

    def called(self, words: Sequence[Word]) -> tuple[Word, ...]:
        """The words, with what a seat is called now ("the King") as that seat."""
        seats = self.moment.called
        meant = ((word, next((seats[name] for name in word.names if name in seats), "")) for word in words)
        return tuple(word._replace(means=word.means | {f"@{seat}"}) if seat else word for word, seat in meant)

    def named_beside(self, words: Sequence[Word], used: frozenset[int], people: bool) -> bool:
        """Whether something is named (``people`` among it) that is not used, nor the asker's, nor said of another time."""
        left = (word for n, word in enumerate(words) if word.names and n not in used)
        told = (word for word in left if not (word.weak or word.held or word.aside))
        return any(people or not self.lexicon.kinds.get("knight", frozenset()) & set(word.names) for word in told)

    def patterns(self, words: Sequence[Word], of_kind: Sequence[frozenset[str]]) -> list[Pattern]:
        """The patterns that have something in common with the words, in the order of their numbers."""
        index = index_of(self.lexicon)
        found: dict[int, Pattern] = {}
        for word, kinds in zip(words, of_kind, strict=True):
            keys = [*word.means, *kinds, *(f"{{{kind[1:]}}}" for kind in kinds)]
            keys += ["{place}", "{area}", "{one}"] if any(m[0] == "#" for m in word.means) else []
            for key in keys:
                found.update(index.get(key, {}))
        return [found[number] for number in sorted(found)]

    def subject(self, heard: Heard) -> tuple[str, int | None]:
        """Of which other player than the one who decides it is asked, and where he is named; "" and None if of none."""
        people = self.lexicon.kinds.get("knight", frozenset())
        for n, word in enumerate(heard.words):
            if word.self:
                return "", None
            name = next((one for one in word.names if one in people), "")
            if word.names and not name:
                return "", None
            if name and not word.part and not word.aside:
                before = [w for w in heard.words[:n] if not w.weak and not any(m[0] == "?" for m in w.means)]
                after = [w for w in heard.words[n + 1 :] if not w.weak]
                if before or not after:
                    return "", None
                if name not in self.moment.seats:
                    self.absent = name
                    return "", n
                return ("" if name == self.moment.decider else name), n
        return "", None

    def meanings(self, pattern: Pattern, fit: Fit, asked: str, who: str) -> Iterator[Meaning]:
        if isinstance(pattern.source, Form):
            yield from self.actions(pattern, fit, asked, who)
            return
        slots = dict(fit.filled)
        if any(slot.kind not in slots and slot.kind != "player" for slot in fit.empty):
            return
        slots.setdefault("player", self.moment.decider)
        yield Meaning(pattern.kind, written(pattern.source.text, slots), fit=fit.fit, said=fit.said)

    def actions(self, pattern: Pattern, fit: Fit, asked: str, who: str) -> Iterator[Meaning]:
        """The actions of a form, its empty slots filled with what was named before, or else with what is at hand."""
        form = pattern.source
        assert isinstance(form, Form)
        slots = dict(fit.filled)
        actor = who or self.moment.decider
        if slots.get("knight") == actor:  # nobody does this to himself: whoever else was named is meant
            others = [name for name in self.heard.named if name in self.lexicon.kinds["knight"] and name != actor]
            if not others:
                return
            slots["knight"] = others[0]
        if any(one in self.moment.called for one in slots.values()):
            return  # it is the seat so called to whom this is done
        for spoken, goes in self.lexicon.derived.items():
            if spoken in slots:
                way = self.moment.derive(goes, slots.pop(spoken), actor)
                if not way:
                    return
                slots[goes] = way
        worth = fit.fit * self.undone() * (NO_REFUSAL if pattern.refuses and "?not" not in self.heard.cues else 1.0)
        if "?why" in self.heard.cues and not self.heard.cues & {"?may", "?must", "?not"}:
            worth *= NO_REFUSAL  # "why is there a storm" asks for no action
        whole = self.moment.readable(written(form.form, slots)) if not fit.empty else ""
        if pattern.now and whole not in self.moment.at_hand(actor):
            return
        if not whole and (whole := self.pointed_at(form, slots, fit, actor)):
            worth = min(1.0, worth * POINTED + 0.06)
        if whole:
            yield Meaning(asked, whole, who, worth, pattern.guess)
            return
        found = [action for action in self.moment.at_hand(actor) if self.completes(action, form, slots)]
        one = len(found) == 1 and (pointing(self.heard) or not self.heard.named)
        for action in found:
            guessed = POINTED if one or pointing(self.heard) else GUESSED
            yield Meaning(asked, action, who, worth * guessed, pattern.guess or not one)

    def undone(self) -> float:
        """What makes an action less likely to be what is asked: that it must be, or that it is not to be done."""
        cues = self.heard.cues
        if "?chance" in cues:
            return 1.0
        return MUST if "?must" in cues else NOT if "?not" in cues and "?why" not in cues else 1.0

    def pointed_at(self, form: Form, slots: dict[str, str], fit: Fit, actor: str) -> str:
        """The action whose empty slots are what was named elsewhere and is pointed at ("him"); "" if none."""
        if not fit.empty or not pointing(self.heard):
            return ""
        filled = dict(slots)
        for slot in fit.empty:
            ids = self.lexicon.kinds.get(slot.kind, frozenset())
            named = [one for one in self.heard.named if one in ids and one not in filled.values() and one != actor]
            if len(named) != 1:
                return ""
            filled[slot.kind] = named[0]
        return self.moment.readable(written(form.form, filled))

    def completes(self, action: str, form: Form, slots: Mapping[str, str]) -> bool:
        """Whether an action is of this form, has what was said in its slots, and more."""
        filled = self.sayings.read(action)
        if filled is None or filled.form is not form:
            return False
        own = {kind: one for kind, one in slots.items() if f"{{{kind}" in form.form}
        return all(one in filled.slots.get(kind, "").split() for kind, one in own.items()) and len(filled.slots) > len(
            own
        )


#: Words that mean somebody or something at hand.
_POINTING = frozenset(("him", "her", "it", "them", "this", "that", "he", "she", "there", "here"))


def pointing(heard: Heard) -> bool:
    """Whether something is meant by "him", "it", "there"."""
    return any(word.said in _POINTING for word in heard.words)
