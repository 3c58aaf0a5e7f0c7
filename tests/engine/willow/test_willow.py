"""The Willow game: what its worked cases do not show. Faults, secrets, scenarios, the graph, odds, figures, whole games."""

from __future__ import annotations

import random
import re
import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import willow
from engine.contract.game import play_out
from engine.text.faults import Faulty, ImpossibleSituation, UnreadableText
from engine.willow.material.source import WORDS
from engine.willow.notation import keys
from engine.willow.play import odds as chances
from engine.willow.play import paths
from engine.willow.rules import judgement
from tests.depth import deep_from
from tests.sources import ROOT
from tests.support.willow_games import begin, moments, scenario, wrong

ENGINE = ROOT / "engine" / "willow"
T = 'scenario = "training"\n'


def refused(text: str) -> str:
    with pytest.raises(ImpossibleSituation) as refusal:
        willow.loads(text)
    return str(refusal.value)


# ------------------------------------------------------------------ whole games


@pytest.mark.parametrize("seed", deep_from(3, range(6)))
def test_games_on_any_map_keep_every_promise(seed: int) -> None:
    for number, (before, step) in enumerate(moments(begin(seed, last_round=4), seed, 330)):
        assert wrong(number, before, step) == ""


@pytest.mark.parametrize("seed", deep_from(2, range(100, 104)))
def test_games_on_any_map_come_to_their_end(seed: int) -> None:
    state = begin(seed)
    for number, (before, step) in enumerate(moments(state, seed, 20_000)):
        assert wrong(number, before, step) == ""
        state = step.state
    assert state.over


@pytest.mark.parametrize("seed", range(3))
def test_an_action_is_legal_exactly_when_it_is_listed(seed: int) -> None:
    for number, (state, _) in enumerate(moments(begin(3 * seed), seed, 140)):
        if number % 20:
            continue
        vocabulary = set(every_text(state))
        listed = set(state.actions())
        assert listed <= vocabulary
        assert {text for text in vocabulary if state.judge(text).legal} == listed


def every_text(state: willow.State) -> list[str]:
    """All that could be said of these characters, cards and places, legal or not: the companies only of one's own space."""
    m, people = state.material, [one.id for one in state.characters]
    found = [
        "pass",
        "done",
        *(f"champion {name}" for name in people),
        *(f"disagree {w}" for w in ("champion", "army", "treasure")),
    ]
    found += [f"roll {a}" for a in range(1, 7)] + [f"roll {a} {b}" for a in range(1, 7) for b in range(1, 7)]
    found += [f"shape {s}" for s in m.shapes] + [f"treasure {t}" for t in m.treasures]
    for one in state.characters:
        found += [
            f"{one.id} {rest}"
            for rest in (
                "attacks",
                "absorbs",
                "bears it",
                "is found",
                "hides",
                "uses power",
                "frees",
                "agrees",
                "refuses",
                "takes army",
                "takes treasure",
                "searches here",
                "discards army",
            )
        ]
        found += [f"{one.id} looks at {what}" for what in (*people, *m.places)]
        found += [f"{one.id} {verb} {card}" for verb in ("draws", "discards", "plays") for card in m.cards]
        found += [f"{one.id} plays {card} on {name}" for card in m.cards for name in people]
        found += [f"{one.id} gives {what} to {name}" for what in (*m.cards, *m.treasures, "army") for name in people]
        found += [
            f"{one.id} restores {name}"
            for name in (*people, *m.treasures)
            if name in people or m.treasures[name].companion
        ]
        found += cast_texts(m, people, one)
        groups = ["", *(" with " + " ".join(group) for group in judgement._groups(state, one) if group)]
        found += [
            f"{one.id} {verb} {place}{group}"
            for verb in ("moves", "searches")
            for place in m.places
            for group in groups
        ]
    if state.fight is not None and state.fight.foe:
        found += [f"{name} restores {state.fight.foe}" for name in people]
    return [willow.parse_action(text, state).text for text in dict.fromkeys(found)]


def cast_texts(m: Any, people: list[str], one: willow.Character) -> list[str]:
    """Every spell of a character, on whatever it could be cast on."""
    found = []
    for spell in one.spells:
        found.append(f"{one.id} casts {spell}")
        found += [
            f"{one.id} casts {spell} on {name}{shape}"
            for name in people
            for shape in ("", *(f" as {s}" for s in m.shapes))
        ]
        found += [
            f"{one.id} casts {spell} on {t.id} as {s}" for t in m.treasures.values() if t.companion for s in m.shapes
        ]
        found += [
            f"{one.id} casts {spell} on {c.id} as {s}" for c in m.cards.values() if c.kind == "foe" for s in m.shapes
        ]
    return found


# ------------------------------------------------------------------ rules, words, figures


def test_every_rule_is_named_by_the_code() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in ENGINE.rglob("*.py"))
    assert len(willow.ledger()) == 198
    assert [rule for rule in willow.ledger() if rule not in code] == []


def test_every_sentence_of_the_words_is_used_and_every_rule_of_a_reason_known() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in ENGINE.rglob("*.py"))
    built = ("army.take refuses", "treasure.dispute refuses")
    known = [case for case in WORDS["reasons"] if f'"{case}"' in code or case in built or case.endswith(" draws")]
    assert known == list(WORDS["reasons"])
    assert [case for case in WORDS["reasons"] if case.split()[0] not in willow.ledger()] == []
    assert [kind for kind in WORDS["events"] if f'"{kind}"' not in code] == []
    assert [name for name in WORDS["faults"] if f'"{name}"' not in code] == []


def test_every_figure_says_where_it_comes_from() -> None:
    told = {figure["name"]: figure for figure in willow.figures()}
    assert told["resistance of fly"]["source"] == "text"
    assert told["prowess of army-of-nockmaar"]["source"] == "derived"
    assert told["copies of horse"]["source"] == "public"
    assert told["hide of tir-asleen"]["source"] == "assumed"
    assert {figure["source"] for figure in told.values()} <= {"text", "derived", "public", "assumed", "given"}
    assert {figure["source"] for figure in willow.figures("text")} == {"text", "derived"}


