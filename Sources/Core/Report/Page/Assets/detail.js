// The event that was chosen: both sides, and what is inside its tokens.

// A word that can be the same in several places: long, with digits, or a name that the history knows.
const wordPattern = /[A-Za-z0-9_+\/%-]{14,}={0,2}|\b[0-9A-F]{7}\b/g;
// A value in a URL is the same value.
const plainWord = (word) => { try { return decodeURIComponent(word); } catch { return word; } };
// Parts of markup and of paths are the same everywhere; what has a slash is Base64 if it is long and mixed.
const isTelling = (word) => /[0-9]/.test(word) && /[A-Za-z]/.test(word) && !/[<>]/.test(word)
  && (!word.includes("/") || word.length >= 24 && /[a-z]/.test(word) && /[A-Z]/.test(word));
const hue = (word) => {
  let hash = 2166136261;
  for (let place = 0; place < word.length; place += 1) hash = Math.imul(hash ^ word.charCodeAt(place),
    16777619);
  return ((hash >>> 0) * 137) % 360;
};
const drawDetail = (app) => {
  const { model } = app, event = app.chosenEvent;
  if (!event) return make("p", { class: "empty", text: "Choose an event in the list or on a lane." });
  const key = eventKey(event), detail = key ? model.details[key] : null;
  const kind = event.type === "vsaCall" ? "VSA call" : event.type === "exchange" ? "Exchange" : "";
  const heading = make("p", { class: "heading",
    text: `${kind ? `${kind} ${event.ordinal}: ` : ""}${eventTitle(event)}` });
  const begins = detail ? detail.startedAt : "";
  const lines = [[detail && detail.title !== event.name ? detail.title : "", begins ? `${begins}`
    : clock(event.offsetMicroseconds),
    detail && detail.took ? `took ${detail.took}` : ""].filter(Boolean).join(" · ")];
  const findings = (event.marks || []).map((number) => model.findings[number - 1]).filter(Boolean);
  const notes = [...(detail && detail.notes ? detail.notes : event.fact ? [event.fact] : [])];
  const result = make("div", { class: "detail" }, heading, make("p", { class: "muted", text: lines[0] }),
    event.isSimulated ? make("p", {}, make("span", { class: "tag", text: "simulated service" })) : null,
    key ? make("div", { class: "actions" },
      make("button", { class: "button", title: app.command(model, key), click: () => copy(app.command(model,
        key), "the command") },
        "Copy command"),
      make("button", { class: "button", click: () => app.copyTicket() }, "Copy for a ticket")) : null,
    notes.length || findings.length ? make("ul", { class: "notes" },
      findings.map((finding) => make("li", {}, make("span", { class: "tag", "data-level": finding.level,
        text: finding.level }),
        ` ${finding.message}`)), notes.map((note) => make("li", {}, marked(app, note)))) : null);
  if (!detail) return result;
  for (const place of detail.opened || []) result.append(drawOpening(app, app.data.openings[place]));
  if (detail.omittedCount) {
    result.append(make("p", { class: "muted",
      text: `${plural(detail.omittedCount, "token")} not opened here, for the page `
      + "would be too large. Copy the command to see all." }));
  }
  if (event.type === "vsaCall") {
    result.append(make("div", { class: "sides" }, drawPairs(app, "Passed", detail.passed),
      drawPairs(app, "Returned", detail.returned)));
  } else {
    result.append(make("div", { class: "sides" }, drawSide(app, "Request", detail.request),
      drawSide(app, "Response", detail.response)));
  }
  return result;
};
const drawPairs = (app, title, pairs) => make("div", { class: "side" }, make("h3", { text: title }),
  drawFields(app, pairs));
const drawFields = (app, pairs) => make("table", { class: "fields" }, make("tbody", {}, (pairs
  || []).map(([name, value]) =>
  make("tr", {}, make("th", { scope: "row", text: app.data.texts[name] }), make("td", {},
    /^user-agent$/i.test(app.data.texts[name])
    ? app.data.texts[value] : marked(app, app.data.texts[value]))))));
const drawSide = (app, title, side) => make("section", { class: "side", "aria-label": title }, make("h3",
  { text: title }),
  make("p", { class: "line" }, marked(app, app.data.texts[side.line])),
  (side.notes || []).map((note) => make("p", { class: "muted", text: note })),
  side.headers && side.headers.length ? drawFields(app, side.headers) : null,
  side.body !== undefined ? make("pre", { tabindex: "0", "aria-label": `${title} body` }, marked(app,
    app.data.texts[side.body])) : null);
const drawOpening = (app, opening) => make("details", { class: "opened", open: true },
  make("summary", {}, `${opening.title} `, make("small", { text: `in ${opening.place} ` }),
    make("span", { class: "tag", "data-level": opening.code === "ok" ? "ok" : ["expired", "weak"].includes(opening.code)
      || opening.code === "notYetValid" ? "warning" : "error", text: opening.verdict })),
  make("table", { class: "fields" }, make("tbody", {}, opening.fields.map(([name, value,
    meaning]) => make("tr", {},
    make("th", { scope: "row", text: name }), make("td", {}, marked(app, value),
      meaning ? make("span", { class: "meaning", text: `  ${meaning}` }) : null))))),
  opening.findings.length ? make("ul", { class: "notes" }, opening.findings.map(([weight, name, text]) =>
    make("li", { text: `${weight}: ${name}, ${text}` }))) : null);
// The text with the values that occur in several exchanges, each in a color of its own.
const marked = (app, text) => {
  if (text === undefined) return [];
  const uses = app.uses || (app.isLarge ? new Map() : app.valueUses()), parts = [];
  let last = 0;
  if (text.length > 70000) return [text];
  for (const match of text.matchAll(wordPattern)) {
    const word = plainWord(match[0]), found = uses.get(word);
    if (!found || found.size < 2) continue;
    if (match.index > last) parts.push(text.slice(last, match.index));
    const keys = [...found], shown = keys.slice(0, 8).join(", ") + (keys.length > 8 ? ", …" : "");
    parts.push(make("span", { class: "value", "--hue": String(hue(word)), text: match[0],
      title: `also in: ${shown}. Choose it to list them.`, click: () => app.search(match[0]) }));
    last = match.index + match[0].length;
  }
  if (last < text.length) parts.push(text.slice(last));
  return parts;
};
