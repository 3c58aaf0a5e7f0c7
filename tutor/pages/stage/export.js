// Steps through a script that was exported: next, back, the pictures between, and where one is, in the address.
"use strict";
(() => {
  const { slides, pieces } = JSON.parse(document.getElementById("script").textContent);
  const root = document.querySelector(".st"), wood = root.querySelector(".mwb-wood"), layer = wood.querySelector(":scope > g");
  const next = document.getElementById("next"), back = document.getElementById("back"), where = document.getElementById("where");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let at = 0, waits = 0;

  function draw(order) {
    layer.innerHTML = order.map((key) => pieces[key]).join("");
  }

  function frame() {
    const [x, y, w, h] = slides[at].focus, room = wood.getBoundingClientRect();
    const unit = Math.max(w / room.width, h / room.height) || 1, wide = room.width * unit, high = room.height * unit;
    wood.setAttribute("viewBox", [x + w / 2 - wide / 2, y + h / 2 - high / 2, wide, high].join(" "));
  }

  function show(number, forward) {
    at = Math.max(0, Math.min(slides.length - 1, number));
    const slide = slides[at];
    clearTimeout(waits);
    for (const name of ["side", "verdict", "dice"]) {
      const panel = root.querySelector(`[data-panel=${name}]`);
      panel.innerHTML = slide[name];
      panel.hidden = !slide[name];
    }
    const frames = forward && !still ? slide.frames : slide.frames.slice(-1);
    const play = (n) => {
      draw(frames[n]);
      if (n + 1 < frames.length) waits = setTimeout(() => play(n + 1), 700);
    };
    play(0);
    frame();
    where.textContent = `${slide.title} · ${at + 1} of ${slides.length}`;
    back.disabled = at === 0;
    next.disabled = at === slides.length - 1;
    history.replaceState(null, "", `#${at + 1}`);
  }

  next.addEventListener("click", () => show(at + 1, true));
  back.addEventListener("click", () => show(at - 1, false));
  addEventListener("resize", frame);
  addEventListener("keydown", (event) => {
    if (["ArrowRight", "PageDown", " "].includes(event.key)) show(at + 1, true);
    else if (["ArrowLeft", "PageUp"].includes(event.key)) show(at - 1, false);
    else return;
    event.preventDefault();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", themed);
  function themed() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    document.querySelector(".mwb").className = `mwb ${dark ? "dark" : "light"}`;
  }
  themed();
  show((Number(location.hash.slice(1)) || 1) - 1, false);
})();
