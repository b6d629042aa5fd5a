// The page as a whole: what is chosen, where now is, keys, links, copies.

const keyList = [["j, k", "next, previous event"], ["], [", "next, previous expiration"], ["f",
  "next finding"],
  ["e", "errors only"], ["/", "search"], ["Home, End", "beginning, end of the recording"],
  ["← →", "on the slider: the stop before, the next one"], ["c", "copy the command for what is shown"], ["?",
    "these keys"]];
class App {
  constructor(data, root, Kind = Model) {
    this.data = data;
    this.root = root;
    this.models = data.recordings.map((recording) => new Kind(recording));
    this.model = this.models[0];
    this.now = 0;
    this.chosen = null;
    this.finding = -1;
    this.charts = this.models.map((model) => new Chart(this, model));
    this.map = new Minimap(this);
    this.list = new EventList(this);
    this.detail = make("div", { class: "body", "aria-live": "polite" });
    this.state = make("div", { class: "body", tabindex: "0", role: "group", "aria-label": "State at now" });
    this.nowText = make("div", { class: "now" });
    this.help = drawKeys(this.keyList);
  }
  // Where a page differs from the other.
  get keyList() { return keyList; }
  get listTitle() { return "Events"; }
  get searchText() { return "Search names, headers, bodies"; }
  get isNewestFirst() { return false; }
  emptyText() { return "Nothing matches."; }
  // When an event was, in its row.
  timeOf(event) {
    return { text: event.offsetMicroseconds < 86400e6 ? clock(event.offsetMicroseconds)
      : distance(event.offsetMicroseconds),
      title: event.durationMicroseconds !== undefined ? `took ${took(event.durationMicroseconds)}` : null };
  }
  showDetail() { this.detail.replaceChildren(drawDetail(this)); }
  showState() { this.state.replaceChildren(drawState(this)); }
  chartOf(model) { return this.charts[this.models.indexOf(model)]; }

  // Everything from the beginning.
  render() {
    this.ribbons = this.models.map((model) => drawRibbon(this, model));
    this.dock = this.drawDock();
    const stateTitle = make("h2", { text: "State" });
    this.root.replaceChildren(drawTop(this),
      ...this.models.flatMap((model, place) => [drawSummary(this, model), ...(model.steps.length
        ? [this.ribbons[place]] : [])]),
      ...[drawDifferences(this)].filter(Boolean),
      this.dock, ...this.charts.map((chart) => chart.element),
      ...this.models.map((model) => drawFindings(this, model)).filter(Boolean),
      make("div", { class: "panes" }, this.list.element,
        make("section", { class: "card pane", "aria-label": "Chosen event" },
          make("header", {}, make("h2", { text: "Request and response" })), this.detail),
        make("section", { class: "card pane status-pane", "aria-label": "State" },
          make("header", {}, stateTitle, make("button", { class: "button",
            click: () => copy(this.stateCommand(), "the command") }, "Copy command")), this.state)),
      this.help, notice);
    for (const chart of this.charts) chart.draw();
    this.map.draw();
    this.list.fill();
    this.refresh();
  }
  drawDock() {
    const step = (text, key, action, label, kind) => make("button", { class: `button ${kind || ""}`,
      "aria-label": label,
      title: label, "aria-keyshortcuts": key, click: action }, text, make("kbd", { text: key }));
    return make("section", { class: "card dock", "aria-label": "Now" },
      make("div", { class: "row" }, this.nowText,
        step("‹ Event", "k", () => this.move(-1), "Previous event"), step("Event ›", "j", () => this.move(1),
          "Next event"),
        step("‹ Expiration", "[", () => this.moveExpiration(-1), "Previous expiration"),
        step("Expiration ›", "]", () => this.moveExpiration(1), "Next expiration"),
        this.dockEnd(step)),
      this.map.element);
  }

  dockEnd(step) {
    return this.models.some((model) => model.findings.length)
      ? step("Finding ›", "f", () => this.moveFinding(), "Next finding", "wide") : "";
  }

