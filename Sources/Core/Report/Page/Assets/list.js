// The list of what happened; only the lines that can be seen are in the document.

class EventList {
  constructor(app) {
    this.app = app;
    this.input = make("input", { type: "search", placeholder: app.searchText, "aria-label": "Search" });
    this.input.addEventListener("input", () => { this.fill(); });
    this.errors = make("button", { class: "button", "aria-pressed": "false", "aria-keyshortcuts": "e",
      click: () => this.toggleErrors() }, "Errors", make("kbd", { text: "e" }));
    this.inner = make("div", { class: "list", role: "listbox", "aria-label": "Events", tabindex: "0" });
    this.inner.addEventListener("keydown", (event) => {
      const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!direction) return;
      app.move(app.isNewestFirst ? -direction : direction);
      event.preventDefault();
    });
    this.body = make("div", { class: "body" }, this.inner);
    this.body.addEventListener("scroll", () => this.show(), { passive: true });
    this.count = make("span", { class: "muted number" });
    this.element = make("section", { class: "card pane events", "aria-label": "Events" },
      make("header", {}, make("h2", { text: app.listTitle }), this.count,
        make("div", { class: "filter" }, this.input, this.errors)), this.body);
  }
  toggleErrors() {
    const isOn = this.errors.getAttribute("aria-pressed") !== "true";
    this.errors.setAttribute("aria-pressed", String(isOn));
    this.fill();
  }
  textOf(event) {
    if (event.searched === undefined) {
      event.searched = `${event.name} ${event.status || ""} ${event.fact || ""} ${this.app.detailText(this.app.model, event)}`
        .toLowerCase();
    }
    return event.searched;
  }
  fill() {
    const { model } = this.app, query = this.input.value.trim().toLowerCase();
    const errorsOnly = this.errors.getAttribute("aria-pressed") === "true";
    const isShown = (event) => (!errorsOnly || event.level === "error" || event.level === "refused")
      && (!query || this.textOf(event).includes(query));
    this.rows = [];
    let top = 0, step;
    let runs = query || errorsOnly ? model.events.map((event) => ({ events: [event] })) : model.runs;
    if (this.app.isNewestFirst) runs = [...runs].reverse();
    for (const run of runs) {
      const event = run.events[0];
      if (!isShown(event)) continue;
      if (event.step !== undefined && event.step !== step && !query && !errorsOnly) {
        step = event.step;
        const about = model.steps[step];
        const title = `${about.name ? about.name + " " : ""}${about.title}${about.result ? " " + about.result : ""}`;
        this.rows.push({ top, height: 28, title });
        top += 28;
      }
      this.rows.push({ top, height: 44, run });
      top += 44;
    }
    this.inner.style.height = `${top}px`;
    const count = this.rows.filter((row) => row.run).reduce((sum, row) => sum + row.run.events.length, 0);
    this.count.textContent = (count === model.events.length ? `${count}`
      : `${count} of ${model.events.length}`) + (model.omittedCount ? `, ${model.omittedCount} older omitted`
      : "");
    this.shown = null;
    this.show();
    if (!this.rows.length) this.inner.replaceChildren(make("p", { class: "empty",
      text: this.app.emptyText() }));
  }
  show() {
    if (!this.rows) return;
    const top = this.body.scrollTop, height = this.body.clientHeight || 600;
    const key = `${this.app.chosen} ${this.app.now}`;
    // Drawn again when what was drawn ends, not at each line.
    if (key === this.shown && top >= this.from && top + height <= this.to) return;
    this.shown = key;
    this.from = top > 600 ? top - 600 : 0;
    this.to = top + height + 600;
    const rows = this.rows.filter((row) => row.top + row.height >= this.from && row.top <= this.to);
    this.inner.replaceChildren(...rows.map((row) => row.run ? this.drawRow(row) : make("div", { class: "step", role: "presentation",
      text: row.title, title: row.title, style: { top: `${row.top}px` } })));
  }
  drawRow(row) {
    const { app } = this, { model } = app, count = row.run.events.length;
    const event = row.run.events[app.isNewestFirst ? count - 1 : 0], time = app.timeOf(event);
    const isChosen = row.run.events.some((one) => app.isChosen(one));
    const stop = model.stops[app.now];
    const isFuture = stop && event.offsetMicroseconds > stop.offsetMicroseconds;
    const marks = [...new Set(row.run.events.flatMap((one) => one.marks || []))].slice(0, 3).map((number) =>
      make("span", { class: "flag", "data-level": (model.findings[number - 1] || {}).level, text: number,
        title: (model.findings[number - 1] || {}).message }));
    const lane = model.lanes.find((one) => one.lane === event.lane);
    const ordinal = event.type === "step" ? "›" : eventKey(event) + (count > 1 ? "…" : "");
    const isNew = event.isNew;
    event.isNew = false;
    if (isChosen) this.inner.setAttribute("aria-activedescendant", `event${event.place}`);
    return make("div", { class: `item ${isFuture ? "future" : "past"}${isNew ? " new" : ""}`, role: "option",
      id: `event${event.place}`, "data-kind": event.type,
      "aria-selected": String(isChosen), "data-level": event.level, style: { top: `${row.top}px` },
      click: () => app.chooseEvent(model, count > 1 && !isChosen ? row.run.events[count - 1] : event) },
    make("span", { class: "ordinal", text: ordinal }),
    make("span", { class: "what", title: event.name }, event.name, count > 1 ? make("em",
      { text: `  ${count} times` }) : null),
    make("span", { class: "status" }, event.status || "", " ", marks),
    make("span", { class: "fact", text: [event.isSimulated ? "simulated" : "", lane ? lane.title : "",
      event.fact]
      .filter(Boolean).join(" · "), title: event.fact }),
    make("span", { class: "took", ...time }));
  }
  reveal() {
    if (!this.rows) return;
    const row = this.rows.find((one) => one.run && one.run.events.some((event) => this.app.isChosen(event)));
    if (row && (row.top < this.body.scrollTop + 30 || row.top + 44 > this.body.scrollTop
      + this.body.clientHeight)) {
      this.body.scrollTop = Math.max(0, row.top - this.body.clientHeight / 3);
    }
    this.shown = null;
    this.show();
  }
}
