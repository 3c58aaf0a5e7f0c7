# /// script
# [tool.marimo.display]
# theme = "system"
# ///
"""A workbench: play and undo with the real rules, the odds of any fight or visit beside the board. `tutor notebook workbench`."""

import marimo

app = marimo.App(width="full", app_title="Mystic Wood: workbench")


@app.cell
def _():
    import marimo as mo

    from engine.text.faults import Faulty
    from tutor.hosts.marimo import pictures

    return Faulty, mo, pictures


@app.cell
def _(mo, pictures):
    # The situation as text, in which only what differs from an untouched Wood is written, or as a code.
    _given = str(mo.cli_args().get("situation") or pictures.EXAMPLE)
    situation = mo.ui.text_area(_given, label="Situation, or a code", rows=18, full_width=True, debounce=True)
    return (situation,)


@app.cell
def _(Faulty, pictures, situation):
    try:
        first, trouble = pictures.read(situation.value), ""
    except Faulty as faulty:
        first, trouble = None, pictures.faults(faulty)
    return first, trouble


@app.cell
def _(mo, situation):
    # What has been done since, an action each. Another situation begins with none.
    situation.value
    get_done, set_done = mo.state(())
    return get_done, set_done


@app.cell
def _(first, get_done):
    state, events = first, ()
    for line in get_done() if first is not None else ():
        step = state.play(line)
        state, events = step.state, step.events
    return events, state


@app.cell
def _(mo, pictures, state):
    # What can be done now. At a throw one chooses the dice, elsewhere an action.
    own_die = mo.ui.slider(1, 6, value=6, label="Own die", show_value=True)
    other_die = mo.ui.slider(1, 6, value=1, label="The other die", show_value=True)
    _choices = pictures.choices(state)
    action = mo.ui.dropdown(_choices, value=_choices[0] if _choices else None, label="Next")
    return action, other_die, own_die


@app.cell
def _(action, get_done, mo, other_die, own_die, pictures, set_done, state):
    meant = pictures.meant(state, action.value, own_die.value, other_die.value)
    do = mo.ui.button(
        label=f"Do it: {meant}" if meant else "Nothing to do",
        disabled=not meant,
        kind="success",
        on_change=lambda _: set_done((*get_done(), meant)),
    )
    undo = mo.ui.button(label="Undo", disabled=not get_done(), on_change=lambda _: set_done(get_done()[:-1]))
    return do, undo


@app.cell
def _(mo, pictures, state):
    # The chances of any challenge or approach that is legal here.
    _asked = pictures.fights(state)
    about = mo.ui.dropdown(_asked, value=_asked[0] if _asked else None, label="Chances of")
    return (about,)


@app.cell
def _(about, events, get_done, mo, pictures, situation, state, trouble):
    board = mo.callout(mo.md(trouble), kind="danger") if state is None else mo.Html(pictures.board(state))
    odds = mo.Html(pictures.odds(state, about.value))
    told = mo.Html(pictures.story(get_done(), events))
    code = "" if state is None else pictures.code(situation.value, state)
    return board, code, odds, told


@app.cell
def _(about, action, board, code, do, mo, odds, other_die, own_die, pictures, situation, state, told, undo):
    _dice = [own_die, other_die][: pictures.dice(state)]
    mo.vstack(
        [
            mo.md("# Workbench"),
            mo.Html(
                pictures.side_by_side(
                    mo.vstack([board, told, mo.md(f"The code of this moment: `{code}`" if code else "")]),
                    mo.vstack([*(_dice or [action]), mo.hstack([do, undo], justify="start"), about, odds, situation]),
                )
            ),
        ]
    )
    return


if __name__ == "__main__":
    app.run()