  // What depends on now and on what is chosen.
  refresh() {
    const { model } = this, stop = model.stops[this.now];
    const chart = this.chartOf(model);
    for (const other of this.charts) other.needle.style.display = other === chart ? "" : "none";
    if (stop) {
      const isBefore = stop.type === "justBefore", life = isBefore ? model.lifeOf.get(stop.entry) : null;
      const day = date(life ? life.expiresAt : stop.at), rest = stop.offsetMicroseconds - model.end;
      const time = `${day.fine || day.time} UTC${life ? ", 1 ns before" : ""}`;
      this.nowText.replaceChildren(make("strong", { text: `${day.day}, ${time}` }),
        rest > 0 ? make("span", { class: "tag", "data-level": "warning",
          text: `${distance(rest)} after ${model.what}` }) : "",
        make("span", { text: (this.models.length > 1 ? `${model.name}: ` : "") + model.stopTitle(stop) }));
      chart.moveTo(stop);
      this.map.moveTo(stop, this.now);
      this.map.follow();
    }
    this.showDetail();
    this.showState();
    this.list.reveal();
    const event = this.chosenEvent;
    this.ribbons.forEach((ribbon, place) => markRibbon(ribbon, this.models[place] === model && event
      ? event.step : -1));
    for (const other of this.charts) other.drawBars();
  }

