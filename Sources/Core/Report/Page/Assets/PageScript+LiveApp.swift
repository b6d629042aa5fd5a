extension PageScript {
    /// The page as a whole: the events, the clock, what expires.
    static let live = #"""
        const liveKeys = [["j, k", "the request before, the one after it"], ["e", "errors only"], ["/", "search"],
          ["?", "these keys"]];
        class Live {
          constructor(data, root) {
            this.root = root;
            this.version = data.kinescope;
            this.expirations = [];
            this.verdict = null;
            this.clock = null;
            this.feed = new Feed(this);
            this.controls = new Controls(this);
            this.status = make("span", { class: "tag", role: "status" });
            this.detail = make("div", { class: "body" });
            this.time = make("p", { class: "time", role: "timer", "aria-live": "off" });
            this.day = make("p", { class: "muted" });
            this.next = make("ul", { class: "next" });
            this.what = make("section", { class: "card verdict" });
            this.follow = make("button", { class: "button", hidden: true, click: () => this.feed.choose(null) },
              "Show the newest");
            this.warnings = make("section", { class: "card findings missed", "aria-label": "Unmatched and warnings",
              hidden: true });
            this.tokenCard = this.drawToken();
            this.help = make("dialog", { "aria-label": "Keys" }, make("h2", { text: "Keys" }),
              make("dl", {}, liveKeys.flatMap(([keys, text]) => [make("dt", { text: keys }), make("dd", { text })])),
              make("form", { method: "dialog" }, make("button", { class: "button", text: "Close" })));
          }
          start() {
            takeToken();
            this.render();
            this.connect();
            addEventListener("hashchange", () => { if (takeToken()) this.drawAccess(); });
            document.addEventListener("keydown", (event) => this.key(event));
            setInterval(() => this.tick(), 200);
            // Warnings do not come as events.
            setInterval(() => { if (!document.hidden) this.look(); }, 5000);
            document.addEventListener("visibilitychange", () => { if (!document.hidden) this.look(); });
          }
          render() {
            this.moves = [["1 min", "1m"], ["1 h", "1h"], ["1 d", "1d"], ["31 d", "31d"]].map(([text, span]) =>
              make("button", { class: "button", title: `advance ${span}`,
              click: () => this.send(`advance ${span}`) }, `+ ${text}`));
            this.run = make("button", { class: "button", click: () => this.send(this.clock && this.clock.rate === 0
              ? "rate 1" : "rate 0") });
            this.root.className = "live";
            this.root.replaceChildren(make("div", { class: "top" },
              make("div", {}, make("h1", { text: `What is served at ${location.host}` }),
                make("p", {}, this.status, ` kinescope ${this.version}`)),
              make("div", { class: "actions" },
                make("button", { class: "button", click: () => this.help.showModal(), "aria-keyshortcuts": "?" },
                  "Keys", make("kbd", { text: "?" })),
                make("button", { class: "button", click: () => this.turnTheme() }, "Light / dark"))),
            this.tokenCard,
            make("div", { class: "summary board" }, this.what,
              make("section", { class: "card clock" }, make("h2", { text: "Served clock (UTC)" }), this.time, this.day,
                make("div", { class: "actions" }, this.moves), make("div", { class: "actions" }, this.run)),
              make("section", { class: "card" }, make("h2", { text: "Time left" }), this.next)),
            this.warnings,
            make("div", { class: "panes" }, this.feed.element,
              make("section", { class: "card pane", "aria-label": "Request" },
                make("header", {}, make("h2", { text: "Request" }), this.follow), this.detail), this.controls.element),
            this.help, notice);
            this.drawAccess();
            this.drawVerdict();
            this.drawExpirations();
            this.shown = undefined;
            this.drawDetail();
            this.feed.draw();
            this.say("connecting", "");
          }

          // MARK: what is sent
          connect() {
            const source = new EventSource(`${base}timeline`);
            const on = (name, action) => source.addEventListener(name, (event) => action(JSON.parse(event.data)));
            source.addEventListener("open", () => this.say("live", "ok"));
            source.addEventListener("error", () => {
              const isOver = source.readyState === EventSource.CLOSED;
              this.say(isOver ? "refused; trying again" : "not reached: has serve ended? Trying again", "error");
              if (!isOver) return;
              source.close();
              setTimeout(() => { this.feed.clear(); this.connect(); }, 5000);
            });
            on("request", (item) => { this.feed.add(item); this.changed(); });
            on("step", (item) => { this.feed.add(item); this.changed(); });
            on("clock", (clock) => { this.setClock(clock); this.changed(); });
            on("reset", (clock) => {
              this.feed.clear();
              this.setClock(clock);
              this.drawDetail();
              this.changed();
            });
          }
          // Many events make one drawing and one look.
          changed() {
            if (this.timer) return;
            this.timer = setTimeout(() => {
              this.timer = 0;
              this.feed.draw();
              this.drawDetail();
              this.isReady = true;
              this.look();
            }, 120);
          }
          async look() {
            if (this.isLooking) { this.isStale = true; return; }
            this.isLooking = true;
            try {
              const [expirations, verdict, clock] = await Promise.all([call("expirations"), call("verdict"),
                call("clock")]);
              if (expirations.status === 200) this.expirations = expirations.value.items;
              if (verdict.status === 200) this.verdict = verdict.value;
              if (clock.status === 200) this.setClock(clock.value);
              this.drawVerdict();
              this.drawExpirations();
            } catch { /* The stream of events shows that serve is gone. */ }
            this.isLooking = false;
            if (this.isStale) { this.isStale = false; this.look(); }
          }
          async send(steps, near) {
            if (!token) return this.askForToken();
            await this.change("steps", steps, near);
          }
          async reset(near) {
            if (!token) return this.askForToken();
            await this.change("reset", "", near);
          }
          async change(name, text, near) {
            let result;
            try { result = await call(name, text); } catch {
              toast("serve is not reached");
              return this.controls.say(["serve is not reached"], true, near);
            }
            const { status, value } = result;
            if (status === 401) { token = ""; this.drawAccess("The token is that of another serve."); }
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

          // MARK: what is shown
          say(text, level) { this.status.textContent = text; this.status.dataset.level = level; }
          drawToken() {
            const input = make("input", { type: "password", autocomplete: "off", "aria-label": "Token",
              placeholder: "the token" });
            const form = make("form", {}, input, make("button", { class: "button", text: "Use" }));
            form.addEventListener("submit", (event) => {
              event.preventDefault();
              token = input.value.trim();
              input.value = "";
              this.drawAccess();
            });
            this.tokenText = make("p");
            this.tokenInput = input;
            return make("section", { class: "card token", "aria-label": "Token" }, this.tokenText, form);
          }
          askForToken() { this.tokenInput.focus(); toast("Changing something takes the token."); }
          drawAccess(reason) {
            const port = location.port || "80";
            this.tokenCard.hidden = token !== "";
            this.tokenText.textContent = `${reason || "This page only looks."} Changing something takes the token: `
              + "open the link that serve printed in its terminal, or paste what is in the file "
              + `control-${port}.token beside the CA certificate (or where --token-file puts it).`;
            this.controls.enable(token !== "");
            for (const button of [...this.moves, this.run]) button.disabled = token === "";
            this.drawExpirations();
          }
          drawVerdict() {
            const verdict = this.verdict || { requestCount: 0, unmatchedCount: 0, warnings: [] };
            const missed = verdict.unmatchedCount, warnings = verdict.warnings || [];
            const level = missed ? "error" : verdict.faultCount || warnings.length ? "warning" : verdict.requestCount
              ? "ok" : "";
            const facts = [verdict.vsaCallCount ? plural(verdict.vsaCallCount, "VSA call") : "",
              verdict.faultCount ? plural(verdict.faultCount, "fault") : "", verdict.differingCount
                ? `${verdict.differingCount} with other fields than recorded` : "", verdict.warningCount
                ? plural(verdict.warningCount, "warning") : ""].filter(Boolean);
            const last = this.feed.items.findLast((item) => item.type === "request");
            this.what.dataset.level = level;
            this.what.replaceChildren(make("h2", {}, "What happened", make("span", { class: "tag", "data-level": level,
              text: missed ? "Unmatched" : level === "warning" ? "With warnings" : verdict.requestCount
                ? "All matched" : "Waiting" })),
            make("p", { class: "sentence", text: verdict.requestCount ? `${plural(verdict.requestCount, "request")}, ${
              missed ? `${missed} of them unmatched` : "none unmatched"}` : "No request has come yet" }),
            facts.length ? make("p", { class: "parting", text: facts.join(", ") }) : "",
            last ? make("p", { class: "parting muted", text: `Last: ${last.message}` }) : "");
            this.drawWarnings(warnings);
          }
          drawWarnings(warnings) {
            const missed = this.feed.items.filter(isMissed).slice(-6).reverse();
            this.warnings.hidden = missed.length + warnings.length === 0;
            this.warnings.replaceChildren(make("h2", { text: "Unmatched and warnings, newest first" }), make("ul", {},
              missed.map((item) => make("li", {}, make("span", { class: "flag", "data-level": "error", text: "!" }),
                make("span", { text: "unmatched" }), make("button", { text: `request ${item.ordinal}`,
                  click: () => this.feed.choose(item) }), make("span", { class: "message",
                  text: `${nameOf(item)}: ${remarkOf(item)}` }))),
              warnings.slice(-6).reverse().map((warning) => make("li", {}, make("span", { class: "flag",
                "data-level": "warning", text: "!" }), make("span", { text: "warning" }),
                make("span", { class: "muted number", text: date(warning.at).time }), make("span", { class: "message", text: warning.message })))));
          }
          drawExpirations() {
            const key = JSON.stringify([this.expirations, token !== ""]);
            if (key === this.drawnExpirations) return this.tick();
            this.drawnExpirations = key;
            this.counts = [];
            const move = (where, item) => make("button", { text: where, disabled: token === "" ? true : null,
              title: `advance ${where} ${expirationName(item)}`,
              click: () => this.send(`advance ${where} ${expirationName(item)}`) });
            this.next.replaceChildren(...this.expirations.slice(0, 60).map((item) => {
              const rest = make("span", { class: "when number" });
              this.counts.push({ rest, at: nanoseconds(item.expiresAt) });
              const { day, time } = date(item.expiresAt);
              return make("li", {}, make("span", { class: "name", text: expirationName(item),
                title: expirationName(item) }), rest,
              make("span", { class: "moves" }, make("span", { class: "number", text: `${day}, ${time}` }),
                ["just before", "at", "just after"].map((where) => move(where, item))));
            }));
            if (!this.expirations.length) this.next.append(make("li", {}, make("span", { class: "muted",
              text: "Nothing is known that expires." })));
            this.tick();
          }
          drawDetail() {
            const { current, chosen } = this.feed;
            this.follow.hidden = chosen === null;
            if (current === this.shown) return;
            this.shown = current;
            this.detail.replaceChildren(drawRequest(this, current));
          }

          // MARK: the clock
          setClock(clock) {
            this.clock = { at: nanoseconds(clock.at), rate: clock.rate, since: performance.now() };
            this.run.textContent = clock.rate === 0 ? "Let it run" : "Stop it";
            this.tick();
          }
          get servedNow() {
            const { at, rate, since } = this.clock;
            return at + BigInt(Math.floor((performance.now() - since) * 1000)) * 1000n * BigInt(rate);
          }
          tick() {
            if (!this.clock || this.clock.at === null) return;
            const now = this.servedNow, { rate } = this.clock;
            const second = now / 1000000000n, instant = new Date(Number(second) * 1000);
            const fraction = String(now % 1000000000n).padStart(9, "0").replace(/0+$/, "");
            const text = Number.isNaN(instant.getTime()) ? "" : instant.toISOString();
            const { day, time } = date(text.replace(/\.\d+Z$/, "Z"));
            this.put(this.time, time + (rate === 0 && fraction ? `.${fraction}` : ""));
            const speed = rate === 0 ? "stopped" : rate === 1 ? "runs" : `runs ${rate} times as fast`;
            this.put(this.day, `${day}, ${speed}`);
            for (const { rest, at } of this.counts || []) {
              if (at === null) continue;
              const left = at - now;
              this.put(rest, left > 0n ? `in ${remaining(left)}` : left === 0n ? "expires now"
                : `${remaining(-left)} ago`);
              const level = left <= 0n ? "error" : left < 60000000000n ? "warning" : "";
              if (rest.dataset.level !== level) {
                rest.dataset.level = level;
                if (level === "error" && rate !== 0) this.changed();
              }
            }
          }
          put(element, text) { if (element.textContent !== text) element.textContent = text; }

          turnTheme() {
            const root = document.documentElement;
            const isDark = root.dataset.theme ? root.dataset.theme === "dark"
              : matchMedia("(prefers-color-scheme: dark)").matches;
            root.dataset.theme = isDark ? "light" : "dark";
          }
          key(event) {
            if (event.ctrlKey || event.metaKey || event.altKey || this.help.open) return;
            const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
            if (event.key === "Escape" && isTyping) {
              if (event.target === this.feed.input) { this.feed.input.value = ""; this.feed.draw(); }
              event.target.blur();
              return;
            }
            if (isTyping) return;
            const actions = { j: () => this.feed.move(1), k: () => this.feed.move(-1),
              e: () => this.feed.toggleErrors(), "/": () => this.feed.input.focus(),
              "?": () => this.help.showModal() };
            const action = actions[event.key];
            if (!action) return;
            action();
            event.preventDefault();
          }
        }
        const app = new Live(JSON.parse(document.getElementById("data").textContent), document.getElementById("page"));
        app.start();
        """#
}
