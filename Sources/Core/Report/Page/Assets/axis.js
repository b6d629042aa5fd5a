// Places of instants: long where much happens, broken where nothing does.

const shortestBar = 22, brokenFrom = 2e6;
// A bar that has its name in it, and no number.
const isNamed = (event) => event.lane === "user" || event.type === "step";
class Axis {
  constructor(model) {
    this.runs = model.runs;
    const starts = new Map(), ends = new Map(), points = new Set([0, model.end]);
    this.runs.forEach((run) => {
      const first = run.events[0], last = run.events[run.events.length - 1];
      run.start = first.offsetMicroseconds;
      run.end = last.offsetMicroseconds + (last.durationMicroseconds || 0);
      run.lane = first.lane;
      points.add(run.start).add(run.end);
      if (!starts.has(run.start)) starts.set(run.start, []);
      starts.get(run.start).push(run);
      if (!ends.has(run.end)) ends.set(run.end, []);
      ends.get(run.end).push(run);
    });
    model.stops.forEach((stop) => { if (stop.type !== "justBefore") points.add(stop.offsetMicroseconds); });
    for (const life of model.lives) if (life.endedMicroseconds !== undefined) points.add(life.endedMicroseconds);
    // Of what ended before, nothing happens when it would have expired.
    const expirations = new Set(model.stops.filter((stop) => stop.type === "at").map((stop) =>
      stop.offsetMicroseconds));
    const inRuns = this.runs.filter((run) => run.events.length > 1);
    this.times = [...points].filter((time) => time >= 0
      && !inRuns.some((run) => time > run.start && time < run.end && !starts.has(time)))
      .sort((one, other) => one - other);
    this.places = [];
    this.gaps = [];
    const edges = new Map();
    let place = 14, before = this.times[0] || 0;
    let busyUntil = -1;
    for (const time of this.times) {
      const gap = time - before;
      let width = gap <= 0 ? 0 : 3 + 6 * Math.log10(1 + gap / 100);
      const isBroken = gap >= brokenFrom && busyUntil <= before;
      if (isBroken) width = 84;
      const left = place;
      place += width;
      for (const run of ends.get(time) || []) if (run.start < time) place = Math.max(place, run.x
        + this.least(run));
      for (const run of starts.get(time) || []) {
        place = Math.max(place, edges.get(run.lane) || 0);
        run.x = place;
        edges.set(run.lane, place + this.least(run) + 2);
        busyUntil = Math.max(busyUntil, run.end);
      }
      for (const run of ends.get(time) || []) {
        run.right = Math.max(place, run.x + this.least(run));
        edges.set(run.lane, Math.max(edges.get(run.lane) || 0, run.right + 2));
      }
      if (expirations.has(time) && time > model.end && !isBroken) place = Math.max(place, left + 26);
      if (isBroken) this.gaps.push({ from: left, to: place, length: gap, time });
      this.places.push(place);
      before = time;
    }
    const following = new Map();
    for (const run of [...this.runs].sort((one, other) => other.x - one.x)) {
      // Clocks of a proxy overlap by a little: a bar ends where the next of its lane begins.
      run.right = Math.min(Math.max(run.right || 0, run.x + this.least(run)), following.get(run.lane)
        || Infinity);
      following.set(run.lane, run.x);
    }
    this.width = Math.max(place, ...[...edges.values()], 100) + 110;
    this.scale = 1;
  }
  least(run) {
    const event = run.events[0];
    if (isNamed(event)) return Math.min(92, 11 + 6.7 * event.name.length);
    return run.events.length > 1 ? 44 : event.ordinal > 999 ? 38 : shortestBar;
  }
  // A little narrower is better than to scroll for the last bit.
  fit(room) { this.scale = room / this.width >= 0.86 ? room / this.width : 1; }
  at(time) {
    let low = 0, high = this.times.length - 1;
    if (high < 0 || time <= this.times[0]) return (this.places[0] || 14) * this.scale;
    if (time >= this.times[high]) return this.places[high] * this.scale;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= time) low = middle; else high = middle;
    }
    const share = (time - this.times[low]) / (this.times[high] - this.times[low] || 1);
    return (this.places[low] + share * (this.places[high] - this.places[low])) * this.scale;
  }
  // Just before an expiration lies a little to the left of it, or else no one could see which of the two it is.
  ofStop(stop) { return this.at(stop.offsetMicroseconds) - (stop.type === "justBefore" ? 5 : 0); }
}
