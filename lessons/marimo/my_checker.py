# /// script
# [tool.marimo.display]
# theme = "system"
# ///
"""A ruling checker of one's own, in ten lines. `tutor notebook my_checker`."""

import marimo

app = marimo.App(app_title="Mystic Wood: a checker of my own")


@app.cell
def _():
    import marimo as mo

    from tutor.hosts.marimo import pictures

    return mo, pictures


@app.cell
def _(mo, pictures):
    _given = str(mo.cli_args().get("situation") or pictures.EXAMPLE)
    situation = mo.ui.text_area(_given, label="Situation, or a code", rows=14, full_width=True, debounce=True)
    action = mo.ui.text("meet elf", label="May one ...", debounce=True)
    mo.vstack([mo.md("# May one?"), action, situation])
    return action, situation


@app.cell
def _(action, mo, pictures, situation):
    with pictures.told() as shown:
        state = pictures.read(situation.value)
        verdict = state.judge(action.value)
        shown.answer = mo.vstack(
            [
                mo.callout(mo.plain_text(str(verdict)), kind="success" if verdict.legal else "warn"),
                mo.Html(pictures.board(state)),
            ]
        )
    shown.answer
    return (shown,)


if __name__ == "__main__":
    app.run()
