# /// script
# [tool.marimo.display]
# theme = "system"
# ///
"""The editor of situations as a marimo page: `tutor edit`."""

import marimo

app = marimo.App(width="full", app_title="Mystic Wood: lay out a situation", css_file="page.css")


@app.cell
def _() -> None:
    import marimo as mo

    from tutor.apps.opening import board_of
    from tutor.editor.bench import Bench

    board_of(mo, Bench)


if __name__ == "__main__":
    app.run()
