extension PageScript {
    /// All of the live page's.
    static let liveText =
        "\"use strict\";\n(() => {\n" + [words, liveWords, liveFeed, liveControls, live].joined(separator: "\n")
        + "\n})();\n"

    /// The token, instants, what a request is called.
    private static let liveWords = #"""
        const base = "/_kinescope/";
        // The token is in memory alone, and out of the address before anything else happens.
        let token = "";
        const takeToken = () => {
          const match = /[#&]token=([A-Za-z0-9_-]+)/.exec(location.hash);
          if (!match) return false;
          token = match[1];
          history.replaceState(null, "", location.pathname);
          return true;
        };
        // An instant in nanoseconds since 1970, which no number of a script's holds.
        const nanoseconds = (instant) => {
          const match = /^(.*T\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(instant || "");
          const milliseconds = match ? Date.parse(`${match[1]}Z`) : NaN;
          if (Number.isNaN(milliseconds)) return null;
          return BigInt(milliseconds) * 1000000n + BigInt((match[2] || "").padEnd(9, "0"));
        };
        const remaining = (nano) => nano < 1000n ? `${nano} ns` : nano < 1000000n ? `${nano / 1000n} µs`
          : distance(Number(nano / (nano < 10000000000n ? 1000n : 1000000000n)
            * (nano < 10000000000n ? 1n : 1000000n)));
        const kebab = (code) => code.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        const expirationName = (item) => kebab(item.kind) + (item.subject ? ` ${item.subject}` : "");
        const sourceWords = { simulated: "simulated service", recorded: "recording", unmatched: "unmatched",
          damaged: "damaged exchange", foreignHost: "host is not served", fault: "fault" };
        const isMissed = (item) => item.source === "unmatched" || item.source === "damaged"
          || item.source === "foreignHost";
        const levelOf = (item) => item.type === "step" ? "" : isMissed(item) ? "error"
          : item.fault || item.status === null ? "refused" : item.status >= 400 ? "refused" : "";
        const nameOf = (item) => item.type === "step" ? item.text : item.vsa ? item.vsa.call
          : item.operation || `${item.method} ${pathOf(item.url)}`;
        const pathOf = (url) => url.replace(/^[a-z]+:\/\/[^\/?#]*/i, "").replace(/[?#].*$/s, "") || "/";
        const hostOf = (url) => (/^[a-z]+:\/\/([^\/?#]*)/i.exec(url) || ["", ""])[1];
        // What follows of the server's sentence, without the words that a row has elsewhere.
        const remarkOf = (item) => item.type === "step"
          ? item.message.slice(item.text.length + 2).split("; ").slice(1).join("; ")
          : item.message.split(", ").slice(1).join(", ");
        const call = async (name, text) => {
          const isChange = text !== undefined;
          const response = await fetch(base + name, { method: isChange ? "POST" : "GET", cache: "no-store",
            credentials: "omit", headers: isChange ? { Authorization: `Bearer ${token}` } : {},
            body: isChange ? text : undefined });
          return { status: response.status, value: await response.json() };
        };
        """#

    /// The list of what happened, newest first, and what is known of the chosen one.
    private static let liveFeed = #"""
        const mostKept = 5000, mostShown = 200;
        class Feed {
          constructor(live) {
            this.live = live;
            this.items = [];
            this.chosen = null;
            this.shownCount = mostShown;
            this.input = make("input", { type: "search", placeholder: "Search names, hosts, reasons",
              "aria-label": "Search" });
            this.input.addEventListener("input", () => this.draw());
            this.errors = make("button", { class: "button", "aria-pressed": "false", "aria-keyshortcuts": "e",
              click: () => this.toggleErrors() }, "Errors", make("kbd", { text: "e" }));
            this.count = make("span", { class: "muted number" });
            this.inner = make("div", { class: "list", role: "listbox", "aria-label": "What happened", tabindex: "0" });
            this.inner.addEventListener("keydown", (event) => {
              const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
              if (!direction) return;
              this.move(direction);
              event.preventDefault();
            });
            this.older = make("button", { class: "button", click: () => {
              this.shownCount += mostShown;
              this.draw();
            } });
            this.olderLine = make("p", { class: "older" }, this.older);
            this.element = make("section", { class: "card pane events", "aria-label": "What happened" },
              make("header", {}, make("h2", { text: "What happened, newest first" }), this.count,
                make("div", { class: "filter" }, this.input, this.errors)),
              make("div", { class: "body" }, this.inner, this.olderLine));
          }
          add(item) {
            this.items.push(item);
            item.isNew = this.live.isReady;
            item.number = this.number = (this.number || 0) + 1;
            if (this.items.length > mostKept) this.items.splice(0, mostKept / 5);
          }
          clear() { this.items = []; this.chosen = null; }
          toggleErrors() {
            this.errors.setAttribute("aria-pressed", String(this.errors.getAttribute("aria-pressed") !== "true"));
            this.draw();
          }
          get rows() {
            const query = this.input.value.trim().toLowerCase();
            const errorsOnly = this.errors.getAttribute("aria-pressed") === "true";
            return this.items.filter((item) => (!errorsOnly || levelOf(item) !== "")
              && (!query || `${item.message} ${item.url || ""}`.toLowerCase().includes(query))).reverse();
          }
          move(direction) {
            const { rows } = this;
            if (!rows.length) return;
            const at = rows.indexOf(this.chosen);
            this.choose(rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + direction))]);
            const row = this.inner.querySelector("[aria-selected=true]");
            if (row) row.scrollIntoView({ block: "nearest" });
          }
          choose(item) {
            this.chosen = item;
            this.draw();
            this.live.drawDetail();
          }
          // The chosen one; as long as none is, the newest request.
          get current() { return this.chosen || this.items.findLast((item) => item.type === "request") || null; }
          draw() {
            const { rows } = this, shown = rows.slice(0, this.shownCount);
            const requests = this.items.filter((item) => item.type === "request").length;
            this.count.textContent = rows.length === this.items.length ? plural(requests, "request")
              : `${rows.length} of ${this.items.length}`;
            this.inner.removeAttribute("aria-activedescendant");
            this.inner.replaceChildren(...shown.map((item) => this.drawRow(item)));
            if (!rows.length) this.inner.append(make("p", { class: "empty", text: this.items.length
              ? "Nothing matches." : "No request has come yet. Point the app at this address: as its proxy, or as "
              + "the base URL." }));
            const rest = rows.length - shown.length;
            this.olderLine.hidden = rest === 0;
            this.older.textContent = `Show older: ${rest} more`;
          }
          drawRow(item) {
            const isStep = item.type === "step", { day, time, fine } = date(item.at);
            const isChosen = item === this.chosen, wasNew = item.isNew;
            item.isNew = false;
            if (isChosen) this.inner.setAttribute("aria-activedescendant", `item${item.number}`);
            const fact = isStep ? `control; ${remarkOf(item)}`
              : [item.vsa ? "VSA" : hostOf(item.url), item.source === "simulated" ? "" : sourceWords[item.source],
                remarkOf(item)].filter(Boolean).join(" · ");
            return make("div", { class: `item past${wasNew ? " new" : ""}`, role: "option", id: `item${item.number}`,
              "aria-selected": String(isChosen), "data-level": levelOf(item), "data-kind": item.type,
              click: () => this.choose(item) },
            make("span", { class: "ordinal", text: isStep ? "›" : item.ordinal }),
            make("span", { class: "what", title: nameOf(item), text: nameOf(item) }),
            make("span", { class: "status", text: isStep ? "" : item.status === null ? "broken off"
              : item.status }),
            make("span", { class: "fact", text: fact, title: fact }),
            make("span", { class: "took", text: time, title: `${day}, ${fine} UTC` }));
          }
        }
        const drawRequest = (live, item) => {
          if (!item) return make("p", { class: "empty",
            text: "The newest request is shown here, until you choose one." });
          if (item.type === "step") {
            return make("div", { class: "detail" }, make("p", { class: "heading", text: item.text }),
              make("p", { class: "muted", text: "sent to the control interface" }),
              make("ul", { class: "notes" }, make("li", { text: item.message })));
          }
          const row = (name, value) => value === null || value === undefined || value === "" ? null
            : make("tr", {}, make("th", { scope: "row", text: name }), make("td", { text: String(value) }));
          const vsa = item.vsa || {}, unmatched = item.unmatched || {};
          const nearest = unmatched.nearest ? `exchange ${unmatched.nearest}` : vsa.nearest
            ? `VSA call ${vsa.nearest}` : null;
          return make("div", { class: "detail" },
            make("p", { class: "heading", text: `${item.ordinal}: ${nameOf(item)}`
              + (item.status === null ? "" : ` → ${item.status}`) }),
            make("p", {}, make("span", { class: "tag",
              "data-level": isMissed(item) ? "error" : item.fault ? "warning" : "",
              text: sourceWords[item.source] || item.source })),
            make("ul", { class: "notes" }, make("li", { text: item.message })),
            make("div", { class: "actions" }, make("button", { class: "button",
              click: () => copy(live.ticket(item), "a text for a ticket") }, "Copy for a ticket")),
            make("table", { class: "fields" }, make("tbody", {}, row("served at", item.at), row("method", item.method),
              row("URL", item.url), row("operation", item.operation), row("status", item.status === null
                ? "the connection was broken off" : item.status), row("fault", item.fault && kebab(item.fault)),
              row("exchange", item.exchange), row("reason", unmatched.reason && kebab(unmatched.reason)
                .replaceAll("-", " ")), row("nearest", nearest), row("access status", vsa.accessStatus),
              row("provider", vsa.provider), row("expires", vsa.expiresAt), row("SAML bytes", vsa.samlByteCount),
              row("error", vsa.errorDomain && `${vsa.errorDomain} ${vsa.errorCode}`),
              row("recorded VSA call", vsa.vsaCall))),
            item.fields && item.fields.length ? make("table", { class: "fields compared" },
              make("thead", {}, make("tr", {}, ["differs", "recorded", "received"].map((text) =>
                make("th", { scope: "col", text })))),
              make("tbody", {}, item.fields.map((field) => make("tr", {},
                make("th", { scope: "row", text: field.name }),
                make("td", { text: field.recorded ?? "nothing" }), make("td", { text: field.received ?? "nothing" })))))
              : null);
        };
        """#
}