@pytest.mark.parametrize(
    ("text", "action", "assumed"),
    [
        (
            '[characters.willow]\nat = "tavern"',
            "willow searches magic-spring",
            ("links of the map", "stealth of willow", "hide of magic-spring"),
        ),
        (
            '[characters.willow]\nat = "tavern"\nstealth = 4\n[places.magic-spring]\nhide = 2',
            "willow searches magic-spring",
            ("links of the map",),
        ),
        ('[characters.willow]\nmagic = 3\nspells = ["fly"]', "willow casts fly", ("time of fly", "effect of fly")),
        ('[characters.willow]\nmagic = 3\nspells = ["fly"]\ncast = ["fly"]', "willow casts fly", ()),
        ('step = "fight"\n[characters.willow]\nmagic = 3\nspells = ["fly"]', "willow casts fly", ("time of fly",)),
        ('[characters.willow]\nat = "tavern"', "willow searches nelwyn-village", ("links of the map",)),
        (
            '[characters.kael]\nat = "tavern"\nstealth = 2\n[characters.franjean-rool]\nat = "tavern"',
            "kael attacks",
            (),
        ),
    ],
)
def test_a_verdict_says_on_which_assumed_figures_it_rests(text: str, action: str, assumed: tuple[str, ...]) -> None:
    verdict = willow.loads(T + text).judge(action)
    assert verdict.assumed == assumed
    assert verdict.as_dict().get("assumed", []) == list(assumed)


def test_a_verdict_gives_each_reason_once() -> None:
    """He is not on turn, and he cannot move: the same reason from both, said once."""
    reasons = willow.loads(T + 'side = "evil"\nalone = "sorsha"').judge("kael moves mountain-pass").reasons
    assert [reason.rule for reason in reasons].count("turn.extra") == 1
    assert len(set(reasons)) == len(reasons)


def test_a_pointer_that_has_moved_still_rests_on_its_assumed_start() -> None:
    state = (
        willow.loads(T + '[characters.willow]\nspells = ["fly"]').play("willow casts fly").state.play("roll 1 6").state
    )
    again = willow.loads(willow.dumps(state))
    assert again == state
    assert again.character("willow").magic == 2
    assert again.character("willow").given == ()


# ------------------------------------------------------------------ figures that are not known


def test_without_a_scenario_no_map_is_known() -> None:
    state = willow.loads('[characters.willow]\nat = "tavern"')
    assert state.judge("willow moves crossroads").rules == ("setup.components",)
    assert state.paths().number_of_edges() == 0


def test_a_figure_that_is_lacking_is_named() -> None:
    state = willow.loads('scenario = "training"\nvalues = "given"\n[characters.willow]\nat = "tavern"')
    verdict = state.judge("willow searches magic-spring")
    assert "Stealth of Willow is not given" in str(verdict)
    assert verdict.rules == ("setup.pointers",)
    assert willow.loads(willow.dumps(state)) == state
    ready = willow.loads('scenario = "training"\nvalues = "given"\n[characters.willow]\nat = "tavern"\nstealth = 3')
    assert ready.judge("willow searches magic-spring").legal
    none = willow.loads('[characters.franjean-rool]\nat = "tavern"\n[places.magic-spring]\nhide = 3')
    assert none.character("franjean-rool").stealth == 5, "the one Stealth of Good that is in the text"
    with pytest.raises(ImpossibleSituation, match="magic of willow"):
        chances.bavmorda(willow.loads(""), "willow")


# ------------------------------------------------------------------ secrets


SECRET = (
    T
    + """controls = { ann = ["willow", "airk"], cora = ["madmartigan", "franjean-rool"], bob = ["kael", "sorsha"] }
side = "SIDE"
step = "STEP"
elora = "HOLDER"
[characters.willow]
at = "tavern"
hand = ["CARD"]
[characters.franjean-rool]
at = "tavern"
hand = ["horse"]
[characters.kael]
at = "tavern"
hand = ["bear", "EVIL"]
[characters.airk]
army = true
[seen]
elora = ["willow", "franjean-rool"]
"""
)


def world(holder: str, card: str, evil: str, side: str, step: str) -> willow.State:
    """A moment that differs from its twins in what one side may not know: cards of the same number, another holder."""
    text = (
        SECRET.replace("HOLDER", holder)
        .replace("CARD", card)
        .replace("EVIL", evil)
        .replace("SIDE", side)
        .replace("STEP", step)
    )
    hands = {"willow": 2, "franjean-rool": 2}
    other = "franjean-rool" if holder == "willow" else "willow"
    spare = "boots-of-stealth"
    data = tomllib.loads(text)
    data["characters"][other]["hand"].append(spare)
    state = willow.from_dict(data)
    assert {name: len(state.character(name).hand) for name in hands} == hands
    return state


@pytest.mark.parametrize(("side", "step"), [("good", "move"), ("evil", "move"), ("evil", "draw"), ("good", "draw")])
def test_twins_that_differ_in_what_evil_may_not_know_look_and_sound_the_same_to_it(side: str, step: str) -> None:
    one = world("willow", "sword", "minions-of-war", side, step)
    two = world("franjean-rool", "fly", "minions-of-war", side, step)
    for seat in ("bob", None):
        assert one.seen_by(seat) == two.seen_by(seat)
        assert willow.code(one.seen_by(seat)) == willow.code(two.seen_by(seat))
        assert one.actions("bob") == two.actions("bob")
        assert one.seen_by(seat).actions() == two.seen_by(seat).actions()
    assert one.seen_by("bob").holders() == ("willow", "franjean-rool")
    assert one.seen_by("ann") != two.seen_by("ann")
    assert one.seen_by("ann") == one.seen_by("cora"), "a side sees all its own hands"


