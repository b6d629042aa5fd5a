// Lanes, lives, and the slider above them.

const endMarks = { expired: "◆", replaced: "→", loggedOut: "■", refused: "✕", deleted: "✕",
  wipedByUpgrade: "✕", revoked: "✕", ended: "□" };
const endWords = { expired: "expires", replaced: "replaced", loggedOut: "logged out", refused: "refused",
  deleted: "deleted", wipedByUpgrade: "wiped by an upgrade", revoked: "revoked", ended: "ended" };
// Lives of one name share a row where they do not overlap.
const packLives = (model) => {
  const rows = [], named = new Map();
  for (const life of model.lives) {
    const from = life.isFromBefore ? 0 : Math.max(0, life.offsetMicroseconds);
    const to = life.endedMicroseconds !== undefined ? life.endedMicroseconds
      : life.expiresMicroseconds !== undefined ? life.expiresMicroseconds : Infinity;
    if (life.kind === "vsaPermission" || to < 0) continue;
    if (!named.has(life.name)) named.set(life.name, []);
    const row = named.get(life.name).find((known) => known.until <= from);
    if (row) { row.lives.push({ life, from, to }); row.until = to; continue; }
    rows.push({ name: life.name, title: life.title, until: to, lives: [{ life, from, to }] });
    named.get(life.name).push(rows[rows.length - 1]);
  }
  return rows;
};
const mostRows = 14, mostAlike = 3;

