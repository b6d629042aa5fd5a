// The page as a whole: the stream of events, where now is, what is drawn again.

const liveKeys = [["j, k", "next, previous request or step"], ["], [", "next, previous expiration that has been"],
  ["n", "back to the newest"], ["e", "errors only"], ["/", "search"],
  ["← →", "on the slider: the stop before, the next one"], ["Home, End", "on the slider: the beginning, the newest"],
  ["?", "these keys"]];
class Live extends App {
  constructor(data, root) {
    super({ recordings: [{}], texts: [], openings: [], differences: [] }, root, LiveModel);
    this.version = data.kinescope;
    this.ribbons = [];
    this.queue = [];
    this.isFollowing = true;
    this.board = new Board(this);
    this.controls = new Controls(this);
    this.status = make("span", { class: "tag", role: "status" });
    this.newest = make("button", { class: "button", click: () => this.follow(), "aria-keyshortcuts": "n" },
      "Newest", make("kbd", { text: "n" }));
    this.detail.removeAttribute("aria-live");
  }
  get keyList() { return liveKeys; }
  get listTitle() { return "What happened, newest first"; }
  get searchText() { return "Search names, hosts, reasons"; }
  get isNewestFirst() { return true; }
  emptyText() {
    return this.model.events.length ? "Nothing matches." : "No request has come yet. Point the app at this "
      + "address: as its proxy, or as the base URL.";
  }
  timeOf(event) {
    const { day, time, fine } = date(event.item.at);
    return { text: time, title: `${day}, ${fine} UTC` };
  }
  detailText(model, event) { return `${event.item.message} ${event.item.url || ""}`; }
  get actions() {
    const { f, c, ...actions } = super.actions;
    return { ...actions, n: () => this.follow() };
  }
  writeLink() { /* A fragment is for the token alone. */ }
  stateCommand() { return `${controlCommand} --get state`; }
  dockEnd() { return this.newest; }