PAIRS = [
    ("willow gives sword to franjean-rool", "willow gives fly to franjean-rool"),
    ("willow gives elora-danan to franjean-rool", "willow gives fly to franjean-rool"),
    ("willow draws bow", "willow draws passage"),
    ("willow moves crossroads", "willow moves crossroads"),
    ("done", "done"),
]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_what_evil_hears_of_a_step_tells_nothing_it_may_not_know(first: str, second: str) -> None:
    step = "draw" if "draws" in first else "move"
    one, two = world("willow", "sword", "bow" if "draws" not in first else "horse", "good", step), None
    two = world("franjean-rool", "fly", "bow" if "draws" not in first else "horse", "good", step)
    here, there = one.play(first), two.play(second)
    for seat in ("bob", None):
        assert one.told(here, seat) == two.told(there, seat)
        assert first.split()[2:3] != ["elora-danan"] or "elora" not in one.told(here, seat).action
    assert one.told(here, "ann").action == first
    assert one.told(here, "ann").events == here.events


def test_no_secret_is_written_in_a_view() -> None:
    state = world("willow", "sword", "minions-of-war", "good", "move")
    for seat, hidden in (
        ("bob", ("sword", "horse", "boots-of-stealth", "elora-danan")),
        ("ann", ("bear", "minions-of-war")),
    ):
        hands = " ".join(str(one.hand) for one in state.seen_by(seat).characters)
        assert not any(card in hands for card in hidden)
    assert state.seen_by("bob").elora == "unknown"
    assert all(name == "unknown" for _, name in state.seen_by("bob").lying)


def test_who_may_hold_her_follows_what_evil_has_seen() -> None:
    text = (
        T
        + """
[characters.willow]
at = "tavern"
hand = ["elora-danan", "bow"]
[characters.airk]
at = "north-road"
hand = ["horse"]
[characters.franjean-rool]
at = "tavern"
hand = ["sword"]
[characters.madmartigan]
hand = ["fly"]
[seen]
elora = ["willow", "madmartigan"]
hands = { airk = ["horse"] }
"""
    )
    state = willow.loads(text)
    assert state.seen_by("evil").holders() == ("willow", "madmartigan")
    assert state.seen_by("evil").character("airk").hand == ("horse",)
    traded = state.play("willow gives bow to franjean-rool").state
    assert traded.seen_by("evil").holders() == ("willow", "madmartigan", "franjean-rool")
    gone = state.play("willow gives elora-danan to franjean-rool").state
    assert gone.seen_by("evil").holders() == ("willow", "madmartigan", "franjean-rool")
    emptied = gone.play("willow gives bow to franjean-rool").state
    assert emptied.seen_by("evil").holders() == ("madmartigan", "franjean-rool"), "no card left, no child"
    shown = state.play("madmartigan discards fly").state
    assert shown.seen_by("evil").holders() == ("willow",)


@pytest.mark.parametrize(
    ("seen", "part"),
    [
        ('elora = ["kael", "willow"]', "kael cannot hold Elora Danan"),
        ('elora = ["airk"]', "willow holds Elora Danan and is not among"),
        ('elora = ["willow", "airk"]', "airk cannot hold Elora Danan"),
        ('hands = { willow = ["bow"] }', "willow does not have bow in hand"),
        ('good = ["tavern"]', "no Treasure lies in tavern"),
        ('evil = ["nowhere"]', "'nowhere' has no place in evil"),
        ("what = 3", "there is no key 'what'"),
    ],
)
def test_what_has_been_seen_must_be_so(seen: str, part: str) -> None:
    told = refused(f'{T}[characters.willow]\nhand = ["elora-danan"]\n[seen]\n{seen}')
    assert part in told
    assert "line 5" in told or "line 4" in told


# ------------------------------------------------------------------ faults


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('game = "chess"', "'chess' is not known"),
        ('scenario = "tarining"', "Did you mean 'training'"),
        (T + 'step = "foes"\nside = "evil"', "none of the evil turn"),
        (
            T + '[characters.willow]\nhand = ["sword"]\n[characters.airk]\nhand = ["sword"]',
            "there are 2 of sword in sight",
        ),
        (T + 'discards = ["bear", "bear"]', "There are 1 of it"),
        (T + '[characters.willow]\nhand = ["elora-danan"]\n[characters.airk]\nhand = ["elora-danan"]', "in two hands"),
        (
            T + 'elora = "airk"\n[characters.willow]\nhand = ["elora-danan"]',
            "is in the hand of willow, and elora says airk",
        ),
        (T + '[characters.willow]\nface_up = ["minions-of-war"]', "Friend minions-of-war of the other side"),
        (T + '[characters.willow]\nface_up = ["fly"]', "no Keep or Friend"),
        (T + '[characters.willow]\nspells = ["sword"]', "sword is no Spell"),
        (T + '[characters.willow]\nfoes = ["sword"]', "sword is no Foe"),
        (T + '[characters.kael]\nfoes = ["bear"]', "Evil and has a Foe"),
        (T + '[characters.kael]\ntreasures = ["three-acorns"]', "Evil and has a Treasure"),
        (
            T + "[characters.willow]\narmy = true\n[characters.airk]\narmy = true",
            "two characters lead the Army of good",
        ),
        (
            T + '[characters.airk]\narmy = true\n[places.army-of-galladoorn]\narmy = "army-of-galladoorn"',
            "is led by somebody",
        ),
        (T + '[places.tavern]\narmy = "army-of-galladoorn"', "does not lie in tavern"),
        (T + "[characters.airk]\narmy = true\nhealth = 0", "at zero Health or transformed"),
        (T + "[characters.airk]\nhealth = 7", "from 0 to 6"),
        (T + '[characters.willow]\nspells = ["fly", "strength"]', "2 face-up Spells and Magic for 1"),
        (T + '[characters.willow]\nhand = ["bow", "bear", "sword", "horse", "horse", "fly"]', "6 cards of at most 5"),
        (T + '[characters.willow]\ntransformed = "pig"\nhand = ["bow"]', "transformed and has a hand"),
        (
            T + '[characters.willow]\ntransformed = "pig"\n[characters.airk]\ntransformed = "pig"',
            "shape pig is used twice",
        ),
        (T + '[characters.willow]\nraziel_shape = "pig"', "does not have Fin Raziel"),
        (T + 'over_limit = ["willow"]', "nothing too much"),
        (T + '[places.tavern]\ntreasure = "three-acorns"', "No Treasure can lie in tavern".replace("No", "no")),
        (T + '[characters.willow]\nat = "nowhere"', "'nowhere' is not known"),
        (T + 'controls = { ann = ["willow"] }', "nobody plays kael"),
        (T + 'controls = { "Ann B" = ["willow"] }', "cannot name a player"),
        (T + 'step = "fight"\n[fight]\nat = "tavern"', "no two sides face one another"),
        (
            T + '[fight]\nat = "tavern"\n[characters.kael]\nat = "tavern"\n[characters.willow]\nat = "tavern"',
            "in the step move",
        ),
        (T + "[bavmorda]\nhealth = 3", "outside a confrontation"),
        (T + "[clock]\nevil_wins_after_round = 4", "Elora Danan is not removed"),
        (T + 'winner = "good"', "good has not won"),
        (T + 'next_cards = ["bear", "bear"]', "no copy of bear is left"),
        (T + 'word = "evil"', "cannot have the word"),
        (T + '[pending]\nkind = "absorb"\nwho = "kael"', "absorb cannot be open here"),
        (T + "[sorsha]\nleaving = true", "not newly Good in the Castle"),
    ],
)
def test_a_situation_that_cannot_be_says_why(text: str, part: str) -> None:
    assert part in refused(text)


