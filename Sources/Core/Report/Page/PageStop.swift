import Documents
import Exchanges
import History
import Simulation
import SubscriberAccount
import VirtualTime

/// A position of the page's slider, and what is new in the state there.
struct PageStop: Sendable {
    /// The kinds of positions.
    enum Kind: Hashable, Sendable {
        /// The recording begins.
        case start
        /// The end of an event.
        case event(EventReference)
        /// Something that a simulation shows.
        case shown
        /// A request that was served, by its ordinal.
        case request(Int)
        /// A step of control, by its number.
        case step(Int)
        /// One nanosecond before the entry at this place expires.
        case justBefore(entry: Int)
        /// The instant at which the entry at this place expires.
        case at(entry: Int)
    }

    /// What is there.
    var kind: Kind
    var instant: Instant
    /// What has changed since the last stop.
    var changes = HistoryChanges.Step()
    /// The whole state of a simulation there, as heading, name and value; nil where ``changes`` hold.
    var state: [(heading: String, name: String, value: String)]?
    /// What the next call meets, and what playing does, in words; empty where it is not an expiration.
    var effect = ""
    /// What the user's playing does there at the simulated service, in words; empty if it was not tried.
    var reaction = ""
}

/// The stops of a recording for one of its devices, with the state at each as changes.
struct PageStops {
    /// The stops, in the order of their instants.
    private(set) var stops: [PageStop] = []

    init(_ recording: Recording, _ history: History, device: Int?, _ outlook: PageOutlook?) {
        guard let span = history.span else { return }
        stops = [PageStop(kind: .start, instant: span.lowerBound)]
        stops += recording.userActions.map { PageStop(kind: .event(.userAction($0.ordinal)), instant: $0.occurredAt) }
        stops += recording.vsaCalls.map { PageStop(kind: .event(.vsaCall($0.ordinal)), instant: $0.answeredAt) }
        stops += recording.exchanges.map { PageStop(kind: .event(.exchange($0.ordinal)), instant: $0.endedAt) }
        for (expiration, effect) in history.effects {
            let holder = expiration.holding.subject.device
            let (entry, instant) = (expiration.index, expiration.instant.value)
            guard instant > span.lowerBound, device == nil || holder == nil || holder == device else { continue }
            let tried = outlook?.row(named: expiration.name, at: instant)
            var before = PageStop(kind: .justBefore(entry: entry), instant: instant - .nanoseconds(1))
            before.effect = EffectText.before(effect)
            before.reaction = tried?.before.behavior ?? ""
            var at = PageStop(kind: .at(entry: entry), instant: instant)
            at.effect = EffectText.after(effect)
            at.reaction = tried?.at.behavior ?? ""
            stops += [before, at]
        }
        stops = stops.enumerated()
            .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
            .map(\.element)
        var changes = HistoryChanges(in: history)
        for index in stops.indices { stops[index].changes = changes.advance(to: stops[index].instant) }
    }
}

/// What the page keeps of the state, to write down only what is new.
struct PageStateWriter {
    private let start: Instant
    private let device: Int?
    private var written: [Int: JSONObject] = [:]
    /// The numbers of what a simulation's state holds, by heading, name and how many are called the same.
    private var simulated: [String: Int] = [:]
    private var lastSimulated = 0

    /// The numbers that are kept: more belong to what is no longer there, and a session of days has ever new names.
    private static let mostSimulated = 4_096

    /// A state without anything in it.
    init(since start: Instant, device: Int?) {
        self.start = start
        self.device = device
    }

    /// The stop as an object: of each entry that changed, the members that did, null for what is no longer there.
    ///
    /// What is used by one call after the other changes its `use` alone. What is no longer valid and has no `ending` has
    /// expired when it was to.
    mutating func object(of stop: PageStop) -> JSONObject {
        var object: JSONObject = [
            "type": .string(stop.kind.code), "at": .instant(stop.instant),
            "offsetMicroseconds": .count(FactJSON.microseconds(of: stop.instant - start)),
        ]
        object.members += stop.kind.reference
        if !stop.effect.isEmpty { object["effect"] = .string(PageTexts.shown(stop.effect)) }
        if !stop.reaction.isEmpty { object["reaction"] = .string(PageTexts.shown(stop.reaction)) }
        if let state = stop.state {
            let changes = changes(to: state)
            if !changes.isEmpty { object["changes"] = .array(changes) }
            return object
        }
        let changes = stop.changes.entries.compactMap { change($0.index, $0.holding, at: stop.instant) }
        if !changes.isEmpty { object["changes"] = .array(changes) }
        let refusals = stop.changes.refusals.filter { isShown($0.subject) }
            .map { line(RefusalText.name(of: $0), RefusalText.value(of: $0)) }
        if !refusals.isEmpty { object["refusals"] = .array(refusals) }
        let failures = stop.changes.failures.filter { isShown($0.subject) }
            .map { line(RefusalText.name(of: $0), RefusalText.value(of: $0)) }
        if !failures.isEmpty { object["failures"] = .array(failures) }
        return object
    }

