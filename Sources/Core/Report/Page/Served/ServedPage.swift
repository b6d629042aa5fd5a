public import Documents
public import Simulation
public import VirtualTime

/// What the live page of `serve` draws, made while it happens: what was requested, what it left, what holds in between.
///
/// It consists of an opening and of moments after it, each a request, a step of control or an expiration. Their parts are
/// those of the page of a recording: events, stops with what changed in the state, lives. The last moments are kept; what
/// is older is folded into the opening.
public struct ServedPage: Sendable {
    /// Moments that are kept at most.
    public static let mostMoments = 2_000
    /// Entries of the state that are shown at most.
    public static let mostEntries = 400
    /// From this many entries on the state is not looked at for each request, but when a page is sent something: that is
    /// work for each entry.
    public static let largeState = 1_000
    /// Expirations at most between two moments that are moments of their own.
    static let mostExpirations = 64

    private struct Moment: Sendable {
        var instant: Instant
        var object: JSONObject
    }

    private let beganAt: Instant
    private var start: Instant
    private var writer: PageStateWriter
    private var lives = ServedLives()
    private var base = PageStateFold()
    private var baseInstant: Instant
    private var moments: [Moment] = []
    /// The number of the opening; that of a moment is this and its place, from 1.
    private var openedAt = 1
    private var omittedCount = 0
    private var stepCount = 0
    private var entryCount = 0
    /// True if something has happened since the state was looked at.
    private var isBehind = false
    /// What the recording that is served gives; nil until it is known, and where none is.
    private var history: ServedHistory?
    /// Recorded responses that were given before that was known, the last of them.
    private var given: [GivenResponse] = []
    /// The lives that became known with it.
    private var learned: [PageLife] = []

    /// Responses that are kept until it is known what the recording gives.
    static let mostGiven = 4_096

    /// A page of what `backend` has answered so far, of which it knows the requests, and of what comes.
    ///
    /// It begins with what was known before the first of them; what they left is seen when it is next looked at.
    ///
    /// - Parameters:
    ///   - backend: what is served.
    ///   - wall: the time, which tells this page from that of another process.
    public init(_ backend: ServedBackend, at wall: Instant) {
        beganAt = wall
        start = backend.clock.instant(at: wall)
        baseInstant = start
        writer = PageStateWriter(since: start, device: nil)
        var beginning = backend
        if backend.log.count > 0 { beginning.reset(at: wall) }
        let entries = backend.log.entries.suffix(Self.mostMoments / 2)
        open(beginning.observation(showing: min(entries.first?.instant ?? start, start)))
        omittedCount = backend.log.count - entries.count
        var present = backend
        let lead = entries.isEmpty ? 0 : present.observation(showing: backend.clock.instant(at: wall)).lead
        for entry in entries {
            keep(moment(of: entry, backend), at: max(entry.instant, latest))
            let then = ServedObservation(at: entry.instant, lead: lead, entries: [], expirations: [])
            if let response = GivenResponse(entry, then) { given.append(response) }
            isBehind = true
        }
    }

    private mutating func open(_ observation: ServedObservation) {
        start = observation.instant
        baseInstant = start
        writer = PageStateWriter(since: start, device: nil)
        lives = ServedLives()
        base = PageStateFold()
        moments = []
        (omittedCount, stepCount, isBehind) = (0, 0, false)
        (given, learned) = ([], [])
        let first = stop(.start, observation)
        base.apply(first)
        _ = lives.take(observation, after: .opening)
    }

    // MARK: What happens

    /// A request was answered.
    public mutating func take(_ entry: ServedEntry, from backend: inout ServedBackend) {
        // Who came first is not always answered first.
        let instant = max(entry.instant, latest)
        var object = moment(of: entry, backend)
        guard entryCount < Self.largeState else {
            isBehind = true
            return keep(object, at: instant)
        }
        let observation = backend.observation(showing: instant)
        var changed = lives.take(observation, after: .request(entry.ordinal, entry.operation))
        if let response = GivenResponse(entry, observation) { changed += take(response) }
        object["stops"] = .array([.object(stop(.request(entry.ordinal), observation))])
        object["lives"] = objects(changed)
        keep(object, at: instant)
    }