def test_all_faults_are_told_at_once_with_their_lines() -> None:
    told = refused(T + 'siede = "good"\nround = 0\n[characters.willow]\nat = "nowhere"\nhealth = 9\n[characters.kal]\n')
    for part in ("line 2", "line 3", "line 5", "line 6", "line 7", "Did you mean 'side'", "Did you mean 'kael'"):
        assert part in told


@pytest.mark.parametrize(
    ("action", "part"),
    [
        ("", "says nothing"),
        ("willow", "nothing that willow can do"),
        ("wilow moves tavern", "Did you mean 'willow'"),
        ("willow mvoes tavern", "Did you mean 'moves'"),
        ("willow moves tvern", "Did you mean 'tavern'"),
        ("roll 7", "from 1 to 6"),
        ("willow gives sword", "Write it like this"),
        ("willow moves tavern with airk airk", "named twice"),
        ("willow casts fly as pgi", "Did you mean 'pig'"),
        ("done now", "cannot be read to its end"),
    ],
)
def test_an_unreadable_action_says_what_would_be_right(action: str, part: str) -> None:
    with pytest.raises(UnreadableText) as refusal:
        willow.loads(T).judge(action)
    assert part in str(refusal.value)


KEYS = (
    "game scenario controls round side step elora discards characters willow kael sorsha places fight pending seen clock at hand "
    "army "
    "health magic spells transformed foes training good evil move bear tavern kind who action asks draws over_limit material"
)
KEYWORDS = st.sampled_from(KEYS.split())
DATA = st.dictionaries(
    KEYWORDS,
    st.recursive(
        st.one_of(st.integers(-2, 9), st.booleans(), KEYWORDS, st.none(), st.text(max_size=4)),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYWORDS, inner, max_size=4),
        max_leaves=8,
    ),
    max_size=6,
)


@settings(max_examples=120, deadline=None)
@given(DATA, st.booleans())
def test_data_of_any_shape_is_answered(data: dict[str, Any], known: bool) -> None:
    try:
        state = willow.from_dict(data | ({"scenario": "training"} if known else {}))
    except Faulty:
        return
    assert willow.from_code(willow.code(state)) == state == willow.loads(willow.dumps(state))


def test_the_documentation_names_every_key_and_its_example_is_read() -> None:
    text = (ROOT / "docs" / "willow.md").read_text(encoding="utf-8")
    example = text.split("```toml")[1].split("```")[0]
    state = willow.loads(example)
    assert state.seen_by("bob").holders() == ("willow", "madmartigan")
    assert state.judge("kael attacks").legal
    tables = (keys.TOP, keys.CHARACTER, keys.PLACE, keys.FIGHT, keys.TASK, keys.LOVE)
    named = {key.name for table in tables for key in table} | {*keys.MORE, *keys.CHARACTER_MORE} - {
        "characters",
        "places",
    }
    told = ("`{}`", "[{}]", "{} =")
    assert [name for name in sorted(named) if not any(form.format(name) in text for form in told)] == []


# ------------------------------------------------------------------ scenarios of one's own


def test_the_scenario_of_the_documentation_is_whole_and_is_played_to_its_end() -> None:
    """Whoever follows docs/willow.md alone has a map that can be played."""
    text = (ROOT / "docs" / "willow.md").read_text(encoding="utf-8").split("## A scenario of one's own")[1]
    data = tomllib.loads(text.split("```toml")[1].split("```")[0])
    state = willow.from_dict({"material": data, "setup": "dealt", "last_round": 6})
    for _, step in moments(state, 5, 3_000):
        state = step.state
    assert state.over


def test_a_scenario_made_at_random_is_sound_and_goes_with_its_situation() -> None:
    for seed in (1, 2, 4, 5):
        state = begin(seed)
        assert state.material.label == "Made at random"
        assert willow.from_code(willow.code(state)).material == state.material
        assert networkx.is_connected(state.paths())


