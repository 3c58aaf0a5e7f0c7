"""What a question means: everything that may be meant is ranked, and only what is sure is answered at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from tutor.teach.language.hearing import Clause, Heard, Word, hear
from tutor.teach.language.lexicon import CUES, NAME, Lexicon
from tutor.teach.language.likeness import covered
from tutor.teach.language.meaning import AskedMoment, Meaning, Understood
from tutor.teach.language.patterns import rules_naming
from tutor.teach.language.ranking import Ranking
from tutor.teach.language.readings import Readings
from tutor.teach.language.saying import Sayings, fits
from tutor.teach.language.scoring import Scorer

#: Answered at once from here on, and if the next best is so much worse; offered from here on; with strange words from there on.
SURE, CLEAR, OFFERED, STRANGE = 0.73, 0.03, 0.45, 0.62
#: A rule is answered at once only if it fits so well, or is so far ahead of everything else: many rules are asked for alike.
FIRM, FAR = 0.84, 0.2
#: Answered at once from here on too, if it is a rule or a fact so far ahead of everything else.
LIKELY, AHEAD = 0.55, 0.12
#: The least share of what was said that a rule's words must cover for it to be answered at once: below SURE, and from there on.
SPOKEN, HALF = 0.85, 0.5
#: The most that are offered, and the most of one form; the least probability of what is offered.
MOST, ALIKE, LEAST_LIKELY = 4, 6, 0.02
#: How probable, as the learnt weights have it, what fits must be to be answered at once, an action or the order, and what fits
#: less well; an action that fits so well needs not be probable.
FAIRLY, DEED, CERTAIN, EXACT = 0.7, 0.3, 0.94, 0.9
#: How likely a second rule must be to be told with the likeliest.
BESIDE = 0.05
#: How likely an action that is at hand and accounts for nearly all that was said must be right to be answered at once; how likely
#: it must be what is meant if it is not at hand.
EXACT_DEED, EXACT_LIKELY = 0.6, 0.8
#: How like a rule must be to a question that fits nothing to be offered, without and with a word that nobody knows.
LIKE, LIKE_STRANGE = 0.68, 0.76
#: How well an action must fit a half of a question to be what that half asks for.
HALF_MEANT = 0.6
#: How far a rule may lie ahead of an action somebody asks about himself; the factor for a part of a question beside the whole.
OWN, PART = 0.12, 0.97
#: Of a game that was learnt: how likely a meaning must be to be offered where nothing fits, and how likely it may be there that
#: nothing is meant.
LIKELY_ENOUGH, NOTHING = 0.15, 0.3
#: The same where several words are strange, or no pattern fits at all.
LIKELY_THOUGH_STRANGE, NOTHING_THOUGH_STRANGE = 0.3, 0.1
TWO_QUESTIONS = "These are two questions."
_DEEDS = ("may", "chances")
#: What asks for something else than whether an action is allowed.
_NO_DEED = frozenset(("?which", "?what", "?how", "?when", "?many", "?long", "?who", "?where"))
#: What begins a question that asks how things are, unless it asks of an action in so many words; and who stands for any player.
_TELL_ME = frozenset(("do", "does", "did", "is", "are", "was", "were", "has", "have", "will", "would"))
_ASKS_OF_DEEDS = frozenset(("?may", "?happens", "?why"))
_ANYBODY = frozenset(("everybody", "everyone", "anybody", "anyone", "somebody", "someone"))
#: How a clause begins that is a question; and what joins a second one that does not begin anew.
_ASKS = frozenset(
    (
        "?may",
        "?must",
        "?why",
        "?many",
        "?long",
        "?how",
        "?happens",
        "?chance",
        "?when",
        "?who",
        "?whose",
        "?where",
        "?what",
        "?which",
    )
)
_JOINS = ("and", "or", "then", "but")


def understand(text: str, lexicon: Lexicon, sayings: Sayings, moment: AskedMoment) -> Understood:
    """What a question means in this situation."""
    if exact := _as_written(text, lexicon, moment):
        return Understood((exact,), sure=True)
    heard = hear(text, lexicon, moment.places)
    told = [word for word in heard.words if not word.weak]
    if heard.foreign:
        return Understood((), ("I understand English only.",))
    if not told:
        return Understood((), (asking(lexicon),))
    found = Understanding(placed(heard, lexicon, moment), lexicon, sayings, moment).result()
    return replace(found, must="?must" in heard.cues)


class Weighing(NamedTuple):
    """What is weighed: the best fit, all that fits, strange words, the questions asked, and whether hardly anything fits."""

    best: Meaning | None
    whole: Sequence[Meaning]
    strange: Sequence[str]
    questions: Sequence[Heard]
    hardly: bool


def _as_written(text: str, lexicon: Lexicon, moment: AskedMoment) -> Meaning | None:
    """The meaning of an action as it is written, or of "rule challenge.tie", "card orc", "fact turn"."""
    if action := moment.readable(text):
        return Meaning("may", action, fit=1.0)
    kind, _, what = text.strip().partition(" ")
    if kind == "rule" and what and all(rule in lexicon.texts for rule in what.split()):
        return Meaning(kind, what, fit=1.0)
    if kind == "card" and what in lexicon.kinds.get("card", ()):
        return Meaning(kind, what, fit=1.0)
    known = kind == "fact" and any(
        source.kind == kind and fits(source.text, what, lexicon) is not None for source in lexicon.sources
    )
    return Meaning(kind, what, fit=1.0) if known else None


def placed(heard: Heard, lexicon: Lexicon, moment: AskedMoment) -> Heard:
    """What was heard, with "Perceval's area" as the place where he stands, and what the asker has with him marked as such."""
    people = lexicon.kinds.get("knight", frozenset())
    held = moment.held(moment.decider)
    found: list[Word] = []
    for word in _called(heard.words, moment):
        before = found[-1] if found else None
        owner = next((name for name in before.names if name in people), "") if before and "area" in word.means else ""
        if owner and (place := moment.stands(owner)):
            found[-1] = word._replace(means=frozenset((f"#{place}",)), weight=NAME, part=before.part if before else "")
        else:
            with_him = word.part == "with" and any(name in held for name in word.names)
            found.append(word._replace(held=with_him or moment.decider in word.names))
    others = [
        n for n, word in enumerate(found) if any(name in people and name != moment.decider for name in word.names)
    ]
    for n, word in enumerate(found):  # "can Perceval let me out" is about whoever decides
        if word.said in ("me", "us") and others and others[0] < n and found[n - 1].said not in _BESIDE:
            found[n] = word._replace(means=frozenset((f"@{moment.decider}",)), weight=NAME, weak=False)
    if "?chance" in heard.cues:  # "what are the chances" asks for nothing else
        found = [word._replace(weak=word.weak or (bool(word.means) and word.means <= _WHAT)) for word in found]
    return replace(heard, words=tuple(found))


def _called(words: Sequence[Word], moment: AskedMoment) -> list[Word]:
    """The words, where "King Roland" is one name: the first of them says nothing more."""
    found: list[Word] = []
    for n, word in enumerate(words):
        seat = next((moment.called[name] for name in word.names if name in moment.called), "")
        beside = words[n + 1].names if n + 1 < len(words) else ()
        found.append(word._replace(weak=True) if seat and seat in beside else word)
    return found


#: "Tell me", "with us": what comes after these is not what something is done to.
_BESIDE = frozenset(("with", "to", "for", "of", "tell"))
_WHAT = frozenset(("?what", "?how", "?many"))


def together(found: Sequence[tuple[float, Meaning]]) -> Meaning:
    """The likeliest meaning, as it is answered at once: a rule with the next likeliest rule, if that may be meant as well."""
    top = found[0][1]
    if top.kind != "rule":
        return top
    second = next((m for chance, m in found[1:] if m.kind == "rule" and chance >= BESIDE), None)
    return top._replace(what=f"{top.what} {second.what}") if second else top


def _told(found: Sequence[tuple[float, Meaning]]) -> dict[str, float]:
    """What speaks for one of the rules that are told being right; nothing where no rule is told."""
    if found[0][1].kind != "rule":
        return {}
    told = together(found).what.split()
    rules = [(chance, m.what) for chance, m in found if m.kind == "rule"]
    whole = sum(chance for chance, rule in rules if rule in told)
    topic = told[0].partition(".")[0]
    return {
        "told": whole,
        "told missing": math.log(1.001 - min(whole, 1.0)),
        "two told": len(told) > 1,
        "topic": sum(chance for chance, rule in rules if rule.partition(".")[0] == topic),
        "no rule": max((chance for chance, m in found if m.kind != "rule"), default=0.0),
    }


def asking(lexicon: Lexicon) -> str:
    """What may be asked, in a sentence."""
    return f"Ask, for example: {' '.join(f'“{one}”' for one in lexicon.examples)}"


class Understanding(Ranking):
    """One question on its way to an answer."""

    def result(self) -> Understood:
        """What is answered, offered, or said not to be understood."""
        asked = self.weighing()
        if isinstance(asked, Understood):
            return asked
        if self.scorer.learnt:
            return self.learnt(self.scorer.learnt, asked)
        if asked.best is None or asked.hardly:
            return self.hardly(asked.strange)
        best, notes = asked.best, self.heard.notes
        found = self.scorer.weighed(self.candidates(best, asked.whole))
        likely = next((probability for probability, m in found if m.same == best.same), 0.0)
        if self.fits(best, asked.whole, asked.strange) and likely >= self.enough(best):
            return Understood((best,), notes, True)
        if self.certain(found, asked.questions):
            return Understood((found[0][1],), notes, True)
        return Understood(tuple(self.offered(found)), notes, False)

    def weighing(self) -> Weighing | Understood:
        """What is to be weighed; or what is said at once, where there is nothing to weigh."""
        notes = self.heard.notes
        questions = self.questions()
        whole = self.whole(questions)
        strange = [w.said for one in questions for w in one.words if w.unknown and not w.weak]
        if whole and whole[0].kind == "none" and whole[0].fit >= SURE:
            return Understood((), (*notes, whole[0].what, asking(self.lexicon)))
        whole = [m for m in whole if m.kind != "none"]
        if counted := self.counted():
            return Understood((), (*notes, f"“{counted}” says nothing to me.", asking(self.lexicon)))
        vague = self.vague(strange) if strange or not whole or whole[0].fit < SURE else []
        halves = self.doubled(questions) if not vague else []
        if halves:
            return Understood(tuple(halves), (*notes, TWO_QUESTIONS), False)
        if self.absent and (not whole or whole[0].kind in _DEEDS or self.absent in self.people_named()[:1]):
            return Understood((), (*notes, f"{self.lexicon.names[self.absent]} does not play in this situation."))
        if vague:
            return Understood(tuple(vague), notes, False)
        if (not whole or whole[0].fit < SURE) and (chances := self.chances()):
            return Understood(tuple(chances), notes, False)
        best = self.preferred(whole) if whole else None
        hardly = best is None or whole[0].fit < self.floor(strange)
        if best and not hardly and self.name_alone(best):
            return Understood((best,), notes, True)
        return Weighing(best, whole, strange, questions, hardly)

    def candidates(self, best: Meaning | None, whole: Sequence[Meaning]) -> list[Meaning]:
        """All that is considered, what fits best first."""
        return self.scorer.considered([best, *(m for m in whole if m.same != best.same)] if best else ())

    def learnt(self, known: Readings, asked: Weighing) -> Understood:
        """What is answered or offered by what was learnt of the game."""
        found = self.scorer.weighed(self.candidates(asked.best, asked.whole))
        if not asked.whole or len(asked.strange) > 1:
            if found and found[0][0] >= LIKELY_THOUGH_STRANGE and self.scorer.nothing < NOTHING_THOUGH_STRANGE:
                return Understood(tuple(self.offered(found)), self.heard.notes, False)
            return self.hardly(asked.strange)
        if asked.best and asked.best.what in self.moment.replies and self.exact(asked):
            return Understood((asked.best,), self.heard.notes, True)
        likely, top = found[0]
        if known.right(self.judged(found, asked)) >= (
            EXACT_DEED if self.exact_deed(likely, top, asked) else known.least
        ):
            if other := self.other_half(top):
                return Understood((top, other), (*self.heard.notes, TWO_QUESTIONS), False)
            return Understood((together(found),), self.heard.notes, True)
        if asked.hardly and (found[0][0] < LIKELY_ENOUGH or self.scorer.nothing >= NOTHING):
            return self.hardly(asked.strange)
        near = self.offered(found)
        deed = next((m for m in asked.whole if m.kind in _DEEDS and m.fit >= OFFERED), None)
        if deed and all(m.kind not in _DEEDS for m in near):  # an action that was named is always among what is offered
            near = [*near[: MOST - 1], deed]
        return Understood(tuple(near), self.heard.notes, False)

    def other_half(self, top: Meaning) -> Meaning | None:
        """What else a part of the question asks for plainly, where an action is what all of it seems to mean: another action, or
        a rule that the answer does not tell. None if there is nothing else."""
        if top.kind not in _DEEDS:
            return None
        parts: list[list[Word]] = [[]]
        for word in self.heard.words:
            if word.said in self.lexicon.joints or word.said == ",":
                parts.append([])
            else:
                parts[-1].append(word)
        halves = (
            [self.ranked(replace(self.heard, words=tuple(part))) for part in parts if part] if len(parts) > 1 else []
        )
        return next((other for half in halves if half and (other := self.beside(top, half))), None)

    def beside(self, top: Meaning, half: Sequence[Meaning]) -> Meaning | None:
        """What a half of a question asks for that is no part of the answer to the whole."""
        told = top.what.split()
        deed = next((m for m in half if m.kind in _DEEDS and not m.guessed), None)
        if deed and deed.fit >= HALF_MEANT and half[0].fit - deed.fit < OWN:
            verb, *of = deed.what.split()
            return deed if verb != told[0] and not (of and set(of) <= set(told)) else None
        rule = half[0] if half[0].kind == "rule" and half[0].fit >= FIRM and half[0].said else None
        return rule if rule and not self.akin(top, rule) else None

    def exact_deed(self, likely: float, top: Meaning, asked: Weighing) -> bool:
        """Whether the likeliest accounts for nearly all that was said, and is an action at hand or likely beyond doubt."""
        fits = asked.best is not None and asked.best.same == top.same and self.exact(asked)
        return fits and ("at hand" in self.scorer.rows[top.same] or likely >= EXACT_LIKELY)

    def exact(self, asked: Weighing) -> bool:
        """Whether an action accounts for nearly all that was said, and nothing else does."""
        best, whole, strange, _, hardly = asked
        if best is None or hardly or best.kind not in (*_DEEDS, "order"):
            return False
        return best.fit >= EXACT and self.fits(best, whole, strange)

    def judged(self, found: Sequence[tuple[float, Meaning]], asked: Weighing) -> dict[str, float]:
        """What speaks for and against the likeliest meaning being right, by name: it, its rivals, how the question is put."""
        best, whole, strange, questions, hardly = asked
        likely, top = found[0]
        near = found[:8]
        others = [(chance, m, self.akin(top, m)) for chance, m in near[1:]]
        row = dict(self.scorer.rows[top.same])
        mass = likely + sum(chance for chance, _, akin in others if akin)
        fits, exact = best is not None and not hardly and self.fits(best, whole, strange), self.exact(asked)
        same = best is not None and top.same == best.same
        told = [word for word in self.heard.words if not word.weak]
        by_words = [self.scorer.rows[m.same]["words likely"] for _, m in near]
        row |= {
            "likely": likely,
            "likely log": math.log(likely + 1e-3),
            "ahead": likely - max((chance for chance, _, _ in others), default=0.0),
            "mass": mass,
            "mass log": math.log(mass + 1e-3),
            "mass missing": math.log(1.001 - min(mass, 1.0)),
            "exact": exact and same,
            "exact other": exact and not same,
            "akin": mass - likely,
            **_told(found),
            "rival": likely - max((chance for chance, _, akin in others if not akin), default=0.0),
            "fit ahead": top.fit - max((m.fit for m in whole if m.same != top.same), default=0.0),
            "fit rival": top.fit - max((m.fit for _, m, akin in others if not akin), default=0.0),
            "rivals": sum(chance > 0.05 for chance, _ in found),
            "spread": -sum(chance * math.log(chance + 1e-9) for chance, _ in found),
            "questions": len(questions),
            "strange": len(strange),
            "plainly": self.plainly_asked(),
            "one word": self.single,
            "long": len(self.heard.words),
            "told": len(told),
            "names": len(self.heard.named),
            "nothing meant": self.scorer.nothing,
            "words ahead": by_words[0] - max(by_words[1:], default=0.0),
            "nothing fits": not fits,
            "fits": fits and same,
            "own": self.own(top),
            "owned": any(self.own(m) for m in whole[:12]),
            "hardly": hardly,
            "weakly": top.kind in _DEEDS and (top.guessed or not self.plainly_asked()),
            **{f"asks {cue}": True for cue in self.heard.cues},
            **{f"asks {cue} {top.kind}": True for cue in self.heard.cues},
        }
        return {name: float(value) for name, value in row.items() if value}

    @cached_property
    def scorer(self) -> Scorer:
        return Scorer(self.heard, self.lexicon, self.sayings, self.moment)

    def hardly(self, strange: Sequence[str]) -> Understood:
        """What is offered where nothing fits: the rules most like the question, or that it is not understood."""
        found = self.scorer.weighed(self.scorer.considered(())) if len(strange) < 2 else []
        least = LIKE_STRANGE if strange else LIKE
        near = [m for _, m in found if self.scorer.likeness(m)[0] >= least]
        if near:
            return Understood(tuple(near[:3]), self.heard.notes, False)
        said = f"“{' '.join(strange)}” says nothing to me." if strange else "I do not see what is meant."
        return Understood((), (*self.heard.notes, said, asking(self.lexicon)))

    def enough(self, best: Meaning) -> float:
        """How probable what fits must be to be answered: an action that accounts for all that was said need not be."""
        if best.kind in _DEEDS:
            return 0.0 if best.fit >= EXACT and not self.heard.cues - {"?may"} else DEED
        return DEED if best.kind == "order" else FAIRLY

    def name_alone(self, best: Meaning) -> bool:
        """Whether nothing but the name of a card was said."""
        return best.kind == "card" and self.heard.name_alone

    def certain(self, found: Sequence[tuple[float, Meaning]], questions: Sequence[Heard]) -> bool:
        """Whether the likeliest is so likely that it is answered at once: of a single question, and nothing guessed."""
        likely, best = found[0]
        if best.kind in _DEEDS and (best.guessed or not self.plainly_asked()):
            return False
        deeds = any(m.kind in _DEEDS and not m.guessed and m.fit >= OFFERED for _, m in found)
        if best.kind == "rule" and deeds and "?may" in self.heard.cues and any(word.self for word in self.heard.words):
            return False  # he may want to do it, or know what is true of it
        return likely >= CERTAIN and len(questions) < 2 and not best.part and not self.single

    def fits(self, best: Meaning, whole: Sequence[Meaning], strange: Sequence[str]) -> bool:
        """Whether the best fits so well, and so much better than all others, that nothing else can be meant."""
        rivals = (m for m in whole if m.same != best.same and not self.akin(best, m))
        rival = next(
            (m.fit for m in rivals if not (m.kind == "rule" and self.own(best) and m.fit - best.fit < OWN)), 0.0
        )
        sure = best.fit >= SURE and best.fit - rival >= CLEAR and not best.guessed and not best.part
        ahead = best.fit - max((m.fit for m in whole if m.same != best.same), default=0.0)
        likely = best.kind not in _DEEDS and best.said > 1 and not best.guessed and not best.part
        sure = sure or (best.fit >= LIKELY and ahead >= AHEAD and likely)
        sure = sure and not strange if best.fit < SURE else sure
        if best.kind == "rule" and covered(self.heard, self.lexicon, best.what) < (SPOKEN if best.fit < SURE else HALF):
            return False
        if best.kind == "rule" and not best.said:
            return False
        if best.kind in _DEEDS and not self.plainly_asked():
            return False
        if best.kind == "rule" and ((self.single and ahead < AHEAD) or (best.fit < FIRM and ahead < FAR)):
            return False
        if best.kind == "rule" and "?must" in self.heard.cues and self.deed_named(whole, best.fit - OWN):
            return False
        return sure

    def people_named(self) -> list[str]:
        people = self.lexicon.kinds.get("knight", frozenset())
        return [name for name in self.heard.named if name in people]

    def plainly_asked(self) -> bool:
        """Whether an action is asked about as such: not whether it must be, and not whether it may be left undone."""
        cues = self.heard.cues
        if "?chance" in cues:
            return True
        if "?must" in cues or ("?not" in cues and "?why" not in cues):
            return False
        said = [word.said for word in self.heard.words]
        if said[0] in _CONDITIONS and "?may" not in cues:  # "if I beat him, do I get his things" asks what follows
            return False
        told = said[0] in _TELL_ME and not cues & _ASKS_OF_DEEDS
        return not told and not any(word in _ANYBODY for word in said)

    def deed_named(self, whole: Sequence[Meaning], least: float) -> bool:
        """Whether an action that names what it is done to fits about as well: who must do it may want to know if he may."""
        return any(m.kind in _DEEDS and " " in m.what and m.fit >= max(least, SURE) and not m.guessed for m in whole)

    @property
    def single(self) -> bool:
        """Whether nothing was said but one word, which may begin many questions."""
        return len([word for word in self.heard.words if not word.weak]) == 1

    def counted(self) -> str:
        """The strange thing that "how many" asks the number of; "" if it asks for no such thing."""
        words = [w for w in self.heard.words if not w.weak]
        many = next((n for n, w in enumerate(words) if "?many" in w.means), None)
        after = words[many + 1] if many is not None and many + 1 < len(words) else None
        return after.said if after is not None and after.unknown else ""

    def floor(self, strange: Sequence[str]) -> float:
        """How well a meaning must fit to be offered: less well where several telling words were understood."""
        telling = [
            w for w in self.heard.words if not w.weak and not w.unknown and any(m[0] not in "?+" for m in w.means)
        ]
        return OFFERED if len(telling) > 1 and len(strange) < 2 else STRANGE

    def preferred(self, whole: Sequence[Meaning]) -> Meaning:
        """The best; but an action that was asked for by name, by somebody about himself, before a rule about such actions."""
        best = whole[0]
        if best.kind == "rule" and best.what in self.moment.rules_of(""):
            order = next((m for m in whole if m.kind == "order"), None)
            if order and best.fit - order.fit < OWN:
                return order
        if best.kind == "rule" and not best.said:  # nothing but a name speaks for it
            best = next((m for m in whole if m.kind == "card" and best.fit - m.fit < CLEAR), best)
        if (
            best.kind not in ("rule", "order")
            or not self.plainly_asked()
            or (best.kind == "rule" and self.heard.cues & _NO_DEED)
        ):
            return best
        deed = next((m for m in whole if m.kind in _DEEDS and not m.guessed), None)
        return deed if deed and self.own(deed) and best.fit - deed.fit < OWN else best

    def own(self, deed: Meaning) -> bool:
        """Whether it is an action that somebody asks about himself, and names what it is done to or can do it at once."""
        asker = any(word.self for word in self.heard.words) or any(n in self.moment.seats for n in self.heard.named)
        asker = asker or not self.heard.cues
        named = (
            " " in deed.what or not self.heard.cues or deed.what in self.moment.at_hand(deed.who or self.moment.decider)
        )
        return deed.kind in _DEEDS and asker and named and deed.fit >= SURE and self.plainly_asked()

    def akin(self, best: Meaning, other: Meaning) -> bool:
        """Whether the answer to one is part of the answer to the other, so that they are no rivals."""
        if best.kind == "chances" and other.kind not in _DEEDS:
            return True
        if other.kind == "card" and best.kind in _DEEDS:
            return any(not word.weak and not word.names and not word.means & CUES.keys() for word in self.heard.words)
        if other.kind == "rule" and best.kind == "card":
            return other.what in rules_naming(self.lexicon, best.what)
        if other.kind == "card" and best.kind == "rule":
            return best.what in rules_naming(self.lexicon, other.what)
        if best.kind in _DEEDS and other.kind in _DEEDS:
            hand = self.moment.at_hand(best.who or self.moment.decider)
            if best.what == other.what and other.part and not best.part:
                return True
            return (other.guessed and other.fit < best.fit) or (best.what in hand and other.what not in hand)
        if "fact" in (best.kind, other.kind):
            fact, rule = (best, other) if best.kind == "fact" else (other, best)
            return rule.kind == "rule" and rule.what in self.rules_of_fact(fact.what)
        deed, rule = (best, other) if best.kind in (*_DEEDS, "order") else (other, best)
        if rule.kind != "rule":
            return False
        if deed.kind == "order":
            return rule.what in self.moment.rules_of("") or (best is deed and deed.fit > 1 and rule.fit < deed.fit)
        return deed.kind in _DEEDS and rule.what in self.moment.rules_of(deed.what)

    def rules_of_fact(self, fact: str) -> Sequence[str]:
        """The rules that the answer about a fact of the moment tells as well."""
        sources = (one for one in self.lexicon.sources if one.kind == "fact" and one.rules)
        return next((one.rules for one in sources if fits(one.text, fact, self.lexicon) is not None), ())

    def offered(self, found: Sequence[tuple[float, Meaning]]) -> list[Meaning]:
        """The likeliest few; where the first is one of several guesses alike, these before all others."""
        best = found[0][1]
        near = [m for likely, m in found if likely >= LEAST_LIKELY][:MOST] or [best]
        if best.guessed:
            alike = [m for _, m in found if m.guessed and m.fit >= best.fit - 0.02][:ALIKE]
            return [*alike, *[m for m in near if m not in alike][:2]]
        return near

    # ---------------------------------------------------------------- two at once
    def questions(self) -> list[Heard]:
        """The questions that are asked: one, or several side by side. What is only told before them is none."""
        clauses = self.heard.clauses(self.lexicon.joints)
        merged: list[Clause] = []
        for clause in clauses:
            if merged and _only_moves(merged[-1].heard) and clause.joint == "and":
                words = (*merged[-1].heard.words, *clause.heard.words)
                merged[-1] = merged[-1]._replace(heard=replace(self.heard, words=words))
            else:
                merged.append(clause)
        asking = [bool(clause.heard.cues & _ASKS) for clause in merged]
        if not any(asking):
            return [self.heard]
        first = asking.index(True)
        return [one.heard for n, one in enumerate(merged) if asking[n] or (n > first and one.joint in _JOINS)]

    def whole(self, questions: Sequence[Heard]) -> list[Meaning]:
        """What the question means, with and without what is told beside it."""
        found = {m.same: m for m in self.ranked(self.heard)}
        people = self.lexicon.kinds.get("knight", frozenset())
        conditioned = self.heard.words[0].said in _CONDITIONS
        for one in questions:
            if len(one.words) < len(self.heard.words) and one.cues & _ASKS:
                one = self.resolved(one)
                known = (*one.named, *people, *self.moment.held(self.moment.decider))
                told = [name for name in self.heard.named if name not in known]
                for m in self.ranked(one):
                    worth = m._replace(fit=m.fit * PART, part=bool(told) or len(questions) > 1 or conditioned)
                    if m.same not in found or found[m.same].fit < worth.fit:
                        found[m.same] = worth
        return sorted(found.values(), key=lambda m: -m.fit)

    def resolved(self, one: Heard) -> Heard:
        """A clause with "him" or "it" as what was named last before it, if something was."""
        at = next((n for n, word in enumerate(self.heard.words) if one.words and word is one.words[0]), 0)
        named = [word for word in self.heard.words[:at] if word.names and not word.held]
        if not named or one.named:
            return one
        meant = named[-1]
        words = tuple(meant._replace(aside=w.aside, part=w.part) if w.said in _PRONOUNS else w for w in one.words)
        return replace(one, words=words)

    def doubled(self, questions: Sequence[Heard]) -> list[Meaning]:
        """What both halves mean, where two questions are asked at once; nothing where it is one."""
        if len(questions) < 2:
            return []
        whole = self.ranked(self.heard)
        telling = ((one, self.ranked(one)) for one in questions if not _only_named(one))
        asked = [(one, found) for one, found in telling if found and found[0].fit >= OFFERED]
        halves = [found for _, found in asked]
        if len(halves) < 2:
            return []
        if whole and whole[0].kind == "rule" and whole[0].fit >= SURE and whole[0].fit >= max(h[0].fit for h in halves):
            return []
        near = [{m.same for m in half if m.fit >= half[0].fit - 2 * CLEAR} for half in halves]
        if halves[0][0].same in near[1] or halves[1][0].same in near[0]:
            return []
        offered = [self.likeliest(one, half) for one, half in asked[:3]]
        first, second = [half[:1] for half in offered], [half[1:2] for half in offered]
        more = [whole[:1]] if whole and whole[0].kind == "rule" and whole[0].fit >= OFFERED else []
        return list({m.same: m for found in (*first, *second, *more) for m in found}.values())[: MOST + 1]

    def likeliest(self, one: Heard, found: Sequence[Meaning]) -> list[Meaning]:
        """What one of several questions means, the likeliest first; an action that was asked for before all else."""
        spoken = replace(one, plain=" ".join(word.said for word in one.words))
        scorer = Scorer(spoken, self.lexicon, self.sayings, self.moment)
        ranked = [m for _, m in scorer.weighed(scorer.considered(found))]
        deed = next((m for m in found if m.kind in _DEEDS and not m.guessed and m.fit >= SURE), None)
        return [deed, *(m for m in ranked if m.same != deed.same)] if deed else ranked

    # ---------------------------------------------------------------- words for any of several
    def chances(self) -> list[Meaning]:
        """All that a throw decides here, where chances are asked for and nothing is named."""
        if "?chance" not in self.heard.cues or self.heard.named:
            return []
        deeds = (
            a
            for a in self.moment.at_hand(self.moment.decider)
            if a.split()[0] in self.lexicon.thrown and " with " not in a
        )
        return [Meaning("chances", action) for action in deeds][:ALIKE]

    def vague(self, strange: Sequence[str]) -> list[Meaning]:
        """What is at hand of what a vague word means, where nothing is named and the question is about it."""
        said = self.heard.words
        words = [
            w for n, w in enumerate(said) if any(m[0] == "~" for m in w.means) and _one_of_here(said[max(0, n - 3) : n])
        ]
        if self.heard.named or not words:
            return []
        if not ({"?what"} & self.heard.cues or strange or "?must" in self.heard.cues):
            return []
        found = [one for w in words for m in sorted(w.means) if m[0] == "~" for one in self.moment.near(m[1:])]
        return [Meaning("card", one) for one in dict.fromkeys(found)][:ALIKE]


def _one_of_here(before: Sequence[Word]) -> bool:
    """Whether what is said next means one who is here ("that green guy"), not any one ("a guy")."""
    pointed = next((w.said for w in reversed(before) if w.said in _ANY or w.said in _HERE), "")
    return pointed in _HERE


#: A question that begins with one of these is about what is told first.
_CONDITIONS = frozenset(
    ("having", "if", "when", "once", "after", "should", "being", "suppose", "supposing", "assuming", "given")
)
_PRONOUNS = frozenset(("him", "her", "it", "them"))
_HERE = frozenset(("that", "this", "those", "these", "the", "his", "her", "him", "their"))
_ANY = frozenset(
    (
        "a",
        "an",
        "any",
        "one",
        "two",
        "three",
        "another",
        "every",
        "each",
        "some",
        "no",
        "my",
        "our",
        "many",
        "which",
        "other",
    )
)


def _only_moves(heard: Heard) -> bool:
    """Whether a clause says no more than "go" or "come", which leads on to what is done ("go over and help")."""
    telling = [word for word in heard.words if not word.weak and not any(m[0] == "?" for m in word.means)]
    return bool(telling) and all(word.said.split()[0] in _GOING for word in telling)


_GOING = frozenset(("go", "come", "run", "try", "walk", "ride", "move"))


def _only_named(heard: Heard) -> bool:
    """Whether a clause names something and says nothing of it."""
    return all(word.weak or word.names for word in heard.words)