    /// A request as a moment of which is not known what it left.
    private func moment(of entry: ServedEntry, _ backend: ServedBackend) -> JSONObject {
        var event = PageEvent(entry) { backend.isProgrammers(host: $0) }
        event.startedAt = max(entry.instant, latest)
        return [
            "type": .string("moment"), "request": .object(ServedJSON.request(entry)),
            "event": .object(event.object(since: start)), "stops": .array([]), "lives": .array([]),
        ]
    }

    /// A step was made.
    ///
    /// - Parameters:
    ///   - step: the step.
    ///   - answer: what control answered.
    ///   - instant: what the served clock shows after it.
    ///   - backend: what is served, after it.
    public mutating func take(
        _ step: ServedStep,
        answer: JSONObject,
        at instant: Instant,
        from backend: inout ServedBackend
    ) {
        stepCount += 1
        let instant = max(instant, latest)
        let observation = backend.observation(showing: instant)
        let changed = lives.take(observation, after: .step(step))
        let event = PageEvent(step: step.text, stepCount, at: instant)
        keep(
            [
                "type": .string("moment"), "step": .object(answer), "event": .object(event.object(since: start)),
                "stops": .array([.object(stop(.step(stepCount), observation))]),
                "lives": objects(changed),
            ],
            at: instant
        )
    }

    /// The served clock has gone to `instant`: what has expired since becomes moments of their own.
    ///
    /// - Parameters:
    ///   - backend: what is served, at a time before that; a copy of it lives through the time.
    ///   - instant: what the served clock shows.
    /// - Returns: whether anything has expired.
    @discardableResult
    public mutating func pass(_ backend: ServedBackend, to instant: Instant) -> Bool {
        let expirations = lives.expirations(upTo: instant)
        guard !expirations.isEmpty, entryCount < Self.largeState else { return false }
        var backend = backend
        for expiration in expirations.prefix(Self.mostExpirations) {
            let before = expiration - .nanoseconds(1)
            // What came to be known later than it expired has no time before.
            guard before >= latest, let entry = lives.living(until: expiration)?.entry else { break }
            let ahead = stop(.justBefore(entry: entry), backend.observation(showing: before))
            let observation = backend.observation(showing: expiration)
            let ended = lives.take(observation, after: .time)
            let stops = [ahead, stop(.at(entry: entry), observation)]
            keep(
                [
                    "type": .string("moment"), "stops": .array(stops.map { .object($0) }),
                    "lives": objects(ended),
                ],
                at: expiration
            )
        }
        return true
    }

    /// All was forgotten.
    public mutating func reset(_ backend: inout ServedBackend, at wall: Instant) {
        openedAt = lastNumber + 1
        open(backend.observation(showing: backend.clock.instant(at: wall)))
    }

    /// It is known what the recording that is served gives: what it has given already is shown from then on.
    public mutating func learn(_ history: ServedHistory) {
        self.history = history
        for response in given { learned += lives.take(response, of: history) }
        isBehind = isBehind || !learned.isEmpty
        given = []
    }

    private mutating func take(_ response: GivenResponse) -> [PageLife] {
        if let history { return lives.take(response, of: history) }
        if given.count >= Self.mostGiven { given.removeFirst(Self.mostGiven / 4) }
        given.append(response)
        return []
    }

    /// Looks at a state that is too large to be looked at for each request, if one has come since.
    public mutating func catchUp(_ backend: inout ServedBackend, at wall: Instant) {
        guard isBehind else { return }
        isBehind = false
        let instant = max(backend.clock.instant(at: wall), latest)
        let observation = backend.observation(showing: instant)
        let changed = learned + lives.take(observation, after: .time)
        learned = []
        keep(
            [
                "type": .string("moment"), "stops": .array([.object(stop(.shown, observation))]),
                "lives": objects(changed),
            ],
            at: instant
        )
    }

    // MARK: What is sent

    /// The number of the last moment.
    public var lastNumber: Int { openedAt + omittedCount + moments.count }

    /// What a reader has seen of it: the moment up to which, in which process.
    public struct Place: Hashable, Sendable {
        /// The number of the last moment; 0 for nothing.
        public var number = 0
        private var beganAt = Int64(0)

        /// The beginning.
        public init() {}

