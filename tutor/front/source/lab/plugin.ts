// The lessons' side of JupyterLab's page, a plugin of it. It starts a lesson by itself if its cells are those that came with the tutor,
// asks first if they are not, goes to the first exercise not yet done, keeps stray keys and menus away from the text, and puts a bar
// with the course above it. What it must know it asks of tutor/hosts/lab/lab_server.py.

import { type App, complain, wait } from "./api";
import { drawBar } from "./bar";
import { closeCourse } from "./course";
import { make } from "./elements";
import { Lessons } from "./lessons";
import STYLE from "./plugin.css";
import { keepKeys, keepStill, keepTitle, tidy } from "./quiet";
import { config, fresh, learner } from "./server";

/** Links of the map and the text lead to the lesson itself, not to a page about its file. */
function followLinks(lessons: Lessons): void {
  document.addEventListener(
    "click",
    (event) => {
      const selector = "a[data-lesson], .mw-lesson .jp-MarkdownOutput a[href*='.ipynb']";
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      closeCourse();
      const [name = "", folder] = decodeURIComponent(link.getAttribute("href")?.split(/[?#]/)[0] ?? "")
        .split("/")
        .reverse();
      const path = link.dataset["lesson"] ?? `${folder === "puzzles" ? folder : "lessons"}/${name}`;
      lessons.go(path, link.dataset["exercise"]).catch(complain);
    },
    true,
  );
}

/** Back and Forward lead to the notebook that the address names. JupyterLab then says that address once more: as a new entry of the
 * history it would cut off the way forward. */
function followHistory(lessons: Lessons): void {
  const push = history.pushState.bind(history);
  history.pushState = (state: unknown, unused: string, url?: string | URL | null) => {
    const same = !url || new URL(url, location.href).pathname === location.pathname;
    if (same) history.replaceState(state, unused, url);
    else push(state, unused, url);
  };
  addEventListener("popstate", () => {
    const path = /\/tree\/(.+\.ipynb)$/.exec(decodeURIComponent(location.pathname))?.[1];
    if (path && path !== lessons.current()?.panel.context.path) lessons.go(path).catch(complain);
  });
}

/** Runs a notebook whatever it is: the learner has asked for it. */
async function runAll(lessons: Lessons): Promise<void> {
  const lesson = lessons.current();
  if (!lesson) return;
  await lesson.panel.context.ready;
  while (!lesson.page) await wait(50);
  lesson.row?.remove();
  lesson.allowed = true;
  await lesson.run();
}

async function activate(app: App): Promise<void> {
  const bar = learner ? make("header") : null;
  const lessons: Lessons = new Lessons(app, () => {
    if (bar) drawBar(bar, lessons);
  });
  document.head.append(make("style", "", STYLE));
  app.commands.addCommand("mystic-wood:run", { label: "Run all", execute: () => runAll(lessons) });
  keepKeys();
  followLinks(lessons);
  document.addEventListener("mw-now", (event) => {
    // a desk shows another exercise
    const lesson = lessons.around(event.target as Node);
    if (!lesson) return;
    lesson.now = String((event as CustomEvent).detail);
    if (bar) drawBar(bar, lessons);
  });
  if (bar) {
    document.body.classList.add("mw-learner");
    bar.id = "mw-bar";
    document.body.append(bar);
    keepStill(lessons);
    followHistory(lessons);
    keepTitle(lessons);
  }
  app.restored
    .then(() => {
      if (learner) tidy(app);
      app.shell.layoutModified.connect(() => {
        lessons.look();
      });
      app.shell.currentChanged.connect(() => {
        lessons.look();
      });
      lessons.look();
    })
    .catch(complain);
  if (config.treePath) await fresh(config.treePath); // JupyterLab opens it only after this
}

const plugin = { id: "mystic-wood:lessons", autoStart: true, activate };

/** Where JupyterLab looks for extensions that are not part of its own bundle. */
interface Federated {
  _JUPYTERLAB?: Record<string, { init(): void; get(): Promise<() => object> }>;
}

const page = window as Federated;
page._JUPYTERLAB ??= {};
page._JUPYTERLAB["mystic-wood"] = {
  init: () => undefined,
  get: () => Promise.resolve(() => ({ __esModule: true, default: plugin })),
};
