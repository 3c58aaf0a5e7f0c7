// The course as a dialogue: its map, restoring the lesson, and who learns.

import { complain } from "./api";
import { button, make } from "./elements";
import type { Lessons } from "./lessons";
import { ask, type CoursePage } from "./server";

export function closeCourse(): void {
  document.querySelector<HTMLDialogElement>("#mw-course")?.close();
}

export async function showCourse(lessons: Lessons): Promise<void> {
  document.getElementById("mw-course")?.remove();
  const dialog = make("dialog"),
    head = make("div", "mw-dialog-head"),
    foot = make("div", "mw-dialog-foot");
  const body = make("div", "mw-exercise mw-course-body", "The map is being drawn …");
  dialog.id = "mw-course";
  dialog.setAttribute("aria-label", "The course");
  head.append(
    make("h2", "", "The course"),
    button(
      "✕",
      () => {
        dialog.close();
      },
      "mw-close",
      "Close",
    ),
  );
  const lesson = lessons.current();
  if (lesson?.own) {
    const restore = (): void => {
      dialog.close();
      lessons.restore(lesson).catch(complain);
    };
    foot.append(button("Restore this lesson", restore, "", "Lay this lesson out again as it came"));
  }
  dialog.append(head, body, foot);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  try {
    const page = await ask("course");
    body.innerHTML = page.map;
    foot.append(whoLearns(page, dialog, lessons));
  } catch (problem) {
    body.textContent = `The map cannot be shown: ${problem instanceof Error ? problem.message : String(problem)}`;
  }
}

/** Who learns, where several share a computer: a list to choose from, and a place for a new name. */
function whoLearns(page: CoursePage, dialog: HTMLDialogElement, lessons: Lessons): HTMLElement {
  const form = make("form", "mw-who"),
    names = make("datalist"),
    label = make("label", "", "Who learns? "),
    name = make("input");
  names.id = "mw-names";
  for (const each of page.learners) {
    const option = make("option");
    option.value = each;
    names.append(option);
  }
  name.setAttribute("list", "mw-names");
  Object.assign(name, { maxLength: 60, placeholder: "the usual learner", value: page.learner });
  label.append(name);
  form.append(label, names, make("button", "", "Choose"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    choose(name, dialog, lessons).catch(complain);
  });
  name.addEventListener("input", () => {
    name.setCustomValidity("");
  });
  return form;
}

async function choose(name: HTMLInputElement, dialog: HTMLDialogElement, lessons: Lessons): Promise<void> {
  try {
    await ask("learner", { name: name.value });
  } catch (problem) {
    name.setCustomValidity(problem instanceof Error ? problem.message : String(problem));
    name.reportValidity();
    return;
  }
  dialog.close();
  await lessons.beginAnew();
}
