# /// script
# [tool.marimo.display]
# theme = "system"
# ///
"""The ruling checker as a marimo page: `tutor rulings`."""

import marimo

app = marimo.App(width="full", app_title="Mystic Wood: ruling checker", css_file="page.css")


@app.cell
def _() -> None:
    import marimo as mo

    from tutor.apps.checker import Checker
    from tutor.apps.opening import board_of

    board_of(mo, Checker)


if __name__ == "__main__":
    app.run()
