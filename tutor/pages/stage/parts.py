"""What the pages of a stage share: buttons with what they do, the question with its bars, the dice, the way on and back."""

from __future__ import annotations

from typing import Any, NamedTuple

from tutor.desk.desk import Known
from tutor.draw.html import Html, el, join
from tutor.draw.html import picture as as_html
from tutor.draw.page import icon
from tutor.draw.qr import qr_picture
from tutor.draw.shapes import Box, Disc, Scene, Words
from tutor.pages.stage.asking import StageOption, StageQuestion
from tutor.pages.stage.picture import drawn_part, picture, shown
from tutor.pages.stage.show import ROUNDS, Stage
from tutor.pages.table.dice import die
from tutor.teach.game import registry as games

#: Under these names the host tells how many follow, where they come in (:class:`Door`), and when the stage was begun, in seconds
#: since 1970; the picture of the board of a step it knows (:class:`Scene`), and what the screen shows instead of the stage.
CROWD, DOOR, BEGUN, BOARD, INSTEAD = "crowd", "door", "begun", "board", "instead"


class Door(NamedTuple):
    """Where phones come in to follow: the whole link, the address and the word as one reads them out; ``clicker`` is the link of
    the clicker, "" for who may not know it; ``wifi`` what a phone reads to join the Wi-Fi, "" if that is not known."""

    link: str = ""
    address: str = ""
    word: str = ""
    clicker: str = ""
    wifi: str = ""


def board(doc: Stage, known: Known) -> Scene:
    """The board that is shown: with the answer a step's own picture, if the host knows one; else the moment."""
    own: Scene | None = known.get(BOARD)
    return own if own is not None and doc.answered and not doc.at.startswith("b") else shown(doc)


class Way(NamedTuple):
    """What Next or Back does: the act, and what stands on the button. ``to`` is the step it leads to, -1 for none."""

    act: str
    says: str
    small: str = ""
    to: int = -1


def button(target: str, text: Html | str, look: str = "", **more: Any) -> Html:
    """Something to press."""
    return el("button", text, type="button", class_=look or None, data_target=target, data_key=target, **more)


def doing(doc: Stage, act: str) -> str:
    """The target that does an act once, however often it is pressed: it holds how often something has been done
    (:meth:`Stage.still_to_do`)."""
    return f"do:{doc.moves}:{act}"


# ------------------------------------------------------------------ on and back
def onward(doc: Stage, crowd: int) -> Way | None:
    """What comes next; None at the end."""
    if doc.script is None or doc.now is None:
        return None
    if doc.blank:
        return Way("blank off", "Show again")
    if doc.at.startswith("b"):
        back = f"{doc.step}+" if doc.answered else str(doc.step)
        return Way(f"go {back}", "Back to the script", doc.now.title)
    if (found := _of_vote(doc, crowd)) is not None:
        return found
    number = doc.step + 1
    if not doc.later:
        return None
    known = (
        doc.script.steps[number].title if number < len(doc.script.steps) else ""
    )  # who does not drive sees no further
    return Way(f"step {number}", "Next", known, number)


def _of_vote(doc: Stage, crowd: int) -> Way | None:
    """What comes next in a question that is not yet answered."""
    question = doc.question
    if question is None or doc.answered:
        return None
    if doc.phase == "ask" and crowd and question.options:
        return Way("poll open", "Open the vote", f"{crowd} follow")
    if doc.phase == "vote":
        return Way("poll close", "Close the vote", f"{doc.received} of {max(crowd, doc.received)}")
    if doc.phase == "closed" and doc.advice == "talk" and len(doc.votes.rounds) < ROUNDS:
        return Way("poll again", "Talk, then vote again", "opinions are divided")
    return Way("reveal", "Show the answer", "with its rule")


def backward(doc: Stage) -> Way | None:
    """What was before; None at the beginning."""
    if (branch := doc.branch(doc.at)) is not None:
        return Way(f"go {branch.parent}", "Back")
    return Way(f"step {doc.step - 1}", "Back", to=doc.step - 1) if doc.step else None


# ------------------------------------------------------------------ the question
def asked(doc: Stage, crowd: int) -> Html | None:
    """The question beside the board: the options; while votes are taken how many have come; at the end how they fell."""
    question = doc.question
    if question is None:
        return None
    talking = doc.phase == "vote" and len(doc.votes.rounds) > 1
    above = {"shown": "", "closed": "The vote is closed."}.get(doc.phase, "What do you think?")
    above = "Talk with your neighbour, then answer again." if talking else above
    rows = [_option(doc, number, option, question) for number, option in enumerate(question.options)]
    return join(
        el("p", above, class_="st-above") if above else None,
        el("h1", question.ask, class_="st-long" if len(question.ask) > 70 else None),
        _legend(doc) if doc.answered and len(_bars(doc)) > 1 else None,
        el("ul", rows, class_="st-options st-dense" if question.dense else "st-options") if rows else None,
        _received(doc, crowd) if doc.phase in ("vote", "closed") else None,
    )