  // MARK: where now is
  turn(model) {
    if (this.model === model) return;
    this.model = model;
    this.chosen = null;
    this.map.draw();
    this.list.fill();
  }
  go(model, place) {
    this.turn(model);
    this.now = Math.max(0, Math.min(model.stops.length - 1, place));
    const key = model.stops[this.now] ? model.stopKey(model.stops[this.now]) : "";
    if (key) this.chosen = key;
    this.refresh();
    this.writeLink();
  }
  goNear(share) {
    const chart = this.chartOf(this.model), wanted = share * chart.width;
    let best = 0, least = Infinity;
    this.model.stops.forEach((stop, place) => {
      const far = Math.abs(chart.axis.ofStop(stop) - wanted);
      if (far < least || far === least && this.model.stopKey(stop)) { least = far; best = place; }
    });
    if (best !== this.now) this.go(this.model, best);
  }
  goToExpiration(model, entry, type = "at") {
    const place = model.stops.findIndex((stop) => stop.entry === entry && stop.type === type);
    if (place >= 0) this.go(model, place);
  }
  goToEnd(model, life) {
    if (life.ending && life.ending !== "expired") {
      const place = model.stops.findIndex((stop) => stop.offsetMicroseconds >= life.endedMicroseconds);
      if (place >= 0) return this.go(model, place);
    }
    this.goToExpiration(model, life.entry);
  }
  choose(model, key) {
    this.turn(model);
    this.chosen = key;
    const place = model.stopOf.get(key);
    if (place !== undefined) this.now = place;
    this.refresh();
    this.writeLink();
  }
  chooseEvent(model, event) {
    const key = eventKey(event);
    if (key) return this.choose(model, key);
    this.turn(model);
    this.chosen = `place${event.place}`;
    const stop = model.stopOf.get(`user${event.ordinal}`);
    const later = model.stops.findIndex((one) => one.offsetMicroseconds > event.offsetMicroseconds);
    this.now = stop !== undefined ? stop : later < 0 ? model.stops.length - 1 : Math.max(0, later - 1);
    this.refresh();
  }
  chooseFinding(model, finding) {
    this.finding = model.findings.indexOf(finding);
    if (!finding.exchanges.length && !finding.vsaCalls.length) return toast(finding.message);
    const key = finding.exchanges.length ? `${finding.exchanges[0]}` : `vsa${finding.vsaCalls[0]}`;
    this.choose(model, key);
    toast(`Finding ${finding.number}: ${finding.message}`);
  }
  get chosenEvent() {
    if (!this.chosen) return null;
    if (this.chosen.startsWith("place")) return this.model.events[Number(this.chosen.slice(5))];
    return this.model.byKey.get(this.chosen) || null;
  }
  isChosen(event) { return this.chosen !== null && (eventKey(event) === this.chosen
    || `place${event.place}` === this.chosen); }
  move(direction) {
    const rows = this.list.rows.filter((row) => row.run);
    if (!rows.length) return;
    if (this.isNewestFirst) direction = -direction;
    const at = rows.findIndex((row) => row.run.events.some((event) => this.isChosen(event)));
    const next = at < 0 ? (direction > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at
      + direction));
    const { events } = rows[next].run;
    this.chooseEvent(this.model, events[events.length - 1]);
  }
  moveExpiration(direction) {
    const { stops } = this.model;
    for (let place = this.now + direction; place >= 0 && place < stops.length; place += direction) {
      if (stops[place].type === "justBefore" || stops[place].type === "at") return this.go(this.model, place);
    }
    toast(direction > 0 ? "No later expiration" : "No earlier expiration");
  }
  moveFinding() {
    const { findings } = this.model;
    for (let step = 1; step <= findings.length; step += 1) {
      const finding = findings[(this.finding + step) % findings.length];
      if (finding.exchanges.length + finding.vsaCalls.length > 0) return this.chooseFinding(this.model,
        finding);
    }
  }
  search(text) {
    this.list.input.value = text;
    this.list.fill();
  }

  // MARK: texts
  detailPlaces(model, key) {
    const detail = model.details[key], places = [];
    if (!detail) return places;
    const add = (place) => { if (place !== undefined) places.push(place); };
    for (const side of [detail.request, detail.response]) {
      if (!side) continue;
      add(side.line);
      for (const [, value] of side.headers || []) add(value);
      add(side.body);
    }
    for (const [, value] of [...(detail.passed || []), ...(detail.returned || [])]) add(value);
    return places;
  }
  detailText(model, event) {
    return this.detailPlaces(model, eventKey(event)).map((place) => this.data.texts[place]).join("\n");
  }
  // Of many exchanges the values are looked through when the page is there.
  get isLarge() { return this.models.some((model) => model.events.length > 1500); }
  // In which events each telling word occurs.
  valueUses() {
    if (this.uses) return this.uses;
    this.uses = new Map();
    // Of each text once: events share them.
    const words = [];
    const wordsOf = (text) => text.length > 70000 ? []
      : [...new Set((text.match(wordPattern) || []).map(plainWord).filter(isTelling))];
    for (const model of this.models) {
      for (const key of Object.keys(model.details)) {
        for (const place of this.detailPlaces(model, key)) {
          for (const word of words[place] ||= wordsOf(this.data.texts[place])) {
            if (!this.uses.has(word)) this.uses.set(word, new Set());
            this.uses.get(word).add(key);
          }
        }
      }
    }
    return this.uses;
  }
  command(model, key) { return `${model.showCommand} ${key}`; }
  stateCommand() {
    const stop = this.model.stops[this.now];
    if (this.model.forkCommand && stop && this.model.isLater(stop)) return this.model.forkCommand;
    return stop ? `${this.model.stateCommand} --at ${stop.at}` : this.model.stateCommand;
  }
  copyTicket() {
    const { model } = this, event = this.chosenEvent, stop = model.stops[this.now];
    const lines = [`${model.name}${model.client ? `, ${model.client}` : ""}, ${model.startedAt || ""}`,
      model.verdict.message, model.verdict.parting];
    if (event) {
      const key = eventKey(event), detail = model.details[key] || {};
      lines.push("", `${key ? (event.type === "vsaCall" ? "VSA call " : "Exchange ") + event.ordinal + ": " : ""}${eventTitle(event)}`
        + `${event.fact ? ` (${event.fact})` : ""}`);
      if (detail.startedAt) lines.push(`  ${detail.startedAt}${detail.took ? `, took ${detail.took}` : ""}`);
      for (const number of event.marks
        || []) lines.push(`  ${model.findings[number - 1].level}: ${model.findings[number - 1].message}`);
      if (key) lines.push(`  ${this.command(model, key)}`);
    }
    const worst = model.findings.filter((finding) => finding.level !== "note");
    if (worst.length) lines.push("", "Findings",
      ...worst.map((finding) => `  ${finding.level}, ${finding.place}: ${finding.message}`));
    const expiring = model.expiring.slice(0, 8);
    if (expiring.length) lines.push("", "Expires after the recording", ...expiring.map((life) =>
      `  ${life.name}: ${life.expiresAt}, in ${distance(life.expiresMicroseconds - model.end)}, by ${life.knowledge}`));
    const message = (model.outlook || {}).message || model.verdict.later;
    if (message) lines.push("", `31 days later: ${message}`);
    if (stop) lines.push("", `State at ${stop.at}: ${this.stateCommand()}`);
    copy(lines.join("\n") + "\n", "a text for a ticket");
  }

  // MARK: links and keys
  writeLink() {
    const stop = this.model.stops[this.now], parts = [];
    if (this.models.indexOf(this.model) > 0) parts.push(`recording=${this.models.indexOf(this.model) + 1}`);
    if (this.chosen && !this.chosen.startsWith("place")) {
      parts.push(this.chosen.startsWith("vsa") ? `vsaCall=${this.chosen.slice(3)}`
        : `exchange=${this.chosen}`);
    }
    if (stop) parts.push(`at=${stop.at}`);
    try { history.replaceState(null, "", `#${parts.join("&")}`); } catch { /* A frame may not. */ }
  }
  readLink() {
    const parts = new Map(location.hash.slice(1).split("&").map((part) => part.split("=",
      2).map(decodeURIComponent)));
    const model = this.models[Number(parts.get("recording") || 1) - 1] || this.models[0];
    this.turn(model);
    const key = parts.has("exchange") ? parts.get("exchange") : parts.has("vsaCall")
      ? `vsa${parts.get("vsaCall")}` : null;
    if (key && model.byKey.has(key)) this.chosen = key;
    const own = key ? model.stopOf.get(key) : undefined;
    const at = own !== undefined && model.stops[own].at === parts.get("at") ? own
      : model.stops.findIndex((stop) => stop.at === parts.get("at"));
    if (at >= 0) this.now = at; else if (own !== undefined) this.now = own; else return false;
    return true;
  }
  // The first thing to look at: the first error, else the end.
  chooseFirst() {
    const { model } = this, bad = model.events.find((event) => event.level === "error" && eventKey(event));
    const end = model.stops.findLastIndex((stop) => stop.offsetMicroseconds <= model.end);
    this.now = Math.max(0, end);
    const last = [...model.events].reverse().find((event) => eventKey(event) && !event.isSimulated);
    const refused = model.verdict.level === "error"
      ? [...model.events].reverse().find((event) => event.level === "refused" && eventKey(event)) : null;
    const first = bad || refused || last;
    if (first) { this.chosen = eventKey(first); this.now = model.stopOf.get(this.chosen) ?? this.now; }
  }
  get actions() {
    return { j: () => this.move(1), k: () => this.move(-1), "]": () => this.moveExpiration(1),
      "[": () => this.moveExpiration(-1), f: () => this.moveFinding(), e: () => this.list.toggleErrors(),
      "/": () => this.list.input.focus(), "?": () => this.help.showModal(),
      c: () => copy(this.chosen && !this.chosen.startsWith("place") ? this.command(this.model, this.chosen)
        : this.stateCommand(), "the command") };
  }
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.help.open) return;
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key === "Escape" && isTyping) {
      if (event.target === this.list.input && event.target.value) this.search("");
      event.target.blur();
      return;
    }
    if (isTyping) return;
    const action = this.actions[event.key];
    if (!action) return;
    action();
    event.preventDefault();
  }
  start() {
    if (!this.readLink()) this.chooseFirst();
    this.render();
    if (this.isLarge) {
      setTimeout(() => { this.valueUses(); this.detail.replaceChildren(drawDetail(this)); }, 500);
    }
    addEventListener("hashchange", () => { if (this.readLink()) this.refresh(); });
    this.listen();
  }
  // To keys, and to the window's width, on which the timeline depends.
  listen() {
    document.addEventListener("keydown", (event) => this.key(event));
    let width = innerWidth, timer = 0;
    addEventListener("resize", () => {
      if (innerWidth === width) return;
      width = innerWidth;
      clearTimeout(timer);
      timer = setTimeout(() => { for (const chart of this.charts) chart.draw(); this.map.draw(); this.refresh(); }, 120);
    });
  }
}
