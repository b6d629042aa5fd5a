import PassAPI
import Simulation
import VirtualTime

/// The lives of what expires at a back end, as they show when one observation follows another.
///
/// A life begins where something is known to expire that was not before, and ends where it is known no more. What ended it
/// is inferred from what happened in between.
struct ServedLives: Sendable {
    /// What happened between two observations.
    enum Cause: Sendable {
        /// Nothing: it is the first.
        case opening
        /// Time went by.
        case time
        /// A request, with its ordinal and what it calls.
        case request(Int, PassAPI.Operation?)
        /// A step of control, by its text.
        case step(String)
    }

    /// Lives that are still going on at most; of more the first are kept.
    static let mostLiving = 400
    /// Lives that have ended at most; of more the last are kept.
    static let mostEnded = 400

    private struct Known: Sendable {
        var life: PageLife
        var expiration: Expiration
        /// The app that it is about; nil where all apps share it.
        var session: Int?
        var hasEnded: Bool { life.ending != nil }
    }

    private var known: [Known] = []
    private var lastNumber = 0

    /// The lives that are kept, by when they began.
    var all: [PageLife] { known.map(\.life) }

    /// The instants up to `instant` at which lives end that are still going on, in order, each once.
    func expirations(upTo instant: Instant) -> [Instant] {
        let found = known.lazy.filter { !$0.hasEnded && $0.expiration.instant <= instant }.map(\.expiration.instant)
        return found.sorted().reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// The first of the lives that end at `instant` and are still going on; nil if there is none.
    func living(until instant: Instant) -> PageLife? {
        known.first { !$0.hasEnded && $0.expiration.instant == instant }?.life
    }

    /// Takes over what is known to expire now.
    ///
    /// - Returns: the lives that are new, have ended or have another end now.
    mutating func take(_ observation: ServedObservation, after cause: Cause) -> [PageLife] {
        let now = observation.instant
        var changed: [Int] = []
        for place in known.indices where !known[place].hasEnded && known[place].expiration.instant <= now {
            known[place].life.ending = ("expired", known[place].expiration.instant)
            known[place].life.endingText = "expired"
            changed.append(place)
        }
        var new: [Expiration] = []
        for one in observation.expirations where one.instant > now {
            if !new.contains(where: { Self.isSame($0, one) }) { new.append(one) }
        }
        let session = observation.session
        var gone = known.indices.filter {
            !known[$0].hasEnded && known[$0].session == Self.session(session, of: known[$0].expiration)
        }
        gone.removeAll { place in
            guard let index = new.firstIndex(where: { Self.isSame($0, known[place].expiration) }) else { return false }
            new.remove(at: index)
            return true
        }
        if case .step(let text) = cause, text.hasPrefix("age ") { age(&gone, &new, &changed) }
        for place in gone {
            let isReplaced = new.contains { Self.isAlike($0, known[place].expiration) }
            end(place, isReplaced: isReplaced, cause, at: now)
            changed.append(place)
        }
        for expiration in new where known.count(where: { !$0.hasEnded }) < Self.mostLiving {
            var life = PageLife(PageRun.Life(expiration: expiration, startedAt: now), lastNumber)
            if case .opening = cause { life.isFromBefore = true }
            lastNumber += 1
            known.append(Known(life: life, expiration: expiration, session: Self.session(session, of: expiration)))
            changed.append(known.count - 1)
        }
        let lives = changed.map { known[$0].life }
        forget()
        return lives
    }

    /// Forgets lives that ended before an instant, for nothing is shown from before it.
    mutating func forget(before instant: Instant) {
        known.removeAll { known in known.life.ending.map { $0.at < instant } ?? false }
    }

    private mutating func forget() {
        var surplus = known.count(where: \.hasEnded) - Self.mostEnded
        guard surplus > 0 else { return }
        known.removeAll { known in
            guard known.hasEnded, surplus > 0 else { return false }
            surplus -= 1
            return true
        }
    }

    /// Aging moves ends and makes nothing new: the first of a name stays the first of it.
    private mutating func age(_ gone: inout [Int], _ new: inout [Expiration], _ changed: inout [Int]) {
        gone.removeAll { place in
            guard let index = new.firstIndex(where: { Self.isAlike($0, known[place].expiration) }) else {
                return false
            }
            known[place].expiration = new.remove(at: index)
            known[place].life.expiresAt = known[place].expiration.instant
            changed.append(place)
            return true
        }
    }

    private mutating func end(_ place: Int, isReplaced: Bool, _ cause: Cause, at now: Instant) {
        let (code, text): (String, String) =
            switch cause {
            case .opening, .time: ("ended", "no longer there")
            case .request(let ordinal, _) where isReplaced: ("replaced", "replaced by request \(ordinal)")
            case .request(let ordinal, let operation) where operation?.specification.purpose == .logout:
                ("loggedOut", "logged out by request \(ordinal)")
            case .request(let ordinal, _): ("ended", "no longer there after request \(ordinal)")
            case .step(let text) where text.hasPrefix("age "): ("expired", "expired by \(text)")
            case .step(let text) where text.hasPrefix("revoke "): ("revoked", "revoked by \(text)")
            case .step(let text): ("ended", "no longer there after \(text)")
            }
        known[place].life.ending = (code, now)
        known[place].life.endingText = PrintableText.excerpt(text, limit: 120)
    }

    /// What Settings hold is the same for all apps.
    private static func session(_ session: Int?, of expiration: Expiration) -> Int? {
        expiration.kind == .platformSession ? nil : session
    }

    private static func isAlike(_ one: Expiration, _ other: Expiration) -> Bool {
        one.kind == other.kind && one.subject == other.subject
    }

    private static func isSame(_ one: Expiration, _ other: Expiration) -> Bool {
        isAlike(one, other) && one.instant == other.instant
    }
}