@pytest.mark.parametrize(
    ("spoil", "part"),
    [
        (lambda d: d["edges"].append(["p0", "p99"]), "links no two places"),
        (lambda d: d["places"].update(lost={}), "no way leads to lost"),
        (lambda d: d["cards"].pop("elora-danan"), "no card elora-danan"),
        (lambda d: d["cards"].update(odd={"kind": "spell"}), "the Spell odd has no resistance"),
        (lambda d: d["cards"].update(odd={"kind": "foe", "prowess": 1}), "the Foe odd has no health"),
        (lambda d: [d["characters"].pop(name) for name in list(d["characters"]) if name[0] == "e"], "nobody is evil"),
        (lambda d: d["places"]["p0"].pop("power"), "no place has the power castle"),
        (lambda d: d["places"]["p0"].pop("hide"), "has a power and no hide"),
        (lambda d: d["places"].update({"With Space": {}}), "is no id"),
        (lambda d: d["characters"]["g0"].update(prowess=9), "from 0 to 6"),
        (lambda d: d["characters"]["g0"].pop("side"), "g0 has no side"),
        (lambda d: d["characters"]["g0"].update(army="black-army"), "an Army of the other side"),
        (lambda d: d.update(dealer="e0"), "the dealer is not Good"),
    ],
)
def test_a_scenario_that_breaks_a_constraint_says_which(spoil: Any, part: str) -> None:
    data = scenario(1)
    spoil(data)
    with pytest.raises(ImpossibleSituation) as refusal:
        willow.material_from(data, "mine.toml")
    assert part in str(refusal.value)


def test_a_scenario_file_is_loaded_once_and_named_by_situations(tmp_path: Path) -> None:
    text = (ENGINE / "material" / "data" / "training.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(
        text.replace('id = "training"', 'id = "mine"').replace("hide = { value = 2", "hide = { value = 6"),
        encoding="utf-8",
    )
    try:
        assert willow.load_scenario(mine) is willow.load_scenario(mine)
        state = willow.new_game(["ann", "bob"], scenario="mine")
        assert state.hide("nelwyn-village") == 6
        assert willow.from_code(willow.code(state)) == state
        mine.write_text(text.replace('id = "training"', 'id = "mine"'), encoding="utf-8")
        with pytest.raises(ImpossibleSituation, match="another scenario"):
            willow.load_scenario(mine)
    finally:
        from engine.willow.material import library

        library._KNOWN.pop("mine", None)


def test_places_of_power_other_than_eight_are_warned_of_not_refused() -> None:
    assert willow.scenarios()["training"].warnings == ()
    assert "Places of Power, not eight" in willow.material_from(scenario(2), "made").warnings[0]


# ------------------------------------------------------------------ the graph


def test_reach_names_routes_with_their_searches_and_chances() -> None:
    state = willow.loads(
        T + '[characters.madmartigan]\nat = "army-of-galladoorn"\n[characters.franjean-rool]\nat = "army-of-galladoorn"'
    )
    alone = paths.reach(state, "madmartigan")
    assert alone["tir-asleen"][0] == paths.Route(("tir-asleen",), 1, Fraction(1, 6))
    assert alone["mountain-pass"][0] == paths.Route(("north-road", "mountain-pass"), 0, Fraction(1))
    together = paths.reach(state, "madmartigan", ("franjean-rool",))
    assert together["tir-asleen"][0].chance == Fraction(7, 12)
    assert set(alone) == {
        "army-of-galladoorn",
        "crossroads",
        "north-road",
        "tir-asleen",
        "tavern",
        "river-landing",
        "cherlindreas-forest",
        "standing-stones",
        "mountain-pass",
    }


def test_routes_with_fewest_searches_and_with_the_best_chance() -> None:
    state = willow.loads(T + '[characters.willow]\nat = "tavern"')
    sure = paths.best_route(state, "willow", "mountain-pass")
    assert sure is not None
    assert (sure.places, sure.searches, sure.chance) == (("crossroads", "north-road", "mountain-pass"), 0, Fraction(1))
    castle = paths.best_route(state, "willow", "nockmaar-castle", fewest=True)
    assert castle is not None
    assert (castle.searches, castle.chance) == (1, Fraction(5, 12))
    wall = willow.loads(T + '[places.nockmaar-castle]\nhide = 40\n[characters.willow]\nat = "tavern"')
    assert paths.best_route(wall, "willow", "nockmaar-castle") is None
    assert paths.turns_to(state, "willow", "nockmaar-castle") == 2


def test_interception_cut_places_meetings_and_cover() -> None:
    state = willow.loads(
        T + 'elora = "willow"\n[characters.willow]\nat = "river-landing"\n[characters.kael]\nat = "mountain-pass"'
    )
    assert paths.journeys(state) == {"willow": {"nockmaar-castle": 2, "tir-asleen": 2}}
    assert paths.interception(state, "willow", "tir-asleen", ("kael", "sorsha")) == (1, "army-of-galladoorn", "kael")
    far = willow.loads(
        T + 'elora = "willow"\n[characters.willow]\nat = "army-of-galladoorn"\n[characters.kael]\nat = "tavern"'
    )
    assert paths.interception(far, "willow", "tir-asleen", ("kael",)) is None
    assert paths.cut_places(state) == ("crossroads", "tavern", "river-landing", "north-road", "mountain-pass")
    assert paths.cut_for(state, "willow", "nockmaar-castle") == ("crossroads", "mountain-pass")
    near = willow.loads(T + '[characters.willow]\nat = "tavern"\n[characters.madmartigan]\nat = "north-road"')
    assert paths.meeting_places(near, ("willow", "madmartigan"))["crossroads"] == 1
    assert ("willow", "madmartigan") in paths.groups_that_can_meet(near)
    assert paths.covers(near) == ()
    good = ("willow", "madmartigan", "airk", "franjean-rool")
    two = willow.loads(
        T + "".join(f'[characters.{n}]\nat = "tavern"\n' for n in good) + '[characters.kael]\nat = "north-road"'
    )
    assert paths.covers(two) == ({"tavern": "kael"},)


def test_the_graph_has_what_lies_and_stands_at_each_place() -> None:
    graph = willow.loads(T + '[characters.kael]\nat = "tavern"').paths()
    assert graph.nodes["tavern"]["characters"] == ["kael"]
    assert graph.nodes["tir-asleen"]["hide"] == 4
    assert graph.nodes["army-of-galladoorn"]["army"] == "army-of-galladoorn"
    assert graph.nodes["standing-stones"]["treasure"] == "sceptre-of-tir-asleen"
    assert graph.number_of_edges() == 17


