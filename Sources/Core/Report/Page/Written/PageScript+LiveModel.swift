// Written by Scripts/assets from Assets/live-model.js.

extension PageScript {
    /// What is served as a recording that is still being made, and what is known of a request.
    static let liveModel = #"""
        // Stops that are kept at most, and how many are left when there are more.
        const mostStops = 6000, keptStops = 4500;
        const nothing = { name: "", startedAt: null, endMicroseconds: 0, events: [], stops: [], lives: [], lanes: [],
          steps: [], findings: [], details: {}, verdict: {} };
        class LiveModel extends Model {
          constructor() {
            super(structuredClone(nothing));
            this.isLive = true;
            this.omittedCount = 0;
            this.allLanes = [];
          }
          get what() { return "now"; }
          get words() {
            return { known: "known to the service or the recording",
              assumed: this.lives.some((life) => life.isAssumed) ? "lifetime assumed" : null, after: "after now", ahead: "after now, if nothing happens",
              ends: ["expired", "replaced", "loggedOut", "revoked", "ended"] };
          }
          stopTitle(stop) {
            if (stop.type === "start") {
              return this.omittedCount ? `${plural(this.omittedCount, "older moment")} omitted` : "the beginning";
            }
            return stop.type === "shown" ? "what holds now" : super.stopTitle(stop);
          }
          // From the beginning: what was before the first moment, and the moments after it.
          open(opening) {
            Object.assign(this, structuredClone(nothing), { startedAt: opening.startedAt, end: 0, placed: new Map(),
              last: Math.max(...opening.stops.map((stop) => stop.offsetMicroseconds)),
              allLanes: opening.lanes, omittedCount: opening.omittedCount });
            this.append({ stops: opening.stops, lives: opening.lives });
          }
          take(moments, isNew) {
            const update = { events: [], stops: [], lives: [] };
            for (const moment of moments) {
              this.order(moment);
              if (moment.event) {
                const event = { ...moment.event, item: moment.request || moment.step, isNew };
                if (moment.step) event.fact = remarkOf(event.item);
                update.events.push(event);
              }
              update.stops.push(...(moment.stops || []));
              update.lives.push(...(moment.lives || []));
            }
            this.append(update);
          }
          // While the clock is stopped, one thing is drawn a microsecond after the other, for the eye.
          order({ event, stops = [], lives = [] }) {
            const moved = new Map();
            const move = (one) => {
              const time = one.offsetMicroseconds;
              if (!moved.has(time)) moved.set(time, this.last = Math.max(time, this.last + 1));
              one.offsetMicroseconds = moved.get(time);
            };
            for (const one of [...(event ? [event] : []), ...stops]) move(one);
            for (const life of lives) {
              if (moved.has(life.endedMicroseconds)) life.endedMicroseconds = moved.get(life.endedMicroseconds);
              const known = this.placed.get(life.entry) ?? moved.get(life.offsetMicroseconds);
              if (known !== undefined) life.offsetMicroseconds = known;
              this.placed.set(life.entry, life.offsetMicroseconds);
            }
          }
          append(update) {
            super.append(update);
            for (const one of [...(update.stops || []), ...(update.events || [])]) {
              this.end = Math.max(this.end, one.offsetMicroseconds);
            }
            if (this.stops.length > mostStops) this.forget(this.stops.length - keptStops);
            const used = new Set(this.events.map((event) => event.lane)).add("adobe");
            this.lanes = this.allLanes.filter(({ lane }) => used.has(lane));
          }
          // What is older becomes the beginning.
          forget(count) {
            const first = this.stops[count], entries = [...this.stateAt(count).entries.values()];
            const { at, offsetMicroseconds } = first;
            this.stops.splice(0, count + 1, { type: "start", at, offsetMicroseconds, changes: entries });
            const events = this.events.filter((event) => event.offsetMicroseconds > offsetMicroseconds);
            this.omittedCount += this.events.length - events.length;
            this.events = events;
            this.lives = this.lives.filter((life) => !(life.endedMicroseconds < offsetMicroseconds));
            this.placed = new Map(this.lives.map((life) => [life.entry, life.offsetMicroseconds]));
            this.snapshots = [];
            this.index();
          }
          get requests() { return this.events.filter((event) => event.type === "request"); }
        }
        const drawRequest = (live, item) => {
          if (!item) return make("p", { class: "empty",
            text: "The newest request is shown here, until you choose another." });
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
                ? "the connection was broken off" : item.status), row("app", item.app), row("fault", item.fault && kebab(item.fault)),
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
                make("td", { text: (field.recorded ?? "nothing")
                  + (field.own === undefined ? "" : ` (this app: ${field.own})`) }), make("td", { text: field.received ?? "nothing" })))))
              : null);
        };
        """#
}
