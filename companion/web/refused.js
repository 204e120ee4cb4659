/* The link of a seat is worth nothing any more: what its pages kept in this tab goes with it. */
{
  const [waiting, draft, seat] = ["companion waiting", "companion draft ", "seat "];
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(draft + seat)) sessionStorage.removeItem(name);
  }
  const lines = (JSON.parse(sessionStorage.getItem(waiting)) ?? []).filter((line) => !line.key.startsWith(seat));
  sessionStorage.removeItem(waiting); // first: in a full browser there is room for what stays once this is gone
  dispatchEvent(new Event("companionrefused"));
  if (lines.length > 0) sessionStorage.setItem(waiting, JSON.stringify(lines));
}
