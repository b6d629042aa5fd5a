// The state at now.

const drawMoment = (app, model, stop) => {
  if (stop.type !== "justBefore" && stop.type !== "at") return null;
  const life = model.lifeOf.get(stop.entry) || {};
  const other = model.stops.findIndex((one) => one.entry === stop.entry && one.type !== stop.type
    && (one.type === "at" || one.type === "justBefore"));
  const pick = (type, text) => make("button", { class: "button", "aria-pressed": String(stop.type === type),
    text,
    click: () => { if (stop.type !== type && other >= 0) app.go(model, other); } });
  const terms = [];
  if (stop.effect) terms.push(make("dt", { text: "Next call" }), make("dd", { text: stop.effect }));
  if (stop.reaction) terms.push(make("dt", { text: "User" }), make("dd", { text: stop.reaction }));
  return make("div", { class: "moment" },
    make("strong", { text: `${life.name || ""} ${stop.type === "at" ? "expires now" : "is about to expire"}` }),
    terms.length ? make("dl", {}, terms) : model.isLive ? null : make("p", { class: "muted",
      text: "No call is known that needs it." }),
    stop.reaction ? make("p", { class: "muted",
      text: "The user's part is by the simulated service; nothing else was renewed in between." }) : null,
    make("div", { class: "pair" }, pick("justBefore", "Just before"), pick("at", "At")));
};
const changeWords = (entry, change, isNew) => !change ? null : isNew ? "new"
  : change.isValid === false ? "ended" : change.reception ? "received" : "changed";
const assumed = (entry) => (entry.knowledge || "").startsWith("assumed") ? " (assumed)" : "";
const parts = (entry) => [entry.details, entry.use, entry.expiresAt ? `expires ${entry.expiresAt}${assumed(entry)}` : ""]
  .filter(Boolean).join(", ");
const drawState = (app) => {
  const { model } = app, stop = model.stops[app.now];
  if (!stop) return make("p", { class: "empty", text: "The recording holds nothing." });
  const state = model.stateAt(app.now);
  const before = app.now > 0 ? model.stateAt(app.now - 1) : { entries: new Map() };
  // Of a beginning that is not an event, all would be new.
  const known = model.isLive && stop.type === "start" ? [] : stop.changes || [];
  const changes = new Map(known.map((change) => [change.entry, change]));
  const entries = [...state.entries.values()].sort((one, other) => one.entry - other.entry);
  const valid = entries.filter((entry) => entry.isValid && !entry.heading),
    ended = entries.filter((entry) => !entry.isValid);
  // What a simulation has no more; what the recording had before is another thing.
  const gone = (stop.changes || []).filter((change) => change.name === null)
    .map((change) => before.entries.get(change.entry)).filter((entry) => entry && entry.heading);
  const headings = [...new Set(entries.map((entry) => entry.heading).filter(Boolean))];
  const thing = (entry, lines, when) => {
    const change = changeWords(entry, changes.get(entry.entry), !before.entries.has(entry.entry));
    return make("div", { class: "thing", "data-change": change },
      make("div", { class: "first" }, make("b", { text: entry.name }),
        change ? make("span", { class: "change", text: change }) : null,
        when ? make("span", { class: "when", text: when.text, title: when.title }) : null),
      lines.filter(Boolean).map((line) => make("p", { text: line })));
  };
  const countdown = (entry) => {
    const life = model.lifeOf.get(entry.entry);
    if (!entry.expiresAt || !life || life.expiresMicroseconds === undefined) return null;
    const rest = stop.type === "justBefore" && life.entry === stop.entry ? "1 ns"
      : distance(life.expiresMicroseconds - stop.offsetMicroseconds);
    return { text: `in ${rest}`, title: `expires ${entry.expiresAt}, by ${entry.knowledge}` };
  };
  const section = (title, count, children) => count
    ? [make("h3", {}, make("span", { text: title }), make("span", { class: "number", text: count })),
      children] : [];
  const pairs = (list, isNew) => list.map(([name, value], place) => make("div", { class: "thing",
    "data-change": isNew(place) ? "new" : null }, make("div", { class: "first" }, make("b", { text: name })),
    make("p", { text: value })));
  const newest = (list, added) => (place) => place >= list.length - (added || []).length;
  const limit = (list) => list.slice(0, 200);
  return make("div", { class: "state" }, drawMoment(app, model, stop),
    headings.map((heading) => section(heading, entries.filter((entry) => entry.heading === heading).length,
      limit(entries.filter((entry) => entry.heading === heading)).map((entry) => thing(entry,
        [entry.details])))),
    section("No longer there", gone.length, limit(gone).map((entry) => make("div", { class: "thing",
      "data-change": "gone" }, make("div", { class: "first" }, make("b", { text: entry.name }),
      make("span", { class: "change", text: "gone" })), make("p", { text: entry.details })))),
    section("Valid", valid.length, limit(valid).map((entry) => thing(entry,
      [entry.reception ? `the app has it: ${entry.reception}` : "the app does not have it", parts(entry)],
        countdown(entry)))),
    section("No longer valid", ended.length, limit(ended).reverse().map((entry) => thing(entry,
      [entry.ending || `expired at ${entry.expiresAt}, ${entry.knowledge}`]))),
    section("Refused", state.refusals.length, limit(pairs(state.refusals, newest(state.refusals,
      stop.refusals)).reverse())),
    section("Failed", state.failures.length, limit(pairs(state.failures, newest(state.failures,
      stop.failures)).reverse())),
    entries.length + state.refusals.length + state.failures.length === 0
      ? make("p", { class: "muted", text: "Nothing is known yet." }) : null);
};