def _bars(doc: Stage) -> tuple[tuple[int, ...], ...]:
    """How the rounds fell, only once the answer is shown."""
    question = doc.question
    if question is None or not doc.answered:
        return ()
    found = [
        doc.votes.count(number, len(question.options)) for number in range(len(doc.votes.counted or doc.votes.rounds))
    ]
    return tuple(each for each in found if any(each))


def _option(doc: Stage, number: int, option: StageOption, question: StageQuestion) -> Html:
    right = doc.answered and number in question.right
    bars = _bars(doc)
    most = max((sum(each) for each in bars), default=1)
    counts = [each[number] for each in bars]
    drawn = [
        el(
            "i",
            el("i", style=f"width:{100 * count / most:.1f}%"),
            class_="st-bar" + (" st-before" if n < len(counts) - 1 else ""),
        )
        for n, count in enumerate(counts)
    ]
    earlier = "".join(f"{count} → " for count in counts[:-1])
    said = el("span", earlier, el("b", str(counts[-1])), class_="st-count") if counts else None
    return el(
        "li",
        face(doc, option, number),
        el("span", option.text, " ✓" if right else "", class_="st-name"),
        said,
        el("span", drawn, class_="st-bars") if counts else None,
        class_=f"st-option {'st-right' if right else 'st-off' if doc.answered else ''}".strip(),
        data_key=f"option {number}",
    )


def face(doc: Stage, option: StageOption, number: int) -> Html:
    """The picture of an option, or its letter."""
    assert doc.script is not None
    kind, _, name = option.target.partition(":")
    if kind in ("denizen", "thing", "knight") and (found := _portrait(doc.script.game, kind, name)):
        return el("span", found, class_="st-face")
    return el("span", "ABCDEFGH"[number : number + 1], class_="st-letter")


def _portrait(game: str, kind: str, name: str) -> Html | str:
    at_table = games.table(game)
    if kind == "knight":
        return icon(at_table.shield(name), 22, 24)
    scene = games.teachable(game).portrait(name)
    if scene is None:
        return ""
    shapes = [shape for layer in scene.layers for group in layer.groups for shape in group.shapes]
    written = {number for number, each in enumerate(shapes) if isinstance(each, Words)}
    plates = {
        number - 1 for number in written if number and isinstance(shapes[number - 1], (Disc, Box))
    }  # too small to be read
    return icon(tuple(each for n, each in enumerate(shapes) if n not in written | plates), scene.width, scene.height)


def _legend(doc: Stage) -> Html:
    before, after = el("i", class_="st-bar st-before"), el("i", class_="st-bar")
    return el("p", before, " before   ", after, " after talking", class_="st-legend")


def _received(doc: Stage, crowd: int) -> Html:
    of = max(crowd, doc.received)
    return el(
        "p",
        el("b", str(doc.received)),
        el("span", f"of {of}", el("br"), "have answered"),
        class_="st-received",
        data_key="received",
    )


# ------------------------------------------------------------------ the answer
def verdict(doc: Stage) -> Html | str:
    """The answer with its rule, over the foot of the board."""
    question = doc.question
    if question is None or not doc.answered:
        return ""
    sign = "✗" if question.is_no else "✓"
    cited = [
        el("small", each.cite, el("b", " our ruling") if each.ruling else None, title=each.rule)
        for each in question.rules[:1]
    ]
    return el(
        "div",
        el("i", sign, class_="st-sign", aria_hidden="true"),
        el("h2", question.answer, class_="st-long" if len(question.answer) > 26 else None),
        el("p", question.said or (question.rules[0].says if question.rules else ""), *cited),
        class_="st-answer st-no" if question.is_no else "st-answer",
        data_key=f"answer {doc.step}",
    )


# ------------------------------------------------------------------ dice, thumbnails, codes
def dice(doc: Stage) -> Html | str:
    """The dice that fell last on the way to this moment."""
    branch = doc.branch(doc.at)
    step = doc.now
    events = branch.events if branch is not None else ()
    if branch is None and step is not None:
        moments = step.then if doc.at.endswith("+") and step.then else step.moments
        events = tuple(event for moment in moments for event in moment.events)
    thrown = [event for event in events if event.dice]
    if not thrown:
        return ""
    made = [icon(die(pips), 24, 24) for pips in thrown[-1].dice]
    return el(
        "div",
        el("span", made, data_roll=str(doc.moved), data_key="dice"),
        el("p", thrown[-1].text)
        if branch is None and doc.question is None and step is not None and not step.words
        else None,
        class_="st-throw",
    )


def thumbnail(doc: Stage, number: int) -> Html | str:
    """The board of a step as it begins, its part."""
    if doc.script is None or not 0 <= number < len(doc.script.steps):
        return ""
    step = doc.script.steps[number]
    return as_html(drawn_part(picture(doc.script.game, step.last), step.focus))


def code(link: str) -> Html:
    """A link as a code that grows with its place."""
    return as_html(qr_picture(link, grows=True))
