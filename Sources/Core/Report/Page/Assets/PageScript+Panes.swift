extension PageScript {
    /// The list of what happened; only the lines that can be seen are in the document.
    static let list = #"""
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
        """#

    /// The event that was chosen: both sides, and what is inside its tokens.
    static let detail = #"""
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
        """#
}
