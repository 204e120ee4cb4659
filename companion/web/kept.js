/* Keeps what is typed into some forms until the companion has taken it in: over reloads, lost connections, restarts. */

"use strict";

(() => {
  const WAITING = "companion waiting";
  const DRAFT = "companion draft ";
  const seen = new WeakMap(); // the key a form was filled in for
  const underWay = new Set(); // numbers sent over the connection that is open now
  let connection = null;

  const read = (name, none) => JSON.parse(sessionStorage.getItem(name)) ?? none;
  const write = (name, value) => sessionStorage.setItem(name, JSON.stringify(value));
  const waiting = () => read(WAITING, []);
  const forms = () => [...document.querySelectorAll("form[data-kept]")];
  const formOf = (event) => event.target.closest?.("form[data-kept]");

  // A page on the home network is no secure context, so randomUUID is not there.
  const newNumber = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

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
      connection.on("connect", deliver);
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
    if (fresh.length > 0) changed(waiting());
  }

  /* What waits is other than before: remember it, show it, send what can be sent. */
  function changed(lines) {
    write(WAITING, lines);
    for (const form of forms()) {
      const list = form.querySelector("ol.waiting");
      const own = lines.filter((each) => each.key === form.dataset.kept);
      list?.replaceChildren(...own.map((each) => row(each, list)));
    }
    deliver();
  }

  function row(line, list) {
    const item = document.createElement("li");
    const told = document.createElement("span");
    told.textContent = line.shown;
    const again = () => changed(waiting().map((each) => (each.id === line.id ? anew(each) : each)));
    const away = () => changed(waiting().filter((each) => each.id !== line.id));
    item.append(told, key(list.dataset.again, again), key(list.dataset.away, away));
    item.classList.toggle("stuck", line.stuck);
    return item;
  }

  const anew = (line) => ({ ...line, id: newNumber(), stuck: false });

  function key(said, deed) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = said;
    button.addEventListener("click", deed);
    return button;
  }

  /* The first line of every form goes out, the next one when that was answered; refused ones are left to who typed them. */
  function deliver() {
    if (!connected()) return;
    for (const form of forms()) {
      const line = waiting().find((each) => each.key === form.dataset.kept && !each.stuck);
      if (line === undefined || underWay.has(line.id)) continue;
      underWay.add(line.id);
      form.dispatchEvent(new CustomEvent("deliver", { detail: { ...line.given, sent_as: [line.id] } }));
    }
  }

  function send(event) {
    const form = formOf(event);
    if (!form) return;
    event.preventDefault();
    const { kept, clears } = form.dataset;
    const given = filled(form, event.submitter);
    const line = { key: kept, id: newNumber(), given, shown: given[clears]?.[0] ?? "", stuck: false, stays: !clears };
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
    if (taken && line.stays) sessionStorage.removeItem(DRAFT + line.key);
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
  new MutationObserver(look).observe(document, {
    attributes: true, attributeFilter: ["data-kept"], childList: true, subtree: true,
  });
})();
