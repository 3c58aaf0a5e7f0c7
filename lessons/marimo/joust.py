# /// script
# [tool.marimo.display]
# theme = "system"
# ///
"""The chances of a joust as a picture one can turn: change a hand, and all thirty-six throws change. `tutor notebook joust`."""

import marimo

app = marimo.App(app_title="Mystic Wood: the chances of a joust")


@app.cell
def _():
    import marimo as mo

    from engine import mystic_wood as mw
    from tutor.hosts.marimo import pictures

    return mo, mw, pictures


@app.cell
def _(mo, mw):
    edition = mo.ui.dropdown(list(mw.editions()), value=mw.default_edition(), label="Rules of")
    challenger = mo.ui.dropdown(list(mw.CARDS.knights), value="george", label="Challenger")
    foe = mo.ui.dropdown(list(mw.CARDS.knights), value="roland", label="Challenged")
    place = mo.ui.dropdown({"a glade": "", "the Castle": "castle"}, value="a glade", label="In")
    return challenger, edition, foe, place


@app.cell
def _(mo):
    _carried = ["lance", "shield", "armour", "potion", "ring"]
    own = mo.ui.multiselect(_carried, label="The challenger has")
    others = mo.ui.multiselect(_carried, label="The challenged has")
    return others, own


@app.cell
def _(challenger, edition, foe, mw, others, own, pictures, place):
    def laid_out():
        """The two Knights in one place, and the throw of their joust."""
        text = (
            f'edition = "{edition.value}"\norder = ["{challenger.value}", "{foe.value}"]\n[areas.c2]\npaths = "NESW"\n'
        )
        text += f'name = "{place.value}"\n' if place.value else ""
        for knight, things in ((challenger.value, own.value), (foe.value, others.value)):
            text += f'[knights.{knight}]\nat = "c2"\ncame_from = "c1"\nthings = {list(things)}\n'
        return mw.loads(text.replace("'", '"'))

    with pictures.told() as shown:
        state = laid_out()
        joust = f"joust {foe.value}"
        thrown = state.play(joust).state
        while thrown.decision == "choice":
            thrown = thrown.play(thrown.actions()[0]).state
        shown.answer = (pictures.throws(thrown, f"{challenger.value} {foe.value}"), pictures.odds(state, joust), state)
    return (shown,)


@app.cell
def _(challenger, edition, foe, mo, others, own, pictures, place, shown):
    def picture():
        if not isinstance(shown.answer, tuple):
            return shown.answer
        table, odds, state = shown.answer
        return mo.Html(pictures.side_by_side(table + odds, pictures.board(state)))

    mo.vstack(
        [
            mo.md("# The chances of a joust"),
            mo.hstack([edition, challenger, foe, place], justify="start", wrap=True),
            mo.hstack([own, others], justify="start", wrap=True),
            picture(),
        ]
    )
    return


if __name__ == "__main__":
    app.run()