# ------------------------------------------------------------------ odds


@pytest.mark.parametrize(
    ("found", "exact"),
    [
        (lambda: chances.bavmorda_odds(9, 6).win, Fraction(0)),
        (lambda: chances.bavmorda_odds(14, 6).win, Fraction(1, 2)),
        (lambda: chances.sorsha_odds(0, 3), Fraction(8, 9)),
        (lambda: chances.draw_odds(2, 1, 10), Fraction(1, 5)),
        (lambda: chances.free_odds(3, 6, 2), 1 - Fraction(11, 12) ** 2),
        (lambda: chances.empties(8, 6, 3), Fraction(5, 12)),
        (lambda: chances.empties(8, 1, 6), Fraction(26, 36)),
    ],
)
def test_formulas(found: Any, exact: Fraction) -> None:
    assert found() == exact


def test_bavmorda_by_magic() -> None:
    told = {magic: float(chances.bavmorda_odds(magic, 6).win) for magic in (10, 12, 16)}
    assert told[10] == pytest.approx(5.5e-9, rel=0.02)
    assert told[12] == pytest.approx(0.0185, abs=0.0001)
    assert told[16] == pytest.approx(0.981, abs=0.001)
    assert chances.bavmorda_odds(12, 6, army=True).win > chances.bavmorda_odds(12, 6).win


def test_the_odds_of_an_action_agree_with_what_is_thrown() -> None:
    state = willow.loads(
        T
        + 'step = "fight"\n[characters.madmartigan]\nat = "tavern"\nhealth = 3\n[characters.kael]\nat = "tavern"\narmy = true'
    )
    told = willow.odds(state, "madmartigan attacks")
    thrown = state.play("madmartigan attacks").state
    while thrown.decision == "choice":
        thrown = thrown.play("pass").state
    after = [(thrown.play(action), chance) for action, chance in thrown.chances().items()]
    fallen = sum(chance for step, chance in after if step.state.character("madmartigan").health == 0)
    assert told.falls["madmartigan"] == fallen == sum(c for lead, c in told.losses.items() if lead <= -3)
    assert told.round.win == sum(chance for step, chance in after if step.state.moment == "absorb")
    assert "stealth of kael" not in told.assumed


def test_a_goal_is_searched_within_a_turn() -> None:
    text = (
        T
        + 'step = "power"\n[characters.madmartigan]\nat = "tir-asleen"\nprowess = 5\ntreasures = ["sceptre-of-tir-asleen"]\n'
    )
    text += '[places.tir-asleen]\ntreasure = "taken"\n'
    text += '[characters.willow]\nat = "tavern"\n[characters.franjean-rool]\nat = "tavern"'
    search = willow.search(willow.loads(text), lambda step: bool(step.state.freed_by), budget=3000)
    assert search.chance(1) == (Fraction(5, 18), Fraction(5, 18))


# ------------------------------------------------------------------ several seats on a side


SEATS = (
    T
    + 'controls = { ann = ["willow"], ben = ["madmartigan", "airk", "franjean-rool"], eve = ["kael"], fay = ["sorsha"] }\n'
)


def test_the_word_goes_round_the_players_of_a_side() -> None:
    state = willow.loads(SEATS + '[characters.willow]\nat = "tavern"\n[characters.madmartigan]\nat = "tavern"')
    assert state.deciders == ("ann",)
    assert state.judge("madmartigan moves crossroads").rules == ("aim.sides-cooperate",)
    passed = state.play("done").state
    assert (passed.step, passed.deciders) == ("move", ("ben",))
    acted = passed.play("madmartigan moves crossroads").state.play("done").state
    assert (acted.step, acted.deciders) == ("move", ("ann",)), "somebody has acted: all are asked again"
    assert acted.play("done").state.play("done").state.step != "move"


def test_nobody_is_taken_along_who_does_not_agree() -> None:
    state = willow.loads(SEATS + '[characters.willow]\nat = "tavern"\n[characters.madmartigan]\nat = "tavern"')
    asked = state.play("willow moves crossroads with madmartigan").state
    assert (asked.moment, asked.deciders) == ("consent", ("ben",))
    assert asked.play("madmartigan agrees").state.character("madmartigan").at == "crossroads"
    alone = asked.play("madmartigan refuses").state
    assert {alone.character(name).at for name in ("willow", "madmartigan")} == {"tavern"}
    assert not alone.judge("willow moves crossroads with madmartigan").legal


def test_players_who_disagree_leave_the_treasure_and_send_the_worst_fighter() -> None:
    lies = willow.loads(
        SEATS
        + 'step = "power"\n[characters.willow]\nat = "standing-stones"\n[characters.madmartigan]\nat = "standing-stones"'
    )
    asked = lies.play("willow takes treasure").state
    assert asked.deciders == ("ben",)
    stays = asked.play("disagree treasure").state
    assert stays.treasure_at("standing-stones") == "sceptre-of-tir-asleen"
    assert "treasure.dispute" in stays.judge("willow takes treasure").rules
    assert asked.play("madmartigan agrees").state.character("willow").treasures == ("sceptre-of-tir-asleen",)
    foes = willow.loads(
        SEATS
        + 'step = "foes"\n[characters.willow]\nat = "tavern"\nfoes = ["bear"]\n[characters.madmartigan]\nat = "tavern"'
    )
    assert foes.actions("ann") != []
    assert {"champion willow", "disagree champion"} <= set(foes.actions("ann")) & set(foes.actions("ben"))
    assert foes.play("disagree champion").state.fight.good == "willow"
    one = willow.loads(T + 'step = "foes"\n[characters.willow]\nfoes = ["bear"]')
    assert one.judge("disagree champion").rules == ("fight.champion-disagree",)