class Chart {
  constructor(app, model) {
    this.app = app;
    this.model = model;
    this.showsAll = false;
    this.element = make("section", { class: "card chart", "aria-label": "Timeline" });
  }
  draw() {
    const { model, app } = this;
    this.axis = new Axis(model);
    const labels = parseInt(getComputedStyle(document.documentElement).getPropertyValue("--labels"), 10)
      || 178;
    this.labels = labels;
    this.axis.fit((this.element.clientWidth || app.root.clientWidth) - labels - 2);
    this.width = this.axis.width * this.axis.scale;
    this.needle = make("div", { class: "needle" });
    this.grid = make("div", { class: "grid", style: { width: `${this.width + labels}px` } });
    this.area = make("div", { class: "ahead-area",
      style: { left: `${labels + this.axis.at(model.end) + 6}px` } });
    // Rows whose contents do not depend on what is chosen, with what can be drawn in them, from left to right.
    this.strips = [];
    this.grid.append(this.area, this.drawAxis());
    const steps = this.drawSteps();
    this.laneRows = new Map(model.lanes.map(({ lane, title }) => {
      const row = make("div", { class: "lane calls" }, make("div", { class: "label" }, make("span",
        { text: title })));
      this.grid.append(row);
      if (lane === "user" && steps) this.grid.append(steps);
      return [lane, row];
    }));
    const rows = packLives(model);
    const alike = new Map();
    const shown = this.showsAll ? rows : rows.filter((row) => {
      alike.set(row.title, (alike.get(row.title) || 0) + 1);
      return alike.get(row.title) <= mostAlike;
    }).slice(0, mostRows);
    for (const row of shown) this.grid.append(this.drawLife(row));
    this.grid.append(make("div", { class: "gap", style: { left: `${labels}px`, width: 0 } }, this.needle));
    this.gapLines();
    this.scroller = make("div", { class: "scroller", tabindex: "-1" }, this.grid);
    this.scroller.addEventListener("scroll", () => { this.drawBars(); app.map.follow(); }, { passive: true });
    const rest = rows.length - shown.length;
    this.element.replaceChildren(
      make("header", {}, make("h2", { text: app.models.length > 1 ? `Timeline: ${model.name}`
        : "Timeline and lives" }),
        make("div", { class: "legend" },
          make("span", {}, make("i", { class: "box" }), ` ${model.words.known}`),
          model.words.assumed ? make("span", {}, make("i", { class: "box dotted" }), ` ${model.words.assumed}`)
            : null,
          model.words.ends.map((code) =>
            make("span", {}, make("i", { text: endMarks[code] }), ` ${endWords[code]}`)),
          make("span", {}, make("i", { class: "box ahead" }), ` ${model.words.ahead}`))),
      this.scroller,
      rest > 0 ? make("footer", {}, make("button", { class: "button", text: `Show ${rest} more lives`,
        click: () => { this.showsAll = true; this.draw(); app.refresh(); } })) : "");
    this.drawn = null;
    this.drawBars();
  }
  drawAxis() {
    const { model, axis } = this;
    const row = make("div", { class: "lane axis" },
      make("div", { class: "label", text: `${date(model.startedAt).day}, UTC` }));
    const tick = (place, text, kind) => row.append(make("span", { class: `tick ${kind || ""}`, text,
      style: { left: `${this.labels + place}px` } }));
    tick(14 * axis.scale, date(model.startedAt).time);
    let last = 14 * axis.scale + 60;
    const parts = [];
    for (const gap of axis.gaps) {
      const from = gap.from * axis.scale, to = gap.to * axis.scale;
      if (from < last - 24) continue;
      parts.push({ left: from, right: to, draw: () => make("span", { class: "gap",
        text: `⋯ ${roughly(gap.length)} ⋯`, title: distance(gap.length),
        style: { left: `${this.labels + from}px`, width: `${to - from}px` } }) });
      last = to;
    }
    this.strips.push({ row, parts });
    const end = axis.at(model.end);
    const isFree = !axis.gaps.some((gap) => gap.from * axis.scale < end + 90 && gap.to * axis.scale > end
      + 4);
    if (end > last && isFree) tick(end + 10, model.words.after, "later");
    return row;
  }
  // What the app is at: its steps, one after the other.
  drawSteps() {
    const { axis, model, app } = this, segments = [];
    for (const run of axis.runs) {
      const step = run.events[0].step;
      if (step === undefined) continue;
      const last = segments[segments.length - 1];
      if (last && last.step === step) last.runs.push(run); else segments.push({ step, runs: [run] });
    }
    if (!segments.length) return null;
    const row = make("div", { class: "lane calls" }, make("div", { class: "label" }, make("span",
      { text: "App" }))), parts = [];
    segments.forEach((segment, place) => {
      const about = model.steps[segment.step], next = segments[place + 1], name = about.name || about.title;
      const left = segment.runs[0].x * axis.scale;
      const ends = segment.runs[segment.runs.length - 1].right * axis.scale;
      const right = next ? Math.min(next.runs[0].x * axis.scale, Math.max(ends, left + 18)) : ends;
      parts.push({ left, right: Math.max(right, left + 12), draw: () => make("button", { class: "phase",
        tabindex: "-1", "data-state": about.state,
        title: `${about.name} ${about.title}${about.result ? " " + about.result : ""}`, text: name,
        style: { left: `${this.labels + left}px`, width: `${Math.max(10, right - left - 2)}px` },
        click: () => app.chooseEvent(model, segment.runs[0].events[0]) }) });
    });
    this.strips.push({ row, parts });
    return row;
  }
  gapLines() {
    const row = make("div", { class: "gap-lines" });
    this.grid.append(row);
    this.strips.push({ row, parts: this.axis.gaps.map((gap) => {
      const middle = (gap.from + gap.to) / 2 * this.axis.scale;
      return { left: middle, right: middle + 8, draw: () => make("div", { class: "gap-line",
        style: { left: `${this.labels + middle}px` } }) };
    }) });
  }
  drawLife(row) {
    const { axis, model, app } = this;
    const subject = row.name.split(" ").slice(1).join(" ");
    const element = make("div", { class: "lane life" }, make("div", { class: "label", title: row.name },
      make("span", { text: row.title }), subject ? make("small", { text: subject }) : null));
    const parts = row.lives.map(({ life, from, to }, place) => {
      const left = axis.at(from), right = to === Infinity ? this.width - 6 : Math.max(axis.at(to), left + 5);
      const code = life.ending && life.ending !== "expired" ? life.ending : life.expiresAt ? "expired" : "";
      const expires = life.expiresAt ? `${date(life.expiresAt).day}, ${date(life.expiresAt).time} UTC` : "";
      const words = code === "expired" ? `${to <= model.end ? "expired" : "expires"} ${expires}`
        : code ? life.endingText : "does not expire, as far as is known";
      const next = row.lives[place + 1];
      const room = (next ? axis.at(next.from) : this.width) - right;
      const short = code === "expired" ? (to > model.end ? `in ${distance(to - model.end)}` : "expired")
        : endWords[code] || "";
      const isInside = room < 96 && right - left > 110;
      return { left, right: right + 120, draw: () => make("button", {
        class: `life-bar${life.isAssumed ? " assumed" : ""}${life.isFromBefore ? " before" : ""}`,
        "data-kind": life.kind, style: { left: `${this.labels + left}px`, width: `${right - left}px` },
        title: `${life.name}: ${words}${life.knowledge ? `, by ${life.knowledge}` : ""}`,
        "aria-label": `${life.name}: ${words}`,
        click: () => app.goToEnd(model, life) },
      room < 96 && !isInside ? "" : make("span", { class: `end${isInside ? " inside" : ""}` },
        make("b", { text: endMarks[code] || "" }), short)) };
    });
    this.strips.push({ row: element, parts });
    return element;
  }
  // Only the bars that can be seen are in the document.
  drawBars() {
    const { axis, model } = this;
    const left = this.scroller.scrollLeft, view = this.scroller.clientWidth || 1600;
    const chosen = this.app.model === model ? this.app.chosen : null;
    // Drawn again when what was drawn ends, not at each bar.
    if (this.drawn && this.drawn.chosen === chosen && left >= this.drawn.from && left + view <= this.drawn.to) return;
    const from = Math.max(0, left - 800), to = left + view + 800;
    this.drawn = { chosen, from, to };
    for (const { row, parts } of this.strips) {
      let next = null;
      for (let place = parts.length - 1; place >= 0; place -= 1) {
        const part = parts[place], isSeen = part.right >= from && part.left <= to;
        if (isSeen && !part.isSeen) row.insertBefore(part.element ||= part.draw(), next);
        if (!isSeen && part.isSeen) part.element.remove();
        part.isSeen = isSeen;
        if (isSeen) next = part.element;
      }
    }
    const runs = axis.runs.filter((run) => run.right * axis.scale >= from && run.x * axis.scale <= to);
    for (const row of this.laneRows.values()) while (row.children.length > 1) row.lastChild.remove();
    for (const run of runs) {
      const row = this.laneRows.get(run.lane);
      if (row) row.append(this.drawBar(run, chosen));
    }
  }
  drawBar(run, chosen) {
    const { axis, model, app } = this;
    const event = run.events[0], count = run.events.length;
    const isChosen = chosen && run.events.some((one) => eventKey(one) === chosen
      || `place${one.place}` === chosen);
    const marks = [...new Set(run.events.flatMap((one) => one.marks || []))];
    const levels = marks.map((number) => (model.findings[number - 1] || {}).level);
    const level = ["error", "warning", "note"].find((one) => levels.includes(one));
    const width = Math.max(shortestBar * Math.min(1, axis.scale) - 2, (run.right - run.x) * axis.scale - 2);
    const number = count > 1 ? `×${count}` : event.ordinal === undefined ? "" : `${event.ordinal}`;
    const words = isNamed(event) ? event.name : `${number} ${event.name}`;
    const room = Math.floor((width - 8) / 6.7);
    const label = isNamed(event) ? (words.length > room ? `${words.slice(0, Math.max(1, room - 1))}…` : words)
      : width > 12 + 6.8 * words.length ? words : number;
    const name = `${count > 1 ? plural(count, "time") + " " : event.ordinal ? `${event.ordinal} ` : ""}${eventTitle(event)}`
      + `${event.fact ? `, ${event.fact}` : ""}${event.durationMicroseconds ? `, ${took(event.durationMicroseconds)}` : ""}`;
    return make("button", { class: "bar", title: name, "aria-label": name, tabindex: "-1",
      "data-lane": event.lane, "data-level": event.level, "data-simulated": event.isSimulated ? "true" : null,
      "aria-current": isChosen ? "true" : null,
      style: { left: `${this.labels + run.x * axis.scale}px`,
        width: `${width}px` },
      click: () => app.chooseEvent(model, count > 1 ? run.events[count - 1] : event) },
    label, level ? make("span", { class: "mark", "data-level": level }) : null);
  }
  moveTo(stop) {
    const place = this.axis.ofStop(stop);
    this.needle.style.left = `${place}px`;
    const view = this.scroller.clientWidth - this.labels, left = this.scroller.scrollLeft;
    if (place < left + 20 || place > left + view - 60) this.scroller.scrollLeft = Math.max(0,
      place - view / 2);
    this.drawBars();
  }
}

