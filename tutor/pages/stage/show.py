"""A stage as it stands: script and place in it, the moment shown, branches, votes, marks, who drives. Acts are folded here;
nothing is painted.

Moments have names: "3" is the end of the plays of step 3 (from 0), "3+" the moment after its answer, "b7" a branch.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from engine.contract.events import Event
from engine.contract.verdicts import IllegalAction
from engine.text.faults import Faulty
from tutor.desk import Act, Refused, Viewer
from tutor.pages.stage.asking import StageQuestion
from tutor.pages.stage.script import Script, ScriptMoment, ScriptStep, played, read_script, read_step, shipped_script
from tutor.teach.game import registry as games

#: The roles that look at a stage: its screen, whoever drives it, and everybody who follows.
SCREEN, DRIVER, FOLLOWER = "screen", "driver", "player"
#: Who brings what people elsewhere do: the host.
HOST, CHANCE = "host", "chance"
#: The most marks at once, points in one of them, and branches of a study.
MOST_MARKS, MOST_POINTS, MOST_BRANCHES = 40, 120, 200
#: The most people whose hands can be counted.
MOST_HANDS = 500
#: The two rounds of a vote.
ROUNDS = 2
#: So many of the last acts of whoever drives are remembered.
LATELY = 20


class Branch(NamedTuple):
    """A moment played on the stage: what led to it, and from which moment. ``by`` is "chance" where the die fell by itself."""

    id: str
    parent: str
    action: str
    state: Any
    events: tuple[Event, ...]
    step: int
    by: str = ""


class Mark(NamedTuple):
    """Something drawn over the board: "arrow", "line", "ring" or "cross", with its points in board units; ``by`` "script" or
    "driver"."""

    kind: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Votes:
    """The votes of a question: for each round what everybody has answered last. ``counted`` are hands that were counted."""

    rounds: tuple[Mapping[str, int], ...] = ({},)
    counted: tuple[tuple[int, ...], ...] = ()

    def count(self, number: int, options: int) -> tuple[int, ...]:
        """How many chose each option in a round, from 0."""
        if self.counted:
            return self.counted[number] if number < len(self.counted) else ()
        given = list(self.rounds[number].values())
        return tuple(given.count(option) for option in range(options))


@dataclass(frozen=True)
class Stage:
    """A stage. ``phase`` of a question is "ask", "vote" (votes are taken), "closed" (no more) or "shown" (the answer stands on
    the board); "" where nothing is asked. ``moved`` is the act by which this moment came, ``before`` the moment before it,
    ``moves`` how often whoever drives has done something, ``lately`` the last of it.

    ``received`` is how many have answered, ``mine`` what the viewer himself has; ``privy`` whether the viewer drives; ``later``
    how many steps follow; ``advice`` what a closed vote suggests to whoever drives: "talk", or "".
    """

    script: Script | None = None
    name: str = ""
    step: int = 0
    at: str = "0"
    before: str = ""
    phase: str = ""
    votes: Votes = field(default_factory=Votes)
    past: Mapping[int, Votes] = field(default_factory=dict)
    shown: frozenset[int] = frozenset()
    blank: bool = False
    strip: bool = False
    join: bool = False
    focus: str | None = None
    marks: tuple[Mark, ...] = ()
    spot: tuple[float, float] | None = None
    branches: tuple[Branch, ...] = ()
    beside: str = ""
    driver: str = ""
    moves: int = 0
    lately: tuple[str, ...] = ()
    moved: int = 0
    n: int = 0
    received: int = 0
    mine: int | None = None
    privy: bool = True
    later: int = 0
    advice: str = ""
    throwing: bool = False

    def still_to_do(self, act: str, moves: int) -> bool:
        """Whether an act is to be done whose button was pressed when so many ``moves`` were shown: pressed twice it is done once.
        What has been done since may be another: the page that showed it was still on its way."""
        since = self.moves - moves
        return 0 <= since <= len(self.lately) and act not in self.lately[len(self.lately) - since :]

    # ---------------------------------------------------------------- what stands on it
    @property
    def now(self) -> ScriptStep | None:
        """The step it is at; None where nothing is given."""
        return self.script.steps[self.step] if self.script is not None else None

    @property
    def question(self) -> StageQuestion | None:
        """What is asked now, also on a branch of it: nothing."""
        return self.now.question if self.now is not None and not self.at.startswith("b") else None

    def branch(self, name: str) -> Branch | None:
        """That branch; None if it is a moment of the script."""
        return next((each for each in self.branches if each.id == name), None)

    def state_at(self, name: str) -> Any:
        """The state at a moment. KeyError if there is none."""
        if (found := self.branch(name)) is not None:
            return found.state
        assert self.script is not None
        number = int(name.rstrip("+"))
        step = self.script.steps[number]
        return step.end if name.endswith("+") else step.last

    @property
    def state(self) -> Any:
        """The state that is shown."""
        return self.state_at(self.at)

    def line_to(self, name: str) -> tuple[Branch, ...]:
        """The branches that lead to a moment from the script."""
        found: list[Branch] = []
        while (each := self.branch(name)) is not None:
            found.insert(0, each)
            name = each.parent
        return tuple(found)

    def after(self, name: str) -> tuple[Branch, ...]:
        """What has been tried from a moment."""
        return tuple(each for each in self.branches if each.parent == name)

    @property
    def answered(self) -> bool:
        """Whether the answer of the step stands on the board, or has."""
        return self.phase == "shown"


Find = Callable[[str], Script | None]


def folded(doc: Stage, act: Act, find: Find = shipped_script) -> Stage:
    """The stage after an act. Refused with the reason, and nothing has changed."""
    verb, _, what = act.text.partition(" ")
    if (verb == "fell") != (act.by == CHANCE):
        raise Refused("That is for chance to say.")
    if verb == "vote":
        return _voted(doc, act.by, what)
    known = _ACTS.get(verb)
    if known is None:
        raise Refused(f"{act.text[:60]!r} is nothing that can be done on a stage.")
    if doc.script is None and verb not in ("open", "load", "take", "put"):
        raise Refused("No script is open yet.")
    after = _open(doc, what, find) if verb == "open" else known(doc, what)
    moved = verb in _MOVES and (after.at, after.step) != (doc.at, doc.step)
    lately = (*doc.lately, act.text)[-LATELY:]
    return replace(after, n=act.n, moves=doc.moves + 1, lately=lately, moved=act.n if moved else doc.moved)


#: The acts by which another moment is shown, and a film leads to it.
_MOVES = ("step", "reveal", "play", "fell", "go")


def _open(doc: Stage, what: str, find: Find) -> Stage:
    """A script that ships is opened."""
    script = find(what)
    if script is None:
        raise Refused(f"There is no script {what[:40]!r}.")
    return _begun(script, what, doc.driver)


def _load(doc: Stage, what: str) -> Stage:
    """A script is opened by its name and its text, as JSON."""
    try:
        name, text = json.loads(what)
        script = read_script(str(text), f"{name}.toml")
    except Faulty as faulty:
        raise Refused(faulty.faults[0].told) from None
    except (ValueError, TypeError):
        raise Refused("That is no script.") from None
    return _begun(script, str(name), doc.driver)


def _begun(script: Script, name: str, driver: str) -> Stage:
    return _at_step(Stage(script, name, driver=driver), 0)


def _at_step(doc: Stage, number: int, at: str = "") -> Stage:
    """The stage at a step, as it was left."""
    assert doc.script is not None
    step = doc.script.steps[number]
    past = {**doc.past, doc.step: doc.votes} if doc.question is not None or doc.votes.rounds != ({},) else doc.past
    was = number in doc.shown
    phase = "" if step.question is None else "shown" if was else "ask"
    return replace(
        doc,
        step=number,
        before=doc.at,
        at=at or (f"{number}+" if was else str(number)),
        phase=phase,
        votes=past.get(number, Votes()),
        past=past,
        blank=False,
        focus=None,
        marks=(),
        spot=None,
        beside="",
        received=0,
        mine=None,
    )


# ------------------------------------------------------------------ on and back
def _step(doc: Stage, what: str) -> Stage:
    assert doc.script is not None
    if not (what.isascii() and what.isdigit()) or int(what) >= len(doc.script.steps):
        raise Refused(f"There are steps 1 to {len(doc.script.steps)}.")
    return _at_step(doc, int(what))


def _phase(doc: Stage, what: str) -> Stage:
    """Votes are taken ("vote"), no longer ("close"), or asked for once more ("again")."""
    if doc.question is None or doc.phase == "shown":
        raise Refused("Nothing is asked now.")
    if what == "open":
        return replace(doc, phase="vote")
    if what == "close" and doc.phase == "vote":
        return replace(doc, phase="closed")
    if what == "again" and doc.phase == "closed":
        if len(doc.votes.rounds) >= ROUNDS:
            raise Refused("Two rounds are enough: show the answer.")
        return replace(doc, phase="vote", votes=replace(doc.votes, rounds=(*doc.votes.rounds, {})))
    raise Refused("That cannot be done with the vote now.")


def _reveal(doc: Stage, what: str) -> Stage:
    if doc.question is None:
        raise Refused("Nothing is asked now.")
    return replace(
        doc, phase="shown", before=doc.at, at=f"{doc.step}+", shown=doc.shown | {doc.step}, blank=False, spot=None
    )


def _hands(doc: Stage, what: str) -> Stage:
    """Hands that were counted, option by option; with "|" between two rounds."""
    question = doc.question
    if question is None or not question.options:
        raise Refused("There is nothing to count hands for.")
    rounds = [part.split() for part in what.split("|")]
    fits = all(len(each) == len(question.options) and all(n.isascii() and n.isdigit() for n in each) for each in rounds)
    if not fits or len(rounds) > ROUNDS or any(int(n) > MOST_HANDS for each in rounds for n in each):
        raise Refused(f"Write one number for each of the {len(question.options)} options.")
    counted = tuple(tuple(map(int, each)) for each in rounds)
    return replace(doc, votes=replace(doc.votes, counted=counted))


def _voted(doc: Stage, by: str, what: str) -> Stage:
    """Somebody answers, or answers otherwise: the last answer before the vote closes counts."""
    question = doc.question
    if question is None or doc.phase != "vote":
        raise Refused("No votes are taken now.")
    if not (what.isascii() and what.isdigit()) or int(what) >= len(question.options):
        raise Refused("That is none of the options.")
    *earlier, now = doc.votes.rounds
    return replace(doc, votes=replace(doc.votes, rounds=(*earlier, {**now, by: int(what)})), moved=0)


# ------------------------------------------------------------------ playing, and what if
def _play(doc: Stage, what: str, by: str = "") -> Stage:
    """An action is played from where one is: a branch. One that was tried before is gone to again."""
    if doc.phase == "vote":  # what is tried would tell the answer
        raise Refused("Votes are being taken: close the vote first.")
    known = next((each for each in doc.after(doc.at) if each.action == what), None)
    if known is not None:
        return _gone(doc, known.id)
    if len(doc.branches) >= MOST_BRANCHES:
        raise Refused(f"A study has at most {MOST_BRANCHES} moments.")
    try:
        (moment,) = played(doc.state, (what,))
    except IllegalAction as refused:
        raise Refused(" ".join(reason.text for reason in refused.verdict.reasons)) from None
    except Faulty as faulty:
        raise Refused(faulty.faults[0].told) from None
    made = Branch(f"b{len(doc.branches) + 1}", doc.at, what, moment.state, moment.events, doc.step, by)
    return replace(_gone(replace(doc, branches=(*doc.branches, made)), made.id), strip=True)


def _throw(doc: Stage, what: str) -> Stage:
    """The die, or the pack, is left to chance."""
    if doc.state.decision != "chance":
        raise Refused("Nothing is thrown or drawn now.")
    return replace(doc, throwing=True)


def _chance(doc: Stage, what: str) -> Stage:
    return replace(_play(doc, what, CHANCE), throwing=False)


def _gone(doc: Stage, what: str) -> Stage:
    """One goes to a moment that has been: of the script's those shown so far."""
    branch = doc.branch(what)
    number = what.rstrip("+")
    if branch is None and not (number.isascii() and number.isdigit() and int(number) < len(_steps(doc))):
        raise Refused("There is no such moment.")
    if branch is None:
        there = int(number)
        if what.endswith("+") and there not in doc.shown:
            raise Refused("Its answer has not been shown.")
        return _at_step(doc, there, what)
    other = doc if branch.step == doc.step else _at_step(doc, branch.step)
    return replace(other, before=doc.at, at=what, blank=False, marks=(), spot=None)