    private func isShown(_ subject: Holding.Subject) -> Bool {
        device == nil || subject.device == nil || subject.device == device
    }

    private func line(_ name: String, _ value: String) -> JSONValue {
        .texts([PrintableText.excerpt(name, limit: 120), PageTexts.shown(value)])
    }

    /// Takes over the state of a simulation: what a recording showed is no longer the state then.
    private mutating func changes(to state: [(heading: String, name: String, value: String)]) -> [JSONValue] {
        var new: [Int: JSONObject] = [:]
        var counts: [String: Int] = [:]
        for (heading, name, value) in state {
            // Two of the same name differ by their order.
            let count = counts[heading + "\n" + name, default: 0]
            counts[heading + "\n" + name] = count + 1
            let key = "\(heading)\n\(name)\n\(count)"
            let index = simulated[key] ?? PageLife.firstOfRun + lastSimulated
            if simulated.updateValue(index, forKey: key) == nil { lastSimulated += 1 }
            new[index] = [
                "name": .string(PrintableText.excerpt(name, limit: 120)), "heading": .string(PageTexts.shown(heading)),
                "isValid": .bool(true), "details": .string(PageTexts.shown(value)),
            ]
        }
        if simulated.count > Self.mostSimulated {
            simulated = simulated.filter { new[$0.value] != nil }  // tidy: some go, in whatever order
        }
        defer { written = new }
        return Set(written.keys).union(new.keys).sorted().compactMap { index in
            guard let now = new[index] else { return .object(["entry": .count(index), "name": .null]) }
            return Self.change(index, from: written[index], to: now)
        }
    }

    private mutating func change(_ index: Int, _ holding: Holding, at instant: Instant) -> JSONValue? {
        guard isShown(holding.subject) else { return nil }
        let old = written[index]
        var new = Self.object(of: holding, at: instant)
        if new["isValid"] == .bool(false), let old {
            // What is no longer shown stays as it was, and says when and by what it expired.
            for member in old.members where new[member.key] == nil && member.key != "ending" {
                new.members.append(member)
            }
            if let ending = new["ending"]?.string, ending == Self.expiry(of: old) { new["ending"] = nil }
        }
        written[index] = new
        return Self.change(index, from: old, to: new)
    }

    /// How an entry of these members ends if nothing but time ends it, as ``EvidenceText`` has it.
    private static func expiry(of entry: JSONObject) -> String? {
        guard let instant = entry["expiresAt"]?.string, let knowledge = entry["knowledge"]?.string else { return nil }
        return "expired at \(instant), \(knowledge)"
    }

    private static func change(_ index: Int, from old: JSONObject?, to new: JSONObject) -> JSONValue? {
        var change: JSONObject = ["entry": .count(index)]
        for member in new.members where old?[member.key] != member.value { change.members.append(member) }
        for member in old?.members ?? [] where new[member.key] == nil {
            change.members.append(JSONMember(member.key, .null))
        }
        return change.members.count > 1 ? .object(change) : nil
    }

    private static func object(of holding: Holding, at instant: Instant) -> JSONObject {
        let isValid = holding.isValid(at: instant)
        let entry = StateEntry(holding, .service, device: nil, at: instant)
        guard let evidence = entry.evidence else { return [:] }
        var object: JSONObject = [
            "name": .string(PrintableText.excerpt(holding.name, limit: 120)),
            "kind": .string(holding.kind.rawValue.camelCased), "isValid": .bool(isValid),
        ]
        guard isValid else {
            object["ending"] = .string(EvidenceText.ending(of: evidence))
            return object
        }
        object["details"] = .string(PageTexts.shown(EvidenceText.origin(of: entry, evidence)))
        object["use"] = .string(EvidenceText.use(of: evidence))
        if holding.isKnownToClient(at: instant) { object["reception"] = .string(EvidenceText.reception(of: evidence)) }
        if let expires = holding.expires {
            object["expiresAt"] = .instant(expires.value)
            object["knowledge"] = .string(KnowledgeText.text(of: expires.knowledge))
        }
        return object
    }
}

extension PageStop.Kind {
    /// The type in JSON.
    fileprivate var code: String {
        switch self {
        case .start: "start"
        case .event(.exchange): "exchange"
        case .event(.vsaCall): "vsaCall"
        case .event(.userAction): "userAction"
        case .shown: "shown"
        case .request: "request"
        case .step: "step"
        case .justBefore: "justBefore"
        case .at: "at"
        }
    }

    /// What it is about.
    fileprivate var reference: [JSONMember] {
        switch self {
        case .start, .shown: []
        case .event(.exchange(let ordinal)), .event(.vsaCall(let ordinal)), .event(.userAction(let ordinal)),
            .request(let ordinal), .step(let ordinal):
            [JSONMember("ordinal", .count(ordinal))]
        case .justBefore(let entry), .at(let entry): [JSONMember("entry", .count(entry))]
        }
    }
}
