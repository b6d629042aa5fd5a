// Written by Scripts/assets from Assets/model.js.

extension PageScript {
    /// A recording with its state at every stop, put together from what changes.
    static let model = #"""
        class Model {
          constructor(recording) {
            Object.assign(this, recording);
            this.end = this.endMicroseconds || 0;
            this.snapshots = [];
            this.index();
          }
          index() {
            this.byKey = new Map();
            this.events.forEach((event, place) => {
              event.place = place;
              const key = eventKey(event);
              if (key) this.byKey.set(key, event);
            });
            this.stopOf = new Map();
            this.stops.forEach((stop, place) => {
              if (eventKey(stop)) this.stopOf.set(eventKey(stop), place);
              if (stop.type === "userAction") this.stopOf.set(`user${stop.ordinal}`, place);
            });
            this.lifeOf = new Map(this.lives.map((life) => [life.entry, life]));
          }
          // More of a recording that is still being made.
          append(update) {
            for (const key of ["events", "stops"]) this[key].push(...(update[key] || []));
            for (const life of update.lives || []) {
              const place = this.lives.findIndex((known) => known.entry === life.entry);
              if (place < 0) this.lives.push(life); else this.lives[place] = life;
            }
            Object.assign(this.details, update.details || {});
            for (const key of ["verdict", "steps", "findings", "lanes",
              "endedAt"]) if (update[key]) this[key] = update[key];
            if (update.endMicroseconds !== undefined) this.end = update.endMicroseconds;
            this.events.sort((one, other) => one.offsetMicroseconds - other.offsetMicroseconds);
            this.stops.sort((one, other) => one.offsetMicroseconds - other.offsetMicroseconds);
            this.snapshots = [];
            this.index();
          }
          // The state at a stop: entries by place, refusals, failures. A snapshot is kept for every 64 stops, of many
          // stops for fewer: each holds all entries.
          stateAt(place) {
            const every = this.stops.length > 4096 ? 512 : 64;
            let from = Math.floor(place / every);
            while (from > 0 && !this.snapshots[from]) from -= 1;
            let state = this.snapshots[from] || { entries: new Map(), refusals: [], failures: [] };
            state = { entries: new Map(state.entries), refusals: [...state.refusals], failures: [...state.failures] };
            for (let stop = from * every + (this.snapshots[from] ? 1 : 0); stop <= place; stop += 1) {
              this.apply(this.stops[stop], state);
              if (stop % every === 0) {
                this.snapshots[stop / every] = { entries: new Map(state.entries), refusals: [...state.refusals],
                  failures: [...state.failures] };
              }
            }
            return state;
          }
          apply(stop, state) {
            for (const change of stop.changes || []) {
              if (change.name === null) { state.entries.delete(change.entry); continue; }
              const entry = Object.assign({}, state.entries.get(change.entry), change);
              for (const key of Object.keys(entry)) if (entry[key] === null) delete entry[key];
              state.entries.set(change.entry, entry);
            }
            state.refusals.push(...(stop.refusals || []));
            state.failures.push(...(stop.failures || []));
          }
          // What the timeline's parts are called.
          get words() {
            return { known: "known from the recording", assumed: "lifetime assumed", after: "after the recording",
              ahead: this.isForked ? "by the simulated service" : "after the end, expected",
              ends: ["expired", "replaced", "loggedOut", "refused"] };
          }
          // What is left of its end, in a word or two.
          get what() { return this.isScenario ? "the scenario" : this.isForked ? "the fork" : "the recording"; }
          isLater(stop) { return stop.offsetMicroseconds > this.end; }
          // What a stop is, in words.
          stopTitle(stop) {
            if (stop.type === "start") return "the recording begins";
            if (stop.type === "shown") return "simulated service";
            if (stop.type === "justBefore" || stop.type === "at") {
              const life = this.lifeOf.get(stop.entry);
              return `${stop.type === "at" ? "at the expiration of" : "just before the expiration of"} ${life ? life.name : ""}`;
            }
            if (stop.type === "userAction") return `user action ${stop.ordinal}`;
            const event = this.byKey.get(eventKey(stop));
            if (stop.type === "step") return `after the step ${event ? event.name : stop.ordinal}`;
            return `after ${stop.type === "vsaCall" ? "VSA call" : stop.type} ${stop.ordinal}`
              + (event ? `, ${eventTitle(event)}` : "");
          }
          stopKey(stop) { return eventKey(stop); }
          // What still is valid at the end of the recording, by when it expires.
          get expiring() {
            return this.lives
              .filter((life) => life.expiresAt && life.expiresMicroseconds > this.end
                && (life.endedMicroseconds === undefined || life.endedMicroseconds > this.end))
              .sort((one, other) => one.expiresMicroseconds - other.expiresMicroseconds);
          }
          // Runs of the same call, refused in the same way, are one: polls and 429.
          get runs() {
            const runs = [];
            for (const event of this.events) {
              const last = runs[runs.length - 1];
              const isAlike = last && (event.level === "poll" || event.level === "throttled")
                && last.events[0].name === event.name && last.events[0].level === event.level;
              if (isAlike) last.events.push(event); else runs.push({ events: [event] });
            }
            return runs.flatMap((run) => run.events.length >= 3 ? [run]
              : run.events.map((event) => ({ events: [event] })));
          }
        }
        """#
}