def _steps(doc: Stage) -> tuple[ScriptStep, ...]:
    return doc.script.steps if doc.script is not None else ()


def _beside(doc: Stage, what: str) -> Stage:
    """Another moment is shown beside: a branch, or where the script stands; "" for none."""
    if what and doc.branch(what) is None and what not in (str(doc.step), f"{doc.step}+"):
        raise Refused("There is no such moment.")
    if what.endswith("+") and not doc.answered:
        raise Refused("Its answer has not been shown.")
    return replace(doc, beside=what)


def _put(doc: Stage, what: str) -> Stage:
    """A step is put in after the one that is shown, and gone to: an exercise, a puzzle, an answer, a quarrel. ``game`` is the one
    it is about: where nothing is given, or another game, it begins a script of its own. ``of`` is what its board is known by."""
    try:
        raw = json.loads(what)
        there = doc.script
        of, game = (
            str(raw.pop("of", "")),
            str(raw.pop("game", "")) or (there.game if there is not None else games.FIRST),
        )
        anew = there is None or there.game != game
        script = Script("The class", game, games.teachable(game).edition, ()) if anew or there is None else there
        step = replace(read_step(raw, script, None if anew else doc.state), of=of)
    except Faulty as faulty:
        raise Refused(faulty.faults[0].told) from None
    except (ValueError, TypeError, AttributeError, KeyError):
        raise Refused("That cannot be put onto the stage.") from None
    if anew:
        return _begun(replace(script, steps=(step,)), "class", doc.driver)
    at, steps = doc.step + 1, script.steps
    past = {**doc.past, doc.step: doc.votes}
    branches = (
        each._replace(step=each.step + (each.step >= at), parent=_moved(each.parent, at)) for each in doc.branches
    )
    moved = replace(
        doc,
        script=replace(script, steps=(*steps[:at], step, *steps[at:])),
        votes=Votes(),
        past={number + (number >= at): votes for number, votes in past.items()},
        shown=frozenset(number + (number >= at) for number in doc.shown),
        branches=tuple(branches),
    )
    return _at_step(moved, at)


