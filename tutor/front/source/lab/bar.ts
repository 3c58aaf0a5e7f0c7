// The bar above a lesson: the course, the exercises of the lesson as dots, and what comes next.

import { complain } from "./api";
import { showCourse } from "./course";
import { button, make } from "./elements";
import type { Lesson } from "./lesson";
import type { Lessons } from "./lessons";
import type { ExerciseAt, LessonPage } from "./server";

/** Draws the bar anew if it has anything new to say; the keyboard stays where it was. */
export function drawBar(bar: HTMLElement, lessons: Lessons): void {
  const lesson = lessons.current(),
    page = lesson?.own ?? null;
  const left = page ? undefined : lessons.own()[0];
  const mark = JSON.stringify([lesson?.panel.id, page, left?.panel.id, lesson?.now]);
  if (bar.dataset["mark"] === mark) return;
  bar.dataset["mark"] = mark;
  const held = bar.contains(document.activeElement)
    ? (document.activeElement as HTMLElement).dataset["key"]
    : undefined;
  bar.replaceChildren(...partsOf(lessons, lesson, page, left));
  if (held) bar.querySelector<HTMLElement>(`[data-key="${CSS.escape(held)}"]`)?.focus();
}

function partsOf(
  lessons: Lessons,
  lesson: Lesson | undefined,
  page: LessonPage | null,
  left: Lesson | undefined,
): HTMLElement[] {
  const exercises = page?.exercises ?? [],
    done = exercises.filter((each) => each.done).length;
  const course = button(
    "☰ Course",
    () => {
      showCourse(lessons).catch(complain);
    },
    "mw-course-button",
    "The map of the course",
  );
  course.dataset["key"] = "course";
  const parts: HTMLElement[] = [course];
  if (left)
    parts.push(
      button(
        "← Back to the lesson",
        () => {
          lessons.back(left);
        },
        "",
        `Back to ${left.page?.title ?? "it"}`,
      ),
    );
  parts.push(make("span", "mw-title", page?.title ?? ""), dotsOf(lesson, exercises, done));
  if (exercises.length) parts.push(make("span", "mw-tally", `${done} of ${exercises.length} done`));
  if (page?.note) parts.push(make("span", "mw-note", page.note));
  if (page?.next) parts.push(nextOf(lessons, page.next, done === exercises.length));
  return parts;
}

function dotsOf(lesson: Lesson | undefined, exercises: readonly ExerciseAt[], done: number): HTMLElement {
  const row = make("nav", "mw-way");
  row.setAttribute("aria-label", `Exercises: ${done} of ${exercises.length} done`);
  exercises.forEach((each, n) => {
    const label = `${n + 1} ${each.title}${each.done ? ": done" : ""}`;
    const dot = button("", () => lesson?.show(each), each.done ? "mw-dot mw-dot-done" : "mw-dot", label);
    dot.dataset["key"] = each.id;
    if (each.id === lesson?.now) {
      dot.classList.add("mw-dot-now");
      dot.setAttribute("aria-current", "true");
    }
    row.append(dot);
  });
  return row;
}

function nextOf(lessons: Lessons, next: NonNullable<LessonPage["next"]>, all: boolean): HTMLElement {
  const go = (): void => {
    lessons.go(next.path).catch(complain);
  };
  const node = button(`${next.label} →`, go, all ? "mw-next mw-next-now" : "mw-next", `${next.label}: ${next.title}`);
  node.dataset["key"] = "next";
  const number = /\/(\d+)-[^/]*$/.exec(next.path)?.[1];
  node.dataset["short"] = number ? `L${String(Number(number))} →` : "More →"; // an exercise has a "Next" of its own
  return node;
}