// The whole as a strip, which is the slider.
class Minimap {
  constructor(app) {
    this.app = app;
    this.thumb = make("div", { class: "thumb" });
    this.view = make("div", { class: "view" });
    this.ahead = make("div", { class: "ahead" });
    this.drawing = vector("svg", { "aria-hidden": "true", preserveAspectRatio: "none",
      viewBox: "0 0 1000 30" });
    this.element = make("div", { class: "map", role: "slider", tabindex: "0", "aria-label": "Now",
      "aria-valuemin": "0" }, this.ahead, this.drawing, this.view, this.thumb);
    const seek = (event) => {
      const box = this.element.getBoundingClientRect();
      app.goNear((event.clientX - box.left) / box.width);
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      seek(event);
      event.preventDefault();
      this.element.focus({ preventScroll: true });
    });
    this.element.addEventListener("pointermove", (event) => { if (event.buttons) seek(event); });
    this.element.addEventListener("keydown", (event) => {
      const last = app.model.stops.length - 1;
      const target = { ArrowLeft: app.now - 1, ArrowDown: app.now - 1, ArrowRight: app.now + 1,
        ArrowUp: app.now + 1,
        Home: 0, End: last, PageUp: app.now + 10, PageDown: app.now - 10 }[event.key];
      if (target === undefined) return;
      app.go(app.model, Math.max(0, Math.min(last, target)));
      event.preventDefault();
    });
  }
  get chart() { return this.app.chartOf(this.app.model); }
  share(place) { return 100 * place / this.chart.width; }
  draw() {
    const { model } = this.app, { axis } = this.chart, lanes = model.lanes.map(({ lane }) => lane);
    const height = 26 / lanes.length, paths = new Map(), seen = new Set();
    // One shape for each color, however many bars there are; what falls on the same spot is drawn once.
    const add = (color, left, width, top, size) => {
      const spot = `${color} ${top} ${left.toFixed(axis.runs.length > 1500 ? 0 : 1)}`;
      if (seen.has(spot)) return;
      seen.add(spot);
      paths.set(color, `${paths.get(color) || ""}M${left.toFixed(1)} ${top}h${width.toFixed(1)}v${size}h-${width.toFixed(1)}z`);
    };
    for (const run of axis.runs) {
      const { level } = run.events[0], top = 2 + height * lanes.indexOf(run.lane);
      add(level === "error" ? "var(--error)" : level === "refused" ? "var(--warning)" : `var(--${run.lane})`,
        10 * this.share(run.x * axis.scale), Math.max(2.5, 10 * this.share((run.right - run.x) * axis.scale)),
        top.toFixed(1), Math.max(2, height - 1.5).toFixed(1));
    }
    for (const stop of model.stops) {
      if (stop.type === "at") add("var(--muted)", 10 * this.share(axis.at(stop.offsetMicroseconds)), 1.5, 2, 24);
    }
    const shapes = [...paths].map(([color, d]) => {
      const shape = vector("path", { d });
      shape.style.fill = color;
      return shape;
    });
    this.drawing.replaceChildren(...shapes);
    this.ahead.style.left = `${this.share(axis.at(model.end) + 6)}%`;
    this.element.setAttribute("aria-valuemax", String(model.stops.length - 1));
    this.follow();
  }
  follow() {
    const chart = this.chart;
    if (!chart || !chart.scroller) return;
    const view = chart.scroller.clientWidth - chart.labels;
    this.view.hidden = view >= chart.width - 4;
    this.view.style.display = this.view.hidden ? "none" : "";
    this.view.style.left = `${this.share(chart.scroller.scrollLeft)}%`;
    this.view.style.width = `${this.share(view)}%`;
  }
  moveTo(stop, place) {
    this.thumb.style.left = `${this.share(this.chart.axis.ofStop(stop))}%`;
    this.element.setAttribute("aria-valuenow", String(place));
    this.element.setAttribute("aria-valuetext", `${stop.at}, ${this.app.model.stopTitle(stop)}`);
  }
}
