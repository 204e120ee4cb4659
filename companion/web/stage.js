/* Keys, palette, television mode and motion of the table page, and pictures to save; nothing here decides anything. */

"use strict";

(() => {
  const TV = "companion tv";
  const palette = () => document.querySelector("dialog.palette");
  const typing = (target) => target.closest?.("input:not([type=radio]), textarea, select, [contenteditable]") !== null;
  const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  function television(on) {
    document.documentElement.classList.toggle("tv", on);
    try {
      sessionStorage.setItem(TV, on ? "1" : "");
    } catch { /* lost with the page */ }
  }
  document.documentElement.classList.toggle("tv", sessionStorage.getItem(TV) === "1");

  function openPalette() {
    const dialog = palette();
    if (!dialog || dialog.open) return;
    dialog.showModal();
    const field = dialog.querySelector(".find");
    field.value = "";
    find(dialog, "");
    field.focus();
  }

  /* Shows what has all the words typed; headings stay while something below them does. */
  function find(dialog, typed) {
    const wanted = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    for (const each of dialog.querySelectorAll(".found .choices > .stack, .found .choices > button, .found .choices > a")) {
      const said = each.textContent.toLocaleLowerCase();
      each.hidden = !wanted.every((word) => said.includes(word));
    }
  }

  document.addEventListener("input", (event) => {
    if (event.target.matches?.(".palette .find")) find(palette(), event.target.value);
    read(event.target.closest?.("form"));
  });

  document.addEventListener("keydown", (event) => {
    const dialog = palette();
    if (!document.querySelector(".stage, .seat-page")) return;
    if (event.key === "Enter" && event.target.matches?.(".palette .find")) {
      event.preventDefault();
      dialog.querySelector(".found :is(button, summary, a):not([hidden] *, [hidden], form *)")?.click();
      return;
    }
    if (event.key === "Escape" && dialog?.open) {
      event.preventDefault(); // in a field to search in, the first Escape would only empty it
      dialog.close();
      return;
    }
    if (event.key === "ArrowDown" && event.target.matches?.(".palette .find")) {
      event.preventDefault();
      dialog.querySelector(".found :is(button, summary, a):not([hidden] *, [hidden])")?.focus();
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      openPalette();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || dialog?.open) return;
    const keys = { "/": openPalette, t: () => television(!document.documentElement.classList.contains("tv")) };
    keys.Escape = () => television(false);
    keys.x = () => document.querySelector(".x-card")?.click();
    keys.r = () => document.querySelector(".app-rolls")?.click();
    keys.d = () => document.querySelector(".tray .read, .seat-now .read")?.focus();
    keys.s = () => document.querySelector("form.say input[name=words]")?.focus();
    const deed = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!deed) return;
    if (event.key !== "Escape") event.preventDefault();
    deed();
  });

  document.addEventListener("click", (event) => {
    const tool = event.target.closest?.("[data-key]");
    if (tool?.dataset.key === "/") openPalette();
    if (tool?.dataset.key === "t") television(true);
    if (event.target === palette() || event.target.closest?.(".palette .close")) palette().close();
    const form = event.target.closest?.("form");
    if (form) setTimeout(() => read(form));
  });

  /* The button that hands dice in says which. */
  function read(form) {
    const field = form?.querySelector(".read");
    if (!field) return;
    const faces = field.value.split(/[\s,]+/).filter(Boolean).join("·");
    const send = form.querySelector("[type=submit]");
    if (faces) send.dataset.faces = faces;
    else delete send.dataset.faces;
  }

  window.companionFill = (player, said) => {
    const form = document.querySelector("form.say");
    const who = form?.elements.by;
    if (who && [...who.options].some((each) => each.value === player)) who.value = player;
    const line = form?.elements.words;
    if (!line) return;
    line.value = said;
    line.dispatchEvent(new Event("input", { bubbles: true }));
    line.focus();
  };

  /* Draws an SVG twice as large and saves it as a PNG. */
  window.companionPicture = (drawn, name) => {
    const picture = new Image();
    picture.onload = () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [picture.width * 2, picture.height * 2];
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      const saved = document.createElement("a");
      [saved.href, saved.download] = [canvas.toDataURL("image/png"), name];
      saved.click();
    };
    picture.src = `data:image/svg+xml;base64,${drawn}`;
  };

  /* Chips that one seat lost and another got fly there; only what is counted as chips moves. */
  let before = null;
  function chips() {
    const now = new Map();
    for (const seat of document.querySelectorAll(".stage .seat, .stage .commons, .stage .fought")) {
      const stack = seat.querySelector(".is-chip > .signs");
      if (stack) now.set(seat.getAttribute("aria-label") ?? seat.className, { stack, count: Number(stack.dataset.count) });
    }
    const was = before;
    before = new Map([...now].map(([name, each]) => [name, each.count]));
    if (!was || calm()) return;
    const change = (name) => now.get(name).count - (was.get(name) ?? 0);
    const from = [...now.keys()].filter((name) => change(name) < 0);
    const to = [...now.keys()].filter((name) => change(name) > 0 );
    from.forEach((name, at) => to.length && fly(now.get(name).stack, now.get(to[at % to.length]).stack));
  }

  function fly(one, other) {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    if (!a.width || !b.width) return;
    const chip = document.createElement("i");
    chip.className = "flying";
    chip.setAttribute("aria-hidden", "true");
    document.body.append(chip);
    const at = (box, lift = 0) => `translate(${box.left + box.width / 2}px, ${box.top + box.height / 2 - lift}px)`;
    const middle = { left: (a.left + b.left) / 2, top: (a.top + b.top) / 2, width: a.width, height: a.height };
    chip
      .animate([{ transform: at(a) }, { transform: at(middle, 60) }, { transform: at(b) }], { duration: 600, easing: "ease-in-out" })
      .finished.finally(() => chip.remove());
  }

  /* A seat whose turn begins is felt as well as seen. */
  let turn = false;
  function buzz() {
    const now = document.querySelector(".seat-now.my-turn") !== null;
    if (now && !turn && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([120, 60, 120]);
    turn = now;
  }

  let asked = false;
  new MutationObserver(() => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      chips();
      buzz();
    });
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
})();