@pytest.mark.parametrize(
    ("seats", "shares"),
    [(2, [4, 2]), (3, [2, 2, 2]), (4, [2, 2, 1, 1]), (5, [2, 1, 1, 1, 1]), (6, [1, 1, 1, 1, 1, 1])],
)
def test_who_plays_whom(seats: int, shares: list[int]) -> None:
    state = willow.new_game([f"player{n}" for n in range(seats)])
    assert [len(own) for _, own in state.controls] == shares
    assert state.controls[0][1][: shares[0]] == ("willow", "madmartigan", "airk", "franjean-rool")[: shares[0]]


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        (["ann"], "2 to 6"),
        ([f"p{n}" for n in range(7)], "2 to 6"),
        (["ann", "ann"], "a player is named twice"),
        (["ann", "B C"], "B C"),
    ],
)
def test_a_game_that_cannot_be_seated_says_why(seats: list[str], told: str) -> None:
    with pytest.raises(ImpossibleSituation, match=told):
        willow.new_game(seats)


def test_a_game_is_dealt_as_the_booklet_says() -> None:
    state = willow.new_game(["ann", "bob"])
    rng = random.Random(5)
    while state.decision == "chance":
        state = state.play(rng.choice(list(state.chances()))).state
    sizes = {one.id: len(one.hand) for one in state.characters}
    assert sizes == {"willow": 4, "madmartigan": 0, "airk": 0, "franjean-rool": 1, "kael": 6, "sorsha": 7}
    assert state.seen_by("bob").holders() == ("willow",)
    for name in ("madmartigan", "airk", "franjean-rool"):
        assert not state.judge("willow gives elora-danan to willow").legal
        state = state.play(f"willow gives {state.character('willow').hand[0]} to {name}").state
    assert (state.step, state.round, state.side) == ("draw", 1, "good")
    assert state.seen_by("bob").holders() == ("willow", "madmartigan", "airk", "franjean-rool")
    assert {one.id for one in state.characters if one.army} == {"airk", "kael"}


# ------------------------------------------------------------------ bots


@pytest.mark.deep
def test_the_planner_beats_chance_from_either_side() -> None:
    for plans, side in (("good", "ann"), ("evil", "bob")):
        won = 0
        for seed in range(5):
            state = willow.new_game(["ann", "bob"], last_round=30)
            policies = {seat: willow.BOTS["planner" if seat == side else "random"] for seat in state.order}
            won += play_out(state, policies, seed=seed, most=4000).state.won == plans
        assert won >= 4, plans


def test_a_state_that_no_game_reaches_is_found_broken() -> None:
    sound = willow.loads(T)
    assert willow.broken_invariants(sound) == []
    kael = sound.character("kael")
    others = tuple(one for one in sound.characters if one.id != "kael")
    for spoilt in (
        replace(sound, characters=(*others, kael._replace(treasures=("three-acorns",)))),
        replace(sound, characters=(*others, kael._replace(health=9))),
        replace(sound, too_many=("kael",)),
        replace(sound, discards=("bear", "bear")),
        replace(sound, clock=4),
    ):
        assert willow.broken_invariants(spoilt) != []


def test_a_company_is_listed_as_it_is_read_whoever_named_it() -> None:
    """move.together: Kael's side or Willow's, the names stand in one order, so that what was refused is known again."""
    raw: dict[str, Any] = {"scenario": "training", "characters": {}}
    for name in ("willow", "madmartigan", "airk"):
        raw["characters"][name] = {"at": "crossroads", "spent": 1, "group": ["airk", "willow", "madmartigan"]}
    state = willow.from_dict(raw)
    moves = [action for action in state.actions() if " moves " in action and action.split()[0] in raw["characters"]]
    assert moves
    assert all(willow.parse_action(action, state).text == action for action in moves)


def test_other_company_than_that_of_the_first_step_is_refused() -> None:
    """move.together: whoever set out with Airk does not go on with Madmartigan; naming nobody goes on with Airk."""
    raw: dict[str, Any] = {"scenario": "training", "characters": {"madmartigan": {"at": "crossroads"}}}
    for name in ("willow", "airk"):
        raw["characters"][name] = {"at": "crossroads", "spent": 1, "group": ["willow", "airk"]}
    state = willow.from_dict(raw)
    assert state.judge("willow moves tavern with madmartigan").rules == ("move.together",)
    assert state.judge("willow moves tavern").action == "willow moves tavern with airk"
    assert state.judge("willow moves tavern").legal


# ------------------------------------------------------------------ how it is told


def test_a_verb_agrees_with_who_does_it() -> None:
    """Willow goes, Willow and Airk go; Franjean & Rool are two, and boots are several."""
    at = "".join(f'[characters.{name}]\nat = "tavern"\n' for name in ("airk", "franjean-rool"))
    state = willow.loads(f'{T}[characters.willow]\nat = "tavern"\nhand = ["boots-of-stealth"]\n{at}')
    told = {
        "willow moves crossroads": "Willow goes from Tavern to Crossroads.",
        "willow moves crossroads with airk": "Willow and Airk go from Tavern to Crossroads.",
        "franjean-rool moves crossroads": "Franjean & Rool go from Tavern to Crossroads.",
        "airk searches magic-spring with willow": "Airk and Willow search for Magic Spring.",
        "willow plays boots-of-stealth": "Willow lays down Boots of Stealth: they serve while they lie there.",
    }
    assert {action: state.play(action).events[0].text for action in told} == told
    assert "Franjean & Rool lead no Army." in str(state.judge("franjean-rool gives army to airk"))
    assert "Standing Stones are not next to Tavern." in str(state.judge("willow moves standing-stones"))


def test_every_sentence_of_an_event_that_names_who_does_it_agrees_with_several() -> None:
    """No verb in the third person singular stands bare behind a name."""
    sentences = [
        one for told in WORDS["events"].values() for one in (told.values() if isinstance(told, dict) else [told])
    ]
    sentences += [told["ruling"] if isinstance(told, dict) else told for told in WORDS["reasons"].values()]
    bare = re.compile(r"(?:^|[:;] |First |What )\{(?:who|others|what|0|1)\} [a-z]+s\b")
    assert [sentence for sentence in sentences if bare.search(sentence)] == []


