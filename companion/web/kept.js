/* Keeps what is typed into some forms until the companion has taken it in: over reloads, lost connections, restarts. */

"use strict";

(() => {
  const WAITING = "companion waiting";
  const DRAFT = "companion draft ";
  const seen = new WeakMap(); // the key a form was filled in for
  const underWay = new Set(); // numbers sent over the connection that is open now
  const ANSWER_MS = 5_000; // a message can be lost while a page loads; then it is sent again
  const unkept = new Map(); // what the browser has no room for; lost with the page
  let connection = null;
  let there = ""; // the keys of the forms that were on the page last

  const read = (name, none) => JSON.parse(unkept.get(name) ?? sessionStorage.getItem(name)) ?? none;
  const waiting = () => read(WAITING, []);
  const forms = () => [...document.querySelectorAll("form[data-kept]")];
  const formOf = (event) => event.target.closest?.("form[data-kept]");
  const whose = (key) => key.slice(0, key.lastIndexOf("|"));

  // A page on the home network is no secure context, so randomUUID is not there.
  const newNumber = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  function write(name, value) {
    const text = JSON.stringify(value);
    try {
      sessionStorage.setItem(name, text);
      unkept.delete(name);
    } catch {
      unkept.set(name, text);
    }
  }

  function forget(name) {
    unkept.delete(name);
    sessionStorage.removeItem(name);
  }

  function filled(form, submitter) {
    const given = {};
    for (const [name, value] of new FormData(form, submitter)) (given[name] ??= []).push(String(value));
    return given;
  }

  function fillIn(form) {
    for (const [name, [value]] of Object.entries(read(DRAFT + form.dataset.kept, {}))) {
      const field = form.elements[name];
      const fits = !field?.options || [...field.options].some((each) => each.value === value);
      if (field && fits) field.value = value;
    }
  }

  const keepDraft = (form) => write(DRAFT + form.dataset.kept, filled(form));

  function connected() {
    if (window.socket && connection !== window.socket) {
      connection = window.socket;
      connection.on("connect", () => deliver());
      connection.on("disconnect", () => underWay.clear());
    }
    return Boolean(connection?.connected);
  }

  function look() {
    const fresh = forms().filter((form) => seen.get(form) !== form.dataset.kept);
    for (const form of fresh) {
      seen.set(form, form.dataset.kept);
      fillIn(form);
    }
    const before = there;
    there = forms().map((form) => form.dataset.kept).join("\n");
    if (fresh.length > 0 || there !== before) changed(waiting());
  }

  /* What waits is other than before: remember it, show it, send what can be sent. */
  function changed(lines) {
    write(WAITING, lines);
    for (const list of document.querySelectorAll("form[data-kept] ol.waiting")) show(list, lines);
    deliver();
  }

  /* Lines of the form around a list, and those whose own form is gone: nobody asks for them any more. */
  function show(list, lines) {
    const { kept } = list.closest("form").dataset;
    const keys = forms().map((form) => form.dataset.kept);
    const own = lines.filter((each) => each.key === kept);
    const left = lines.filter((each) => whose(each.key) === whose(kept) && !keys.includes(each.key));
    const rows = [...own.map((each) => row(each, list)), ...left.map((each) => rowLeft(each, list))];
    if (unkept.size > 0) rows.push(told(list.dataset.full));
    list.replaceChildren(...rows);
  }

  function row(line, list) {
    const again = () => changed(waiting().map((each) => (each.id === line.id ? anew(each) : each)));
    const item = told(line.shown, key(list.dataset.again, again), awayKey(line, list));
    item.classList.toggle("stuck", line.stuck);
    return item;
  }

  const rowLeft = (line, list) => told(`${list.dataset.left} ${line.shown}`, awayKey(line, list));

  function told(text, ...keys) {
    const item = document.createElement("li");
    const words = document.createElement("span");
    words.textContent = text;
    item.append(words, ...keys);
    return item;
  }

  const awayKey = (line, list) => key(list.dataset.away, () => changed(waiting().filter((each) => each.id !== line.id)));

  const anew = (line) => ({ ...line, id: newNumber(), stuck: false });

  function key(said, deed) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = said;
    button.addEventListener("click", deed);
    return button;
  }

  /* The first line of every form goes out, the next one when that was answered; refused ones are left to who typed them.
     What has no answer is sent again, ever less often: the companion takes in each number once. */
  function deliver(patience = ANSWER_MS) {
    if (!connected()) return;
    for (const form of forms()) {
      const line = waiting().find((each) => each.key === form.dataset.kept && !each.stuck);
      if (line === undefined || underWay.has(line.id)) continue;
      underWay.add(line.id);
      form.dispatchEvent(new CustomEvent("deliver", { detail: { ...line.given, sent_as: [line.id] } }));
      const over = connection;
      setTimeout(() => {
        if (over === connection && underWay.delete(line.id)) deliver(2 * patience);
      }, patience);
    }
  }

  function send(event) {
    const form = formOf(event);
    if (!form) return;
    event.preventDefault();
    const { kept, clears } = form.dataset;
    const given = filled(form, event.submitter);
    const shown = (clears ? given[clears] ?? [] : Object.values(given).flat()).join(" ");
    const line = { key: kept, id: newNumber(), given, shown, stuck: false, stays: !clears };
    const before = waiting();
    // What stays filled in is sent once at a time; what was corrected meanwhile takes its place.
    if (line.stays && before.some((each) => each.key === kept && underWay.has(each.id))) return;
    if (clears) form.elements[clears].value = "";
    keepDraft(form);
    changed([...before.filter((each) => !(line.stays && each.key === kept)), line]);
  }

  window.companionAnswered = (id, taken) => {
    const lines = waiting();
    const line = lines.find((each) => each.id === id);
    underWay.delete(id);
    if (line === undefined) return;
    if (taken && line.stays) forget(DRAFT + line.key);
    const gone = taken || line.stays;
    changed(gone ? lines.filter((each) => each !== line) : lines.map((each) => (each === line ? { ...line, stuck: true } : each)));
  };

  for (const kind of ["input", "click"]) {
    document.addEventListener(kind, (event) => {
      const form = formOf(event);
      if (form && seen.has(form)) keepDraft(form);
    });
  }
  document.addEventListener("submit", send);
  addEventListener("companionrefused", () => unkept.clear());
  new MutationObserver(look).observe(document, {
    attributes: true, attributeFilter: ["data-kept"], childList: true, subtree: true,
  });
})();