        /// The place that ``id`` names; the beginning for any other text.
        public init(id: String) {
            let parts = id.split(separator: "-", maxSplits: 1)
            guard parts.count == 2, let number = Int(parts[0]), number > 0, let began = Int64(parts[1]) else { return }
            (self.number, beganAt) = (number, began)
        }

        init(_ number: Int, of page: ServedPage) {
            self.number = number
            beganAt = page.mark
        }

        func isOf(_ page: ServedPage) -> Bool { beganAt == page.mark }

        /// The place as the id of an event.
        public var id: String { "\(number)-\(beganAt)" }
    }

    private var mark: Int64 { FactJSON.microseconds(of: beganAt - Instant(secondsSince1970: 0)) }

    /// The objects that follow a place, at most `limit`: the opening first, where the place is not one that is kept.
    public func objects(after place: Place, limit: Int) -> [(object: JSONObject, place: Place)] {
        let first = openedAt + omittedCount
        var number = place.number
        var found: [(object: JSONObject, place: Place)] = []
        if !place.isOf(self) || number < first || number > lastNumber {
            number = first
            found.append((opening, Place(first, of: self)))
        }
        let from = number - first
        for index in moments.indices.dropFirst(from).prefix(max(0, limit - found.count)) {
            found.append((moments[index].object, Place(first + index + 1, of: self)))
        }
        return found
    }

    /// The beginning, with what was there before the first moment that is kept.
    public var opening: JSONObject {
        var stop: JSONObject = [
            "type": .string("start"), "at": .instant(baseInstant),
            "offsetMicroseconds": .count(FactJSON.microseconds(of: baseInstant - start)),
        ]
        stop["changes"] = .array(base.changes)
        return [
            "type": .string("opening"), "startedAt": .instant(start),
            "lanes": .array(
                PageEvent.Lane.allCases.map { .object(["lane": .string($0.rawValue), "title": .string($0.title)]) }
            ),
            "omittedCount": .count(omittedCount), "stops": .array([.object(stop)]), "lives": objects(lives.all),
        ]
    }

    // MARK: Parts

    private var latest: Instant { moments.last?.instant ?? baseInstant }

    /// An entry without what could be sent in an app's name.
    ///
    /// Identifiers are cut as in the timeline; a registration code is there for people to read.
    static func shown(_ entry: StateEntry) -> StateEntry {
        var entry = entry
        for index in entry.values.indices where entry.values[index].key != "code" {
            guard case .identity(let text) = entry.values[index].content, text.count > 8 else { continue }
            entry.values[index] = .identity(entry.values[index].key, "\(text.prefix(4))…")
        }
        return entry
    }

    private mutating func keep(_ object: JSONObject, at instant: Instant) {
        // In pieces: one at a time would move all of them for each.
        if moments.count >= Self.mostMoments { fold(Self.mostMoments / 4) }
        moments.append(Moment(instant: instant, object: object))
    }

    private mutating func fold(_ count: Int) {
        for moment in moments.prefix(count) {
            for stop in moment.object["stops"]?.array ?? [] { if let stop = stop.object { base.apply(stop) } }
        }
        baseInstant = moments[count - 1].instant
        moments.removeFirst(count)
        omittedCount += count
        lives.forget(before: baseInstant)
    }

    private func objects(_ lives: [PageLife]) -> JSONValue { .array(lives.map { .object($0.object(since: start)) }) }

    private mutating func stop(_ kind: PageStop.Kind, _ observation: ServedObservation) -> JSONObject {
        entryCount = observation.entries.count
        var stop = PageStop(kind: kind, instant: observation.instant)
        // What the clock shows is now.
        let entries = observation.entries.filter { $0.kind != .clock }
        var state = entries.prefix(Self.mostEntries).map { StateWords(Self.shown($0)) }.map {
            ($0.heading, $0.name, $0.value)
        }
        if entries.count > Self.mostEntries {
            let rest = "\(entries.count - Self.mostEntries) more"
            state.append(("omitted", rest, "GET /_kinescope/state has all"))
        }
        state += lives.given(to: observation.session).prefix(Self.mostEntries)
            .map { life in
                let end = life.expiresAt.map { ["expires \($0)"] } ?? []
                return ("given by the recording", life.name, (end + [life.knowledge ?? ""]).joined(separator: ", by "))
            }
        stop.state = state
        return writer.object(of: stop)
    }
}