def _moved(name: str, at: int) -> str:
    if name.startswith("b"):
        return name
    number, plus = int(name.rstrip("+")), "+" if name.endswith("+") else ""
    return f"{number + (number >= at)}{plus}"


# ------------------------------------------------------------------ looking and pointing
def _focus(doc: Stage, what: str) -> Stage:
    """A part of the board is shown large: "c2", "b1-d3", "all"; "" for what the script says."""
    if what not in ("", "all") and not doc_part(doc, what):
        raise Refused(f"{what[:20]!r} is no part of the board.")
    return replace(doc, focus=what or None)


def doc_part(doc: Stage, what: str) -> bool:
    """Whether a text names a part of the board."""
    places = doc.script.teaches.places_in(doc.state) if doc.script is not None else ()
    return all(end in places for end in what.split("-", 1)) if places else True


def _mark(doc: Stage, what: str) -> Stage:
    kind, _, rest = what.partition(" ")
    points = rest.split()
    if kind not in ("arrow", "line", "ring", "cross") or not points or len(points) > MOST_POINTS:
        raise Refused("An arrow, a line, a ring or a cross is drawn, with its points.")
    if len(doc.marks) >= MOST_MARKS:
        raise Refused(f"{MOST_MARKS} marks stand there already: wipe them first.")
    return replace(doc, marks=(*doc.marks, Mark(kind, tuple(map(_point, points)))))