def test_what_is_not_for_the_hearer_is_told_as_a_card() -> None:
    """elora.secret: "draws a card", not the name of what is unknown."""
    state = willow.loads(
        f'{T}step = "draw"\nnext_cards = ["sword"]\n[characters.airk]\nat = "crossroads"\nhand = ["bow"]\n'
    )
    step = state.play("willow draws sword")
    assert [event.text for event in state.told(step, "evil").events] == ["Willow draws a card."]
    assert [event.text for event in state.told(step, "good").events] == ["Willow draws Sword."]
    giving = willow.loads(f'{T}[characters.airk]\nat = "crossroads"\nhand = ["bow"]\n')
    given = giving.play("airk gives bow to madmartigan")
    assert [event.text for event in giving.told(given, "evil").events] == ["Airk gives Madmartigan a card."]


def test_an_empty_hand_is_told_as_one() -> None:
    """Whoever falls without a card: nothing is discarded, nothing taken, and to look shows nothing."""
    foes = f'{T}step = "foes"\n[characters.willow]\nat = "tavern"\nhealth = 1\nfoes = ["death-dogs"]\nhand = ["elora-danan"]\n'
    fallen = willow.loads(foes).play("champion willow").state.play("roll 1 6")
    assert "Willow has no card that could be discarded." in [event.text for event in fallen.events]
    there = '[characters.kael]\nat = "tavern"\n[characters.willow]\nat = "tavern"\nhealth = 0\nfound = true\n'
    fight = f'{T}side = "evil"\nstep = "fight"\n{there}'
    taken = [event.text for event in willow.loads(fight).play("kael attacks").events]
    assert "Willow has no card that Kael could take." in taken
    (looked,) = willow.loads(f'{T}step = "power"\n').play("willow looks at kael").events
    assert looked.text == "Willow looks at the hand of Kael: there is no card."


def test_a_throw_names_assumed_figures_as_they_are_called() -> None:
    state = willow.loads(f'{T}[characters.willow]\nat = "tavern"\n').play("willow searches magic-spring").state
    told = [event.text for event in state.play("roll 1 1").events]
    assert "This rests on assumed figures: stealth of Willow, hide of Magic Spring." in told


# ------------------------------------------------------------------ what mutants had shown to be unheld


def test_a_scenario_says_briefly_what_it_is() -> None:
    told = repr(willow.loads(T).material)
    label = "Training map (not the published board)"
    assert told == f"Material(id='training', label={label!r}, queen=(14, 6), dealer='willow', warnings=())"


def test_the_text_alone_is_a_scenario_though_it_gives_few_values_setup_components() -> None:
    state = willow.loads('scenario = "text"\n')
    assert state.material.id == "text"
    assert any(one.stealth is None for one in state.material.characters.values())


def test_whose_place_of_treasures_and_links_are_is_noted_with_the_scenario() -> None:
    figures = willow.loads(T).material.figures
    assert {"links of the map", "places of the treasures"} <= figures.keys()


@pytest.mark.parametrize(
    ("text", "where", "told"),
    [
        (
            '[fight]\nkind = "bavmorda"\n[bavmorda]\nhealth = 4\nmagic = 3\n',
            "[bavmorda.magic]",
            "there is no key 'magic'",
        ),
        ('[controls]\naaaaabbbbbcccccddddde = ["willow"]\n', "controls", "at most 20"),
        ('[characters.willow]\nhand = ["sword", "sword", "sword", "sword", "sword", "sword"]\n', "characters", "sword"),
        ('pending = [{ kind = "love", who = "willow", cause = "met" }]\n', "pending", ""),
        ('pending = [{ kind = "love", who = "sorsha", cause = "take" }]\n', "pending", ""),
        ('step = "foes"\npending = [{ kind = "search-place", who = "willow", place = "magic-spring" }]\n', "", ""),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(text: str, where: str, told: str) -> None:
    found = refused(T + text)
    assert where in found
    assert told in found


def test_a_player_has_a_name_of_twenty_letters_at_most() -> None:
    name = "aaaaabbbbbcccccddddd"
    own = '[controls]\n{} = ["willow", "madmartigan", "airk", "franjean-rool"]\nevil = ["kael", "sorsha"]\n'
    assert willow.loads(T + own.format(name)).order[0] == name


def test_a_further_turn_may_come_twice_turn_extra() -> None:
    state = willow.loads(T + 'extra = ["willow", "willow"]\n')
    assert state.extra == ("willow", "willow")
    assert willow.loads(willow.dumps(state)) == state


def test_of_a_stacked_deck_the_refusal_names_the_top_card_discard_pile() -> None:
    (reason,) = willow.loads(T + 'step = "draw"\nnext_cards = ["horse"]\n').judge("willow draws bow").reasons
    assert (reason.rule, reason.text) == ("discard.pile", "The deck is stacked: its top card is Horse.")


def test_a_group_meets_only_where_all_of_it_can_come() -> None:
    apart = willow.loads(
        T + '[characters.franjean-rool]\nat = "nockmaar-castle"\n[characters.airk]\nat = "tir-asleen"\n'
    )
    found = paths.groups_that_can_meet(apart)
    assert ("willow", "madmartigan", "airk") in found
    assert ("willow", "franjean-rool") not in found


def test_nobody_has_won_until_somebody_has() -> None:
    assert "has not won" in refused(T + 'winner = "nobody"\n')
    lasting = willow.loads(T + "last_round = 1\n")
    for _, step in moments(lasting, 3, 400):
        lasting = step.state
    assert lasting.over
    assert (lasting.winner, lasting.winners) == (None, ()) or lasting.winner in ("good", "evil")


def test_a_card_of_ones_own_with_a_key_that_is_none_is_refused() -> None:
    data = scenario(1)
    data["cards"][next(iter(data["cards"]))]["colr"] = "red"
    with pytest.raises(ImpossibleSituation, match="Did you mean 'colour'"):
        willow.material_from(data, "mine.toml")
