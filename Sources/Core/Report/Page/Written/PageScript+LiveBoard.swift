// Written by Scripts/assets from Assets/live-board.js.

extension PageScript {
    /// What is above the timeline: what came of it so far, the served clock, what expires; and the token.
    static let liveBoard = #"""
        class Board {
          constructor(live) {
            this.live = live;
            this.expirations = [];
            this.verdict = null;
            this.clock = null;
            this.time = make("p", { class: "time", role: "timer", "aria-live": "off" });
            this.day = make("p", { class: "muted" });
            this.next = make("ul", { class: "next" });
            this.what = make("section", { class: "card verdict" });
            this.warnings = make("section", { class: "card findings missed", "aria-label": "Unmatched and warnings",
              hidden: true });
            this.tokenCard = this.drawToken();
            this.moves = [["1 min", "1m"], ["1 h", "1h"], ["1 d", "1d"], ["31 d", "31d"]].map(([text, span]) =>
              make("button", { class: "button", title: `advance ${span}`,
              click: () => live.send(`advance ${span}`) }, `+ ${text}`));
            this.run = make("button", { class: "button", click: () => live.send(this.clock && this.clock.rate === 0
              ? "rate 1" : "rate 0") });
            this.element = make("div", { class: "summary board" }, this.what,
              make("section", { class: "card clock" }, make("h2", { text: "Served clock (UTC)" }), this.time, this.day,
                make("div", { class: "actions" }, this.moves), make("div", { class: "actions" }, this.run)),
              make("section", { class: "card" }, make("h2", { text: "Time left" }), this.next));
          }
          render() {
            this.drawAccess();
            this.drawVerdict();
            this.drawExpirations();
          }
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
            this.live.controls.enable(token !== "");
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
            const { requests } = this.live.model, last = requests[requests.length - 1];
            this.what.dataset.level = level;
            this.what.replaceChildren(make("h2", {}, "What happened", make("span", { class: "tag", "data-level": level,
              text: missed ? "Unmatched" : level === "warning" ? "With warnings" : verdict.requestCount
                ? "All matched" : "Waiting" })),
            make("p", { class: "sentence", text: verdict.requestCount ? `${plural(verdict.requestCount, "request")}, ${
              missed ? `${missed} of them unmatched` : "none unmatched"}` : "No request has come yet" }),
            facts.length ? make("p", { class: "parting", text: facts.join(", ") }) : "",
            last ? make("p", { class: "parting muted", text: `Last: ${last.item.message}` }) : "");
            this.drawWarnings(warnings);
          }
          drawWarnings(warnings) {
            const missed = this.live.model.requests.filter((event) => isMissed(event.item)).slice(-6).reverse();
            this.warnings.hidden = missed.length + warnings.length === 0;
            this.warnings.replaceChildren(make("h2", { text: "Unmatched and warnings, newest first" }), make("ul", {},
              missed.map((event) => make("li", {}, make("span", { class: "flag", "data-level": "error", text: "!" }),
                make("span", { text: "unmatched" }), make("button", { text: `request ${event.ordinal}`,
                  click: () => this.live.choose(this.live.model, eventKey(event)) }), make("span", { class: "message",
                  text: `${nameOf(event.item)}: ${remarkOf(event.item)}` }))),
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
              click: () => this.live.send(`advance ${where} ${expirationName(item)}`) });
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
          // Where the served clock is since the beginning, in microseconds; null if that is not known.
          offset() {
            const start = nanoseconds(this.live.model.startedAt);
            return start === null || !this.clock || this.clock.at === null ? null
              : Number((this.servedNow - start) / 1000n);
          }

          // MARK: the clock
          setClock(clock) {
            this.clock = { at: nanoseconds(clock.at), rate: clock.rate, since: performance.now() };
            this.run.textContent = clock.rate === 0 ? "Let it run" : "Stop it";
            this.tick();
          }
          get isRunning() { return this.clock !== null && this.clock.rate !== 0; }
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
                if (level === "error" && rate !== 0) this.live.changed();
              }
            }
          }
          put(element, text) { if (element.textContent !== text) element.textContent = text; }
        }
        const app = new Live(JSON.parse(document.getElementById("data").textContent), document.getElementById("page"));
        window.kinescope = { app };
        app.start();
        """#
}
