// The lessons' side of the page. Written by hand and served as it is: there is no build step.
//
// It starts a lesson by itself if its cells are those that came with the tutor, asks first if they are not, goes to the
// first exercise not yet done, keeps stray keys and menus away from the text, and puts a bar with the course above it.
// What it must know it asks of tutor/lab_server.py. JupyterLab is used through what every plugin is given: the commands,
// the shell's widgets, and a notebook's context, session and cells.
(function () {
  "use strict";

  const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
  const learner = config.mysticWood === "learner";
  const lessons = new Map(); // notebook panel -> what is known of it
  let app = null, bar = null, wanted = null;

  // ------------------------------------------------------------------ asking the server

  async function ask(what, body) {
    const answer = await fetch(config.baseUrl + "mystic-wood/" + what, {
      method: body === undefined ? "GET" : "POST",
      headers: {Authorization: "token " + config.token, "Content-Type": "application/json"},
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.message || answer.statusText);
    return told;
  }

  const cellsOf = panel => Array.from(panel.content.widgets);
  const told = panel => cellsOf(panel).map(cell => [cell.model.id, cell.model.type, cell.model.sharedModel.getSource()]);
  const learn = panel => ask("lesson", {path: panel.context.path, cells: told(panel)});

  // ------------------------------------------------------------------ a notebook has been opened

  function panels() {
    return Array.from(app.shell.widgets("main")).filter(w => w.context && w.sessionContext && w.content && w.content.widgets);
  }

  function look() {
    for (const panel of panels()) {
      if (lessons.has(panel)) continue;
      const lesson = {panel, page: null, runs: 0, restarts: 0, allowed: false};
      lessons.set(panel, lesson);
      panel.disposed.connect(() => lessons.delete(panel));
      opened(lesson).catch(problem => console.error("Mystic Wood:", problem));
    }
    showBar();
  }

  async function opened(lesson) {
    const panel = lesson.panel;
    await panel.context.ready;
    lesson.page = await learn(panel);
    if (lesson.page.kind === "other" || panel.isDisposed) return;
    panel.addClass("mw-lesson");
    if (learner) panel.toolbar.hide();
    showBar();
    panel.sessionContext.statusChanged.connect((_, status) => changed(lesson, status));
    if (lesson.page.kind === "ours") await start(lesson);
    else if (!lesson.allowed) question(lesson);
  }

  // A kernel that has been started anew knows no board any more. One that keeps dying is left alone.
  function changed(lesson, status) {
    if (status === "restarting" || status === "autorestarting") {
      lesson.runs += 1;
      lesson.again = lesson.restarts++ < 3 && (lesson.page.kind === "ours" || lesson.allowed);
    } else if (status === "idle" && lesson.again) {
      lesson.again = false;
      run(lesson).catch(problem => console.error("Mystic Wood:", problem));
    } else if (status === "idle") {
      soon(lesson);
    }
  }

  // In a moment: ask what has been done by now. Whatever else happens meanwhile is told by the same answer.
  function soon(lesson) {
    if (lesson.timer) return;
    lesson.timer = setTimeout(async () => {
      lesson.timer = 0;
      if (lesson.panel.isDisposed) return;
      const page = await learn(lesson.panel).catch(() => null);
      if (!page || page.kind === "other") return;
      const news = JSON.stringify(page.exercises) !== JSON.stringify(lesson.page.exercises);
      lesson.page = {...page, kind: lesson.page.kind};
      showBar();
      if (news) refreshMaps(lesson.panel);
    }, 300);
  }

  // ------------------------------------------------------------------ starting

  async function start(lesson) {
    const {panel, page} = lesson;
    const asked = wanted && wanted.path === panel.context.path ? wanted.exercise : null;
    wanted = null;
    const exercises = page.exercises;
    const open = exercises.find(each => !each.done);
    const target = asked ? exercises.find(each => each.id === asked) : exercises.some(each => each.done) ? open : null;
    const leave = target && !page.desk ? goTo(panel, target.cell, true) : () => undefined;
    await run(lesson, target ? target.cell : null);
    if (asked && target && page.desk) show(lesson, target);
    setTimeout(leave, 2000);
  }

  // Runs what shows exercises, beginning where the learner goes on; waits for the kernel however long it takes.
  async function run(lesson, first = null) {
    const {panel} = lesson;
    const turn = ++lesson.runs;
    const session = panel.sessionContext;
    await session.ready;
    while (!(session.session && session.session.kernel)) {
      await new Promise(done => setTimeout(done, 50));
      if (panel.isDisposed || turn !== lesson.runs) return;
    }
    const cells = cellsOf(panel).filter(cell => cell.model.type === "code");
    const chosen = lesson.page.kind === "ours" ? cells.filter(cell => lesson.page.run.includes(cell.model.id)) : cells;
    const at = chosen.findIndex(cell => cell.model.id === first);
    for (const cell of [...chosen.slice(Math.max(at, 0)), ...chosen.slice(0, Math.max(at, 0))]) {
      if (panel.isDisposed || turn !== lesson.runs) return;
      await runCell(cell, session);
    }
    panel.node.dataset.mwReady = String(turn);
    await save(panel);
  }

  async function runCell(cell, session) {
    await cell.ready;
    try {
      await cell.constructor.execute(cell, session);
    } catch (problem) { // the cell itself shows what went wrong
      console.warn("Mystic Wood:", problem);
    }
  }

  async function save(panel) {
    if (!panel.isDisposed && panel.context.model.dirty && panel.context.contentsModel?.writable) await panel.context.save();
  }

  // A change of height above (a picture gives way to its board) must not carry the task away: stay with it for a while, or
  // until the answer is called, and no longer than the learner leaves the page alone.
  function goTo(panel, id, until = false) {
    const cell = cellsOf(panel).find(each => each.model.id === id);
    if (!cell) return () => undefined;
    const show = () => cell.node.isConnected && cell.node.scrollIntoView({block: "start"});
    const kinds = ["wheel", "touchmove", "keydown", "mousedown"];
    const watch = new ResizeObserver(show);
    const stop = () => { watch.disconnect(); kinds.forEach(kind => removeEventListener(kind, stop, true)); };
    show();
    cellsOf(panel).forEach(each => watch.observe(each.node));
    kinds.forEach(kind => addEventListener(kind, stop, true));
    if (!until) setTimeout(stop, 3000);
    return stop;
  }

  // ------------------------------------------------------------------ a notebook that was changed

  function question(lesson) {
    const row = make("div", "mw-ask");
    row.setAttribute("role", "alert");
    row.append(
      make("span", "", "This notebook was changed. Run it?"),
      button("Run it", () => { row.remove(); lesson.allowed = true; run(lesson); }),
      button("Restore this lesson", () => restore(lesson)),
    );
    lesson.row = row;
    lesson.panel.node.prepend(row);
  }

  async function restore(lesson) {
    const {panel} = lesson;
    lesson.runs += 1;
    await ask("restore", {path: panel.context.path});
    await panel.context.revert();
    lesson.row?.remove();
    lesson.page = await learn(panel);
    lesson.allowed = false;
    showBar();
    await start(lesson);
  }

  // ------------------------------------------------------------------ going elsewhere

  // An exercise has a cell of its own, or is shown by a desk in the place of another.
  function show(lesson, exercise) {
    if (!lesson.page.desk) return goTo(lesson.panel, exercise.cell);
    const cell = cellsOf(lesson.panel).find(each => each.model.id === exercise.cell);
    return cell?.node.querySelector(".mw-exercise")?.dispatchEvent(new CustomEvent("mw-go", {detail: exercise.id}));
  }

  async function go(path, exercise) {
    document.getElementById("mw-course")?.close();
    const here = current();
    if (here && here.panel.context.path === path) {
      const found = here.page?.exercises?.find(each => each.id === exercise);
      if (found) show(here, found);
      return;
    }
    wanted = {path, exercise};
    if (!panels().some(panel => panel.context.path === path)) await fresh(path);
    const opened = await app.commands.execute("docmanager:open", {path, factory: "Notebook"});
    if (!opened || !learner) return;
    await opened.context.ready;
    await Promise.all(panels().filter(panel => panel !== opened).map(leave));
  }

  // A lesson is left: it runs no further, and its kernel ends with it. One that is only now being started could not be ended, and
  // would go on for ever.
  async function leave(panel) {
    const lesson = lessons.get(panel);
    if (lesson) lesson.runs += 1;
    await Promise.race([panel.sessionContext.ready, new Promise(done => setTimeout(done, 60000))]).catch(() => undefined);
    if (panel.isDisposed) return;
    if (panel === app.shell.currentWidget) { // come back to meanwhile
      if (lesson?.page && !panel.node.dataset.mwReady) await run(lesson);
      return;
    }
    await save(panel);
    await letGo(panel);
    if (!panel.isDisposed) panel.dispose();
  }

  // Its boards are closed with a notebook. JupyterLab keeps them for as long as the page is open, half a gigabyte for a lesson.
  async function letGo(panel) {
    const ending = [];
    panel.node.querySelector(".mwb, .mw-parts")?.dispatchEvent(new CustomEvent("mw-leave", {detail: ending}));
    await Promise.allSettled(ending);
  }

  // A kernel left over from an earlier page still holds that page's boards; the lesson begins with one of its own.
  const fresh = path => ask("fresh", {path}).catch(problem => console.warn("Mystic Wood:", problem));

  function current() {
    const shown = app.shell.currentWidget;
    return lessons.get(shown) || (learner ? [...lessons.values()].find(each => each.panel.isVisible) : undefined);
  }

  // ------------------------------------------------------------------ the bar and the course

  function make(tag, name, text) {
    const node = document.createElement(tag);
    if (name) node.className = name;
    if (text) node.textContent = text;
    return node;
  }

  function button(text, work, name = "", label = "") {
    const node = make("button", name, text);
    node.type = "button";
    if (label) { node.setAttribute("aria-label", label); node.title = label; }
    node.addEventListener("click", work);
    return node;
  }

  function showBar() {
    if (!bar) return;
    const lesson = current();
    const page = lesson?.page && lesson.page.kind !== "other" ? lesson.page : null;
    const exercises = page?.exercises || [];
    const done = exercises.filter(each => each.done).length;
    const left = page ? null : [...lessons.values()].find(each => each.page && each.page.kind !== "other");
    const mark = JSON.stringify([lesson?.panel.id, page, left?.panel.id, lesson?.now]);
    if (bar.dataset.mark === mark) return;
    bar.dataset.mark = mark;
    const held = bar.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const row = make("nav", "mw-way");
    row.setAttribute("aria-label", `Exercises: ${done} of ${exercises.length} done`);
    exercises.forEach((each, n) => {
      const dot = button("", () => show(lesson, each), each.done ? "mw-dot mw-dot-done" : "mw-dot",
        `${n + 1} ${each.title}${each.done ? ": done" : ""}`);
      dot.dataset.key = each.id;
      if (each.id === lesson.now) {
        dot.classList.add("mw-dot-now");
        dot.setAttribute("aria-current", "true");
      }
      row.append(dot);
    });
    const course = button("☰ Course", showCourse, "mw-course-button", "The map of the course");
    course.dataset.key = "course";
    const parts = [course, make("span", "mw-title", page ? page.title : ""), row];
    if (exercises.length) parts.push(make("span", "mw-tally", `${done} of ${exercises.length}`));
    if (left) parts.splice(1, 0, button("← Back to the lesson", () => back(left), "", `Back to ${left.page.title}`));
    if (page?.note) parts.push(make("span", "mw-note", page.note));
    if (page?.next) {
      const all = done === exercises.length;
      const next = button(`${page.next.label} →`, () => go(page.next.path), all ? "mw-next mw-next-now" : "mw-next", `${page.next.label}: ${page.next.title}`);
      next.dataset.key = "next";
      parts.push(next);
    }
    bar.replaceChildren(...parts);
    if (held) bar.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
  }

  // From the ruling index, which a link has opened in front of the lesson.
  function back(lesson) {
    const shown = app.shell.currentWidget;
    app.shell.activateById(lesson.panel.id);
    if (shown && shown !== lesson.panel) shown.close();
  }

  // The map of the course in a lesson's text follows what has been done.
  async function refreshMaps(panel) {
    const maps = panel.node.querySelectorAll(".mw-live-map .widget-html-content");
    if (!maps.length) return;
    const page = await ask("course");
    maps.forEach(map => { map.innerHTML = page.map; });
  }

  async function showCourse() {
    document.getElementById("mw-course")?.remove();
    const dialog = make("dialog");
    dialog.id = "mw-course";
    dialog.setAttribute("aria-label", "The course");
    const head = make("div", "mw-dialog-head");
    head.append(make("h2", "", "The course"), button("✕", () => dialog.close(), "mw-close", "Close"));
    const body = make("div", "mw-exercise mw-course-body");
    body.textContent = "The map is being drawn …";
    const foot = make("div", "mw-dialog-foot");
    const lesson = current();
    if (lesson?.page && lesson.page.kind !== "other") {
      foot.append(button("Restore this lesson", () => { dialog.close(); restore(lesson); }, "", "Lay this lesson out again as it came"));
    }
    dialog.append(head, body, foot);
    dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
    document.body.append(dialog);
    dialog.showModal();
    try {
      const page = await ask("course");
      body.innerHTML = page.map;
      foot.append(who(page, dialog));
    } catch (problem) {
      body.textContent = `The map cannot be shown: ${problem.message}`;
    }
  }

  // Who learns, where several share a computer: a list to choose from, and a place for a new name.
  function who(page, dialog) {
    const form = make("form", "mw-who");
    const names = make("datalist");
    names.id = "mw-names";
    page.learners.forEach(name => { const option = make("option"); option.value = name; names.append(option); });
    const label = make("label", "", "Who learns? ");
    const name = make("input");
    name.setAttribute("list", "mw-names");
    name.maxLength = 60;
    name.placeholder = "the usual learner";
    name.value = page.learner;
    label.append(name);
    const choose = make("button", "", "Choose");
    form.append(label, names, choose);
    form.addEventListener("submit", async event => {
      event.preventDefault();
      try {
        await ask("learner", {name: name.value});
      } catch (problem) {
        name.setCustomValidity(problem.message);
        name.reportValidity();
        return;
      }
      dialog.close();
      for (const lesson of lessons.values()) {
        if (!lesson.page || lesson.page.kind === "other") continue;
        lesson.page = {...await learn(lesson.panel), kind: lesson.page.kind};
        lesson.restarts = 0;
        lesson.runs += 1;
        // Another kernel, not the same one begun anew: that would still keep what is done under the former name.
        const context = lesson.panel.sessionContext;
        await letGo(lesson.panel);
        await context.changeKernel({name: context.session?.kernel?.name || "python3"});
        if (lesson.page.kind === "ours" || lesson.allowed) await run(lesson);
      }
      showBar();
    });
    name.addEventListener("input", () => name.setCustomValidity(""));
    return form;
  }

  // ------------------------------------------------------------------ nothing but the lesson

  const FURNITURE = /^(jp-top-panel|jp-menu-panel|jp-header-panel|jp-bottom-panel|jp-title-panel-title|jp-down-stack|jp-left-stack|jp-right-stack|jp-main-statusbar)$/;

  function clear(widget) {
    if (FURNITURE.test(widget.id) || widget.hasClass("jp-SideBar")) { if (!widget.isHidden) widget.hide(); return; }
    if (widget.id === "jp-main-dock-panel" || !widget.children) return;
    for (const child of widget.children()) clear(child);
  }

  function tidy() {
    for (const side of ["left", "right"]) {
      if (app.shell.isSideTabBarVisible?.(side)) app.shell.toggleSideTabBarVisibility(side);
    }
    clear(app.shell);
    app.shell.fit();
    dispatchEvent(new Event("resize"));
  }

  function keepStill() {
    // No shortcut of JupyterLab's is for a learner; the code to try out runs as everywhere.
    addEventListener("keydown", event => {
      const cell = event.target.closest && event.target.closest(".jp-CodeCell .jp-InputArea-editor");
      if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey) && cell) {
        event.preventDefault();
        event.stopImmediatePropagation();
        tryCell(cell);
      } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
        event.preventDefault();
        const lesson = current();
        if (lesson) save(lesson.panel);
      }
    }, true);
    const still = event => { if (event.target.closest && event.target.closest(".jp-Notebook")) event.stopImmediatePropagation(); };
    addEventListener("contextmenu", still, true);
    addEventListener("dblclick", event => { if (event.target.closest && event.target.closest(".jp-MarkdownCell")) still(event); }, true);
  }

  function tryCell(node) {
    const lesson = current();
    const cell = lesson && cellsOf(lesson.panel).find(each => each.node.contains(node));
    if (cell && cell.model.getMetadata("editable") !== false) runCell(cell, lesson.panel.sessionContext);
  }

  const STYLE = `
  .mw-lesson .jp-cell-toolbar, .mw-lesson .jp-Notebook-footer, .mw-lesson .jp-CellHeader { display: none !important; }
  body.mw-learner #main { top: 44px !important; height: auto; }
  body.mw-learner .jp-Collapser, body.mw-learner .jp-InputPrompt, body.mw-learner .jp-OutputPrompt, body.mw-learner .jp-OutputArea-promptOverlay,
  body.mw-learner .jp-collapseHeadingButton, body.mw-learner .jp-Placeholder { display: none !important; }
  body.mw-learner .jp-Cell { padding: 2px 0; border: none !important; box-shadow: none !important; background: none !important; }
  body.mw-learner .jp-MarkdownCell .jp-InputArea-editor, body.mw-learner .jp-MarkdownCell .jp-RenderedMarkdown, body.mw-learner .jp-Cell::before, body.mw-learner .jp-Cell::after,
  body.mw-learner .jp-Cell:focus { border: 0 !important; outline: 0 !important; box-shadow: none !important; }
  body.mw-learner .jp-Notebook .jp-Cell .jp-Cell-inputWrapper, body.mw-learner .jp-Notebook .jp-Cell .jp-Cell-outputWrapper { margin: 0; }
  body.mw-learner .mw-lesson .jp-WindowedPanel-outer { padding: 6px max(12px, calc((100% - 1840px) / 2)) 0 !important; box-sizing: border-box; }
  body.mw-learner .mw-lesson .jp-WindowedPanel-viewport { padding: 0 0 40vh; } /* not round it: what sticks to the foot of the window stays out of a padding */
  body.mw-learner .mw-lesson .jp-MarkdownOutput { max-width: 62em; font-size: 1.08em; padding-left: 2px; }
  .mw-lesson .jp-MarkdownOutput table { display: block; width: max-content; max-width: 100%; overflow-x: auto; table-layout: auto; margin: 0 0 1em; font-size: 1em; }
  .mw-lesson .jp-MarkdownOutput :is(th, td) { text-align: left; padding: .3em .8em; } .mw-lesson .jp-MarkdownOutput :is(th, td)[align="center"] { text-align: center; } .mw-lesson .jp-MarkdownOutput :is(th, td)[align="right"] { text-align: right; }
  body.mw-learner .jp-MarkdownOutput a.jp-InternalAnchorLink { display: none; }
  body.mw-learner .mw-lesson .jp-MarkdownOutput h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } /* it stands in the bar */
  body.mw-learner .mw-lesson .jp-MarkdownOutput h1 + p { margin-top: 4px; }
  body.mw-learner #jp-main-dock-panel { background: var(--jp-layout-color0, #fff); }
  body.mw-learner #jupyterlab-splash { display: none !important; }
  @media (prefers-color-scheme: dark) { /* before a theme is there */
    body.mw-learner:not([data-jp-theme-light]), body.mw-learner:not([data-jp-theme-light]) :is(#main, #jp-main-dock-panel, #mw-bar) { background: #111; color: #ccc; border-color: #444; }
  }
  body.mw-learner:not(:has(.jp-NotebookPanel))::after { content: "Opening the lesson …"; position: fixed; inset: 45% 0 auto; text-align: center;
    font: 20px Georgia, "Iowan Old Style", serif; color: var(--jp-content-font-color2, #666); }
  body.mw-learner .lm-DockPanel-tabBar, body.mw-learner .jp-Toolbar, body.mw-learner #jp-bottom-panel, body.mw-learner .jp-SideBar { display: none; }
  #mw-bar { display: none; }
  body.mw-learner #mw-bar { position: fixed; z-index: 20; inset: 0 0 auto 0; height: 44px; box-sizing: border-box; display: flex; align-items: center;
    gap: 12px; padding: 0 12px; background: var(--jp-layout-color1, #fff); border-bottom: 1px solid var(--jp-border-color2, #ddd);
    color: var(--jp-content-font-color1, #222); font: 15px/1.2 var(--jp-content-font-family, sans-serif); }
  #mw-bar button, #mw-course button { font: inherit; color: inherit; background: var(--jp-layout-color2, #f3f0e6); border: 1px solid var(--jp-border-color2, #ccc);
    border-radius: 8px; padding: 6px 12px; cursor: pointer; white-space: nowrap; }
  #mw-bar button:focus-visible, #mw-course button:focus-visible, #mw-course a:focus-visible { outline: 3px solid #4c8dd6; outline-offset: 1px; }
  #mw-bar .mw-title { font-family: Georgia, "Iowan Old Style", serif; font-weight: 650; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; flex: 0 1 auto; }
  #mw-bar .mw-way { display: flex; flex: 1 1 0; min-width: 0; justify-content: center; }
  #mw-bar .mw-dot { flex: 0 1 26px; min-width: 8px; height: 30px; padding: 0; border: 0; background: none; position: relative; }
  #mw-bar .mw-dot::after { content: ""; position: absolute; inset: 0; margin: auto; width: 12px; height: 12px; border-radius: 50%; box-sizing: border-box;
    border: 2px solid var(--jp-content-font-color2, #777); }
  #mw-bar .mw-dot:hover::after { border-color: #b98e4f; }
  #mw-bar .mw-dot-now::after { box-shadow: 0 0 0 3px #f2b632; }
  #mw-bar .mw-dot-done::after { background: #2f7d4a; border-color: #2f7d4a; }
  #mw-bar .mw-tally { color: var(--jp-content-font-color2, #666); white-space: nowrap; font-variant-numeric: tabular-nums; }
  #mw-bar .mw-note { color: var(--jp-error-color1, #b3261e); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  #mw-bar .mw-next-now { background: #2c5a41; border-color: #2c5a41; color: #fff; font-weight: 600; }
  .mw-lesson:has(> .mw-ask) .jp-WindowedPanel-outer { padding-top: 64px !important; }
  .mw-ask { position: absolute; z-index: 15; left: 0; right: 0; top: 0; display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; padding: 10px 14px;
    background: #fdf1cf; color: #3a2c05; border-bottom: 2px solid #c99a2e; font-size: 15px; }
  .mw-ask button { font: inherit; padding: 5px 12px; border-radius: 8px; border: 1px solid #c99a2e; background: #fff8e6; color: inherit; cursor: pointer; }
  #mw-course { border: 1px solid var(--jp-border-color2, #ccc); border-radius: 14px; padding: 14px 18px; width: min(860px, 94vw); max-height: 92vh; box-sizing: border-box;
    overflow: hidden; background: var(--jp-layout-color1, #fff); color: var(--jp-content-font-color1, #222); font: 15px/1.4 var(--jp-content-font-family, sans-serif); }
  #mw-course[open] { display: flex; flex-direction: column; }
  #mw-course::backdrop { background: rgba(15, 25, 15, .55); }
  #mw-course .mw-dialog-head, #mw-course .mw-dialog-foot { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 10px; }
  #mw-course h2 { margin: 0; font-family: Georgia, "Iowan Old Style", serif; }
  #mw-course .mw-course-body { border: 0; padding: 0; margin: 8px 0; max-width: none; overflow: auto; min-height: 0; }
  #mw-course .mw-map { margin: 0 auto; max-height: 68vh; }
  #mw-course input { font: inherit; padding: 5px 8px; border-radius: 8px; border: 1px solid var(--jp-border-color2, #ccc); color: inherit; background: inherit; }
  #mw-course .mw-who { display: flex; gap: 8px; align-items: center; flex-wrap: wrap; }
  .mw-lesson .jp-RenderedSVG img { max-width: 100%; max-height: 75vh; }
  @media (min-width: 1150px) {
    #mw-course { width: min(1180px, 94vw); }
    #mw-course .mw-course-body { display: grid; grid-template-columns: minmax(0, 1fr) 340px; grid-template-rows: repeat(8, auto) 1fr; gap: 0 24px; }
    #mw-course .mw-map { height: 60vh; max-height: none; } /* a height of its own: a picture that may shrink would, under the list */
    #mw-course .mw-course-body > * { grid-column: 1; } #mw-course .mw-shelves { grid-column: 2; grid-row: 1 / span 9; margin: 0; }
  }
  @media (max-width: 720px) {
    #mw-bar { gap: 8px; } #mw-bar .mw-way { display: none; } #mw-bar .mw-title { flex: 1 1 0; min-width: 0; }
    #mw-bar .mw-course-button { font-size: 0; padding: 6px 10px; } #mw-bar .mw-course-button::before { content: "☰"; font-size: 18px; }
    #mw-bar .mw-next { font-size: 0; padding: 6px 10px; } #mw-bar .mw-next::before { content: "Next →"; font-size: 15px; }
    body.mw-learner .mw-lesson .jp-WindowedPanel-outer { padding-left: 6px !important; padding-right: 6px !important; }
    .mw-lesson .jp-MarkdownOutput :is(th, td) { padding: .25em .4em; }
  }`;

  // ------------------------------------------------------------------ the plugin

  const plugin = {
    id: "mystic-wood:lessons",
    autoStart: true,
    activate: async lab => {
      app = lab;
      const style = make("style");
      style.textContent = STYLE;
      document.head.append(style);
      app.commands.addCommand("mystic-wood:run", {
        label: "Run all",
        execute: async () => {
          const lesson = current();
          if (!lesson) return;
          await lesson.panel.context.ready;
          while (!lesson.page) await new Promise(done => setTimeout(done, 50));
          lesson.row?.remove();
          lesson.allowed = true;
          await run(lesson);
        },
      });
      addEventListener("keydown", event => { // keys pressed in an exercise are for the exercise
        const here = event.target;
        // JupyterLab looks for this mark from the target upwards, and no further than where a shortcut fits.
        if (here.closest && (learner || here.closest(".mw-lesson .jp-Cell-outputArea"))) here.setAttribute("data-lm-suppress-shortcuts", "true");
      }, true);
      document.addEventListener("click", event => {
        const link = event.target.closest && event.target.closest("a[data-lesson], .mw-lesson .jp-MarkdownOutput a[href*='.ipynb']");
        if (!link) return;
        event.preventDefault();
        event.stopPropagation();
        if (link.dataset.lesson) go(link.dataset.lesson, link.dataset.exercise);
        else {
          const [name, folder] = decodeURIComponent(link.getAttribute("href").split(/[?#]/)[0]).split("/").reverse();
          go(`${folder === "puzzles" ? folder : "lessons"}/${name}`);
        }
      }, true);
      document.addEventListener("mw-now", event => { // a desk shows another exercise
        const lesson = [...lessons.values()].find(each => each.panel.node.contains(event.target));
        if (lesson) { lesson.now = event.detail; showBar(); }
      });
      if (learner) {
        document.body.classList.add("mw-learner");
        bar = make("header");
        bar.id = "mw-bar";
        document.body.append(bar);
        keepStill();
      }
      app.restored.then(() => {
        if (learner) tidy();
        app.shell.layoutModified.connect(look);
        app.shell.currentChanged.connect(look);
        look();
      });
      if (config.treePath) await fresh(config.treePath); // JupyterLab opens it only after this
    },
  };

  (window._JUPYTERLAB = window._JUPYTERLAB || {})["mystic-wood"] = {
    init: () => undefined,
    get: async () => () => ({__esModule: true, default: plugin}),
  };
})();