  start() {
    takeToken();
    this.render();
    this.connect();
    this.listen();
    addEventListener("hashchange", () => { if (takeToken()) this.board.drawAccess(); });
    setInterval(() => this.board.tick(), 200);
    // Warnings do not come as events, and time passes between them.
    setInterval(() => { if (!document.hidden) this.look(); }, 5000);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.look(); });
  }
  render() {
    this.dock = this.drawDock();
    this.root.className = "live";
    this.copyState = make("button", { class: "button", title: this.stateCommand(),
      click: () => copy(this.stateCommand(), "the command") }, "Copy command");
    this.root.replaceChildren(make("div", { class: "top" },
      make("div", {}, make("h1", { text: `What is served at ${location.host}` }),
        make("p", {}, this.status, ` kinescope ${this.version}`)),
      make("div", { class: "actions" }, drawPageButtons(this.help))),
    this.board.tokenCard, this.board.element, this.board.warnings, this.dock, this.charts[0].element,
    make("div", { class: "panes" }, this.list.element,
      make("section", { class: "card pane", "aria-label": "Request" },
        make("header", {}, make("h2", { text: "Request" })), this.detail),
      make("section", { class: "card pane status-pane", "aria-label": "State" },
        make("header", {}, make("h2", { text: "State" }), this.copyState), this.state)),
    this.controls.element, this.help, notice);
    this.board.render();
    this.say("connecting", "");
    this.redraw();
  }

  // MARK: what is sent
  connect() {
    const source = new EventSource(`${base}page`);
    const on = (name, action) => source.addEventListener(name, (event) => action(JSON.parse(event.data)));
    source.addEventListener("open", () => this.say("live", "ok"));
    source.addEventListener("error", () => {
      const isOver = source.readyState === EventSource.CLOSED;
      this.say(isOver ? "refused; trying again" : "not reached: has serve ended? Trying again", "error");
      if (!isOver) return;
      source.close();
      setTimeout(() => this.connect(), 5000);
    });
    on("opening", (opening) => {
      this.queue = [];
      this.model.open(opening);
      this.chosen = null;
      this.isFollowing = true;
      this.changed();
    });
    on("moment", (moment) => { this.queue.push(moment); this.changed(); });
    on("clock", (clock) => { this.board.setClock(clock); this.changed(); });
  }
  // Many events make one drawing and one look.
  changed() {
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.take();
      this.isReady = true;
      this.look();
    }, 120);
  }
  take() {
    const { model } = this, stop = model.stops[this.now];
    if (this.queue.length) model.take(this.queue.splice(0), this.isReady);
    const place = model.stops.indexOf(stop);
    this.now = Math.max(0, place);
    this.redraw();
  }
  // All that depends on what happened, with everything where the reader has it.
  redraw() {
    const { model, list } = this, chart = this.charts[0], body = list.body;
    if (this.isFollowing) this.toEnd();
    const at = this.board.offset();
    if (at !== null) model.end = Math.max(model.end, at);
    const focused = chart.element.contains(document.activeElement)
      ? document.activeElement.getAttribute("aria-label") : null;
    const left = chart.scroller ? chart.scroller.scrollLeft : 0;
    const { scrollTop } = body, height = list.inner.offsetHeight;
    chart.draw();
    chart.scroller.scrollLeft = left;
    this.map.draw();
    list.fill();
    // What is read stays where it is.
    if (scrollTop > 20) body.scrollTop = scrollTop + list.inner.offsetHeight - height;
    this.refresh();
    if (!this.isFollowing) chart.scroller.scrollLeft = left;
    if (focused) {
      const again = [...chart.element.querySelectorAll("button")]
        .find((one) => one.getAttribute("aria-label") === focused);
      if (again) again.focus({ preventScroll: true });
    }
    this.board.drawVerdict();
  }
  refresh() {
    super.refresh();
    const behind = this.model.stops.length - 1 - this.now;
    this.newest.setAttribute("aria-pressed", String(this.isFollowing));
    this.newest.title = this.isFollowing ? "Now is the newest, and stays it" : `Back to the newest: ${
      plural(behind, "stop")} later`;
    this.copyState.hidden = behind > 0;
    if (this.isFollowing) this.nowText.append(make("span", { class: "tag", "data-level": "ok", text: "newest" }));
    else if (behind > 0) this.nowText.append(make("span", { class: "tag", "data-level": "warning",
      text: `${plural(behind, "stop")} back` }));
  }
  showDetail() {
    const { item } = this.chosenEvent || {};
    if (item === this.shownItem && this.detail.firstChild) return;
    this.shownItem = item;
    this.detail.replaceChildren(drawRequest(this, item));
  }

  // MARK: where now is
  toEnd() {
    const { model } = this, last = model.requests[model.requests.length - 1];
    this.now = Math.max(0, model.stops.length - 1);
    this.chosen = last ? eventKey(last) : null;
  }
  follow() {
    this.isFollowing = true;
    this.toEnd();
    this.refresh();
  }
  go(model, place) {
    this.isFollowing = place >= model.stops.length - 1;
    super.go(model, place);
  }
  choose(model, key) {
    this.isFollowing = false;
    super.choose(model, key);
  }
  goToExpiration(model, entry) {
    const life = model.lifeOf.get(entry);
    if (model.stops.some((stop) => stop.entry === entry)) return super.goToExpiration(model, entry);
    if (life) toast(`${life.name} expires on ${date(life.expiresAt).day}, ${date(life.expiresAt).time} UTC`);
  }
  async look() {
    if (this.isLooking) { this.isStale = true; return; }
    this.isLooking = true;
    try {
      const [expirations, verdict, clock] = await Promise.all([call("expirations"), call("verdict"),
        call("clock")]);
      if (expirations.status === 200) this.board.expirations = expirations.value.items;
      if (verdict.status === 200) this.board.verdict = verdict.value;
      if (clock.status === 200) this.board.setClock(clock.value);
      this.board.drawExpirations();
      // While the clock runs, what is ahead comes nearer.
      if (this.board.isRunning) this.redraw(); else this.board.drawVerdict();
    } catch { /* The stream of events shows that serve is gone. */ }
    this.isLooking = false;
    if (this.isStale) { this.isStale = false; this.look(); }
  }
  async send(steps, near) {
    if (!token) return this.board.askForToken();
    await this.change("steps", steps, near);
  }
  async reset(near) {
    if (!token) return this.board.askForToken();
    await this.change("reset", "", near);
  }
  async change(name, text, near) {
    let result;
    try { result = await call(name, text); } catch {
      toast("serve is not reached");
      return this.controls.say(["serve is not reached"], true, near);
    }
    const { status, value } = result;
    if (status === 401) { token = ""; this.board.drawAccess("The token is that of another serve."); }
    const items = value.type === "list" ? value.items : [value];
    const messages = items.map((item) => item.message || `begun again: it is ${item.at}`);
    this.controls.say(messages.length ? messages : ["nothing changed"], status !== 200, near);
    toast(messages[messages.length - 1] || "");
    this.look();
  }
  ticket(item) {
    const lines = [item.message, `  ${item.method} ${item.url}`, `  served at ${item.at}`];
    for (const { name, recorded, received } of item.fields || []) {
      lines.push(`  ${name}: recorded ${recorded ?? "nothing"}, received ${received ?? "nothing"}`);
    }
    return lines.join("\n") + "\n";
  }
  say(text, level) { this.status.textContent = text; this.status.dataset.level = level; }
}