def _point(text: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise Refused("A point is two numbers: 215,735.") from None
    if not (-500 <= x <= 9_000 and -500 <= y <= 9_000):
        raise Refused("That point is not on the board.")
    return round(x, 1), round(y, 1)


def _spot(doc: Stage, what: str) -> Stage:
    return replace(doc, spot=_point(what) if what else None)


def _switched(name: str) -> Callable[[Stage, str], Stage]:
    def switch(doc: Stage, what: str) -> Stage:
        if what not in ("on", "off"):
            raise Refused(f"{name} is on or off.")
        return replace(doc, **{name: what == "on"})  # type: ignore[arg-type]

    return switch


_ACTS: Mapping[str, Callable[[Stage, str], Stage]] = {
    "open": lambda doc, what: doc,
    "load": _load,
    "step": _step,
    "poll": _phase,
    "reveal": _reveal,
    "hands": _hands,
    "play": _play,
    "throw": _throw,
    "fell": _chance,
    "go": _gone,
    "beside": _beside,
    "put": _put,
    "focus": _focus,
    "mark": _mark,
    "unmark": lambda doc, what: replace(doc, marks=doc.marks[:-1]),
    "wipe": lambda doc, what: replace(doc, marks=(), spot=None),
    "spot": _spot,
    "blank": _switched("blank"),
    "strip": _switched("strip"),
    "join": _switched("join"),
    "take": lambda doc, what: replace(doc, driver=what[:40]),
}


# ------------------------------------------------------------------ what is seen
def seen(doc: Stage, viewer: Viewer) -> Stage:
    """What a viewer may know of it. While votes are taken nobody knows how they fall; who does not drive knows nothing of what is
    to come, no notes, and of a question no answer before it is shown."""
    votes = doc.votes
    received, mine = len(votes.rounds[-1]), votes.rounds[-1].get(viewer.name)
    privy = viewer.role == DRIVER
    shown = doc.phase == "shown"
    if not (shown or (privy and doc.phase in ("closed", "ask"))):
        votes = Votes(tuple({} for _ in votes.rounds))
    else:  # how they fell, not who gave them
        options = len(doc.now.question.options) if doc.now is not None and doc.now.question is not None else 0
        given = tuple(votes.count(number, options) for number in range(len(votes.counted or votes.rounds)))
        votes = Votes(tuple({} for _ in votes.rounds), given)
    hidden = replace(doc, votes=votes, received=received, mine=mine, privy=privy, past={})
    if doc.script is None:
        return hidden
    if privy:
        hidden = replace(hidden, advice=_advice(doc))
    else:
        hidden = replace(hidden, branches=tuple(each for each in doc.branches if _has_been(doc, each)))
    return replace(hidden, script=_known(doc, privy), later=len(doc.script.steps) - doc.step - 1)


def _advice(doc: Stage) -> str:
    """What a closed first round suggests: with between 30 and 70 in a hundred right there is something to talk about."""
    question = doc.question
    if doc.phase != "closed" or question is None or len(doc.votes.rounds) > 1 or not doc.votes.rounds[0]:
        return ""
    given = list(doc.votes.rounds[0].values())
    part = sum(option in question.right for option in given) / len(given)
    return "talk" if 0.3 <= part <= 0.7 else ""


def _has_been(doc: Stage, branch: Branch) -> bool:
    """Whether everybody may know of a branch: it is no part of a step that is still to come, or to be answered."""
    if branch.step != doc.step or doc.question is None or doc.answered:
        return branch.step <= doc.step
    return branch in (*doc.line_to(doc.at), *doc.line_to(doc.beside))


def _known(doc: Stage, privy: bool) -> Script:
    """The script as far as a viewer may know it."""
    assert doc.script is not None
    steps = doc.script.steps
    now = steps[doc.step]
    if doc.phase != "shown" and not privy:
        now = replace(now, **_unshown(now, False))
    if privy:
        # Whoever drives sees what is next, but no answer that is not yet shown: his phone may lie open on a desk.
        if doc.phase in ("ask", "vote", "closed"):
            now = replace(now, **_unshown(now, False))
        return replace(doc.script, steps=(*steps[: doc.step], now, *steps[doc.step + 1 :]))
    hidden: dict[str, Any] = {"notes": "", "raw": {}}
    past = tuple(
        replace(each, **hidden, **_unshown(each, number in doc.shown)) for number, each in enumerate(steps[: doc.step])
    )
    return replace(doc.script, steps=(*past, replace(now, **hidden)), text="")


def _unshown(step: ScriptStep, shown: bool) -> dict[str, Any]:
    if shown or step.question is None:
        return {}
    return {"question": step.question.open, "then": ()}


__all__ = ["Branch", "Mark", "ScriptMoment", "Stage", "Votes", "folded", "seen"]
