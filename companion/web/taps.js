/* A tap counts for what lay under the finger as it came down, whatever is drawn or moved there until it is lifted. */

"use strict";

(() => {
  const TAPPED = "a, button, input, label, select, summary, textarea";
  const STILL_PX = 12; // further than this the finger left on purpose
  let down = null;

  const tapped = (event) => event.target.closest?.(TAPPED) ?? null;

  document.addEventListener("pointerdown", (event) => {
    const meant = tapped(event);
    down = meant && { meant, x: event.clientX, y: event.clientY };
  }, true);

  document.addEventListener("pointercancel", () => {
    down = null; // it became scrolling
  }, true);

  document.addEventListener("click", (event) => {
    const before = down;
    down = null;
    // Keys and scripts click without a finger.
    if (before === null || event.detail === 0 || tapped(event) === before.meant) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    const still = Math.hypot(event.clientX - before.x, event.clientY - before.y) <= STILL_PX;
    if (still && before.meant.isConnected) before.meant.click();
  }, true);
})();
