"""How an exercise looks in a notebook: one style sheet, in the colours of whatever JupyterLab theme is on.

Nothing here jumps: what changes has room set aside for it. On a narrow page the panel moves below the board.
"""

from __future__ import annotations

STYLE = """
<style>
.mw-exercise {
  --mw-ink: var(--jp-content-font-color1, #1d1b16);
  --mw-soft: var(--jp-content-font-color2, #5b564a);
  --mw-paper: var(--jp-layout-color1, #fff);
  --mw-panel: var(--jp-layout-color2, #f4f1e8);
  --mw-line: var(--jp-border-color2, #d8d2c0);
  --mw-right: #1f7a3d; --mw-wrong: #b3261e; --mw-way: #8a6100; --mw-rule: #3f4fa3;
  color: var(--mw-ink); border: 1px solid var(--mw-line); border-radius: 12px; padding: 14px 16px 12px;
  margin: 6px 0 14px; background: var(--mw-paper); max-width: 1180px; box-sizing: border-box; overflow: visible;
}
body[data-jp-theme-light="false"] .mw-exercise, .mw-exercise.mw-dark {
  --mw-right: #7ad69a; --mw-wrong: #ff9d94; --mw-way: #f2c75c; --mw-rule: #aab8ff;
}
.mw-exercise .widget-html-content, .mw-exercise .widget-html-content > * { line-height: 1.45 !important; }
.mw-exercise .widget-html-content { overflow: visible; }
.mw-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; }
.mw-head h3 { margin: 0; font-size: 1.45em; font-weight: 650; font-family: Georgia, "Iowan Old Style", serif; }
.mw-count { color: var(--mw-soft); font-size: .92em; }
.mw-done { color: var(--mw-right); font-weight: 600; }
.mw-prompt { font-size: 1.1em; margin: 4px 0 8px; max-width: 62em; }
.mw-prompt p { margin: 0 0 .4em; }
.mw-body { display: flex; flex-flow: row wrap; gap: 16px; align-items: flex-start; overflow: visible; }
.mw-left { min-width: 0; max-width: 100%; overflow: visible; }
.mw-side { flex: 1 1 300px; min-width: 0; max-width: 100%; overflow: visible; }
.mw-side { gap: 10px; } .mw-side > .widget-html { height: auto; margin: 0; }
.mw-panel { background: var(--mw-panel); border-radius: 10px; padding: 10px 14px; min-height: 236px; box-sizing: border-box;
  border-left: 5px solid var(--mw-line); overflow-wrap: anywhere; }
.mw-panel.mw-is-right { border-left-color: var(--mw-right); }
.mw-panel.mw-is-wrong { border-left-color: var(--mw-wrong); }
.mw-panel.mw-is-progress, .mw-panel.mw-is-cannot { border-left-color: var(--mw-way); }
.mw-verdict { font-weight: 700; font-size: 1.05em; margin: 0 0 4px; }
.mw-is-right .mw-verdict { color: var(--mw-right); } .mw-is-wrong .mw-verdict { color: var(--mw-wrong); }
.mw-is-progress .mw-verdict, .mw-is-cannot .mw-verdict { color: var(--mw-way); }
.mw-panel p { margin: 0 0 .5em; }
.mw-panel ul { margin: .2em 0 .5em; padding-left: 1.15em; } .mw-panel li { margin: .15em 0; }
.mw-rule { color: var(--mw-rule); font-family: var(--jp-code-font-family, monospace); font-size: .88em; font-weight: 600; }
.mw-cite { color: var(--mw-soft); font-size: .9em; font-style: italic; }
.mw-ruling { border: 1px solid currentColor; border-radius: 8px; padding: 0 6px; font-size: .8em; color: var(--mw-way);
  white-space: nowrap; }
.mw-why { border-top: 1px solid var(--mw-line); margin-top: 8px; padding-top: 6px; }
.mw-dice { display: flex; gap: 8px; margin: 4px 0; } .mw-dice svg { width: 40px; height: 40px; }
.mw-sum { text-wrap: balance; font-variant-numeric: tabular-nums; margin: 2px 0; font-weight: 550; }
.mw-hint { border-left: 3px solid var(--mw-way); padding-left: 8px; margin: 6px 0; }
.mw-fixed { color: var(--mw-soft); font-size: .88em; margin: 2px 0 0; }
.mw-actions { flex-flow: row wrap; gap: 6px; min-height: 40px; padding: 4px 2px; overflow: visible; align-content: flex-start; }
.mw-exercise .jupyter-button { width: auto; min-width: 44px; min-height: 36px; height: auto; margin: 0; padding: 5px 13px;
  border-radius: 8px; font-size: 1em; line-height: 1.25; white-space: normal; border: 1px solid var(--mw-line);
  background: var(--mw-panel); color: var(--mw-ink); overflow: visible; }
.mw-exercise .jupyter-button:hover:enabled { border-color: var(--mw-rule); box-shadow: none; filter: brightness(1.04); }
.mw-exercise .jupyter-button:focus-visible, .mw-exercise input:focus-visible {
  outline: 3px solid var(--mw-rule); outline-offset: 1px; }
.mw-exercise .jupyter-button.mw-main { background: #2c5a41; color: #fff; border-color: #2c5a41; font-weight: 600; }
.mw-exercise .jupyter-button:disabled { opacity: .45; }
.mw-tools { flex-flow: row wrap; gap: 6px; padding: 8px 2px 0; border-top: 1px solid var(--mw-line); margin-top: 10px;
  overflow: visible; }
.mw-tools .jupyter-button { background: transparent; }
.mw-options { overflow: visible; min-height: 60px; }
.mw-options .widget-radio, .mw-options .widget-checkbox, .mw-options .widget-radio-box { width: auto; height: auto; margin: 0;
  max-width: 100%; overflow: visible; }
.mw-options .widget-radio-box label, .mw-options .widget-checkbox label { height: auto; line-height: 1.35; white-space: normal;
  font-size: 1.05em; padding: 6px 8px; border-radius: 8px; display: flex; align-items: flex-start; gap: 8px; width: auto; }
.mw-options .widget-radio-box label { flex-direction: row-reverse; justify-content: flex-end; }
.mw-options .widget-radio-box label:hover, .mw-options .widget-checkbox label:hover { background: var(--mw-panel); }
.mw-options input[type=radio], .mw-options input[type=checkbox] { width: 18px; height: 18px; margin: 2px 0 0; flex: none;
  accent-color: #2c5a41; }
.mw-row { align-items: center; gap: 8px; padding: 3px 0; overflow: visible; flex-flow: row nowrap; }
.mw-row .widget-html { flex: 1 1 auto; height: auto; min-width: 0; }
.mw-exercise .jupyter-button.mw-up:empty::before { content: "▲"; content: "▲" / ""; }
.mw-exercise .jupyter-button.mw-down:empty::before { content: "▼"; content: "▼" / ""; }
.mw-item { border: 1px solid var(--mw-line); border-radius: 8px; padding: 7px 12px;
  background: var(--mw-panel); font-size: 1.05em; }
.mw-item b { color: var(--mw-soft); font-weight: 600; margin-right: 8px; font-variant-numeric: tabular-nums; }
.mw-answer { align-items: center; gap: 8px; flex-flow: row wrap; overflow: visible; }
.mw-answer .widget-text, .mw-answer .widget-combobox { width: 190px; height: auto; margin: 0; }
.mw-answer input { font-size: 1.05em !important; height: 38px !important; border-radius: 8px !important; }
.mw-answer .widget-html { height: auto; }
.mw-board { overflow: visible; max-width: 100%; } .mw-board canvas:focus { outline: none; }
.mw-words { color: var(--mw-soft); font-size: .92em; margin-top: 4px; }
.mw-words summary { cursor: pointer; } .mw-words ul { margin: 4px 0; padding-left: 1.2em; }
.mw-hands { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px; } .mw-hands svg { flex: 1 1 240px; }
.mw-left .widget-html { height: auto; margin: 0; }
.mw-map { display: block; width: 100%; max-width: 760px; height: auto; }
.mw-map-list { columns: 2 260px; margin: 6px 0 0; padding-left: 1.6em; }
@media (max-width: 600px) {
  .mw-exercise { padding: 8px 6px; margin: 4px 0 10px; } .mw-exercise .jupyter-button { padding: 7px 11px; }
  .mw-panel { min-height: 130px; padding: 8px 10px; } .mw-head h3 { font-size: 1.25em; }
  .jp-Notebook .jp-Cell { padding-left: 0; padding-right: 0; } .jp-Notebook .jp-OutputArea-output { padding: 0 2px; }
  .jp-Notebook .jp-WindowedPanel-viewport { padding: 4px; } .jp-Notebook .jp-Cell .jp-Collapser { min-width: 4px; }
}
@media (prefers-reduced-motion: reduce) { .mw-exercise * { transition: none !important; animation: none !important; } }
</style>
"""
