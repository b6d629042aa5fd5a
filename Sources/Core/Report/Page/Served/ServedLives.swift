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
        /// A step of control.
        case step(ServedStep)
    }

    /// Lives that are still going on at most; of more the first are kept.
    static let mostLiving = 400
    /// Lives that have ended at most; of more the last are kept.
    static let mostEnded = 400

    private struct Known: Sendable {
        var life: PageLife
        /// The back end's knowledge of it; nil of what a recording gave.
        var expiration: Expiration?
        /// The place in the recording's history of what that gave.
        var recorded: Int?
        /// The app that it is about; nil where all apps share it.
        var session: Int?
        var hasEnded: Bool { life.ending != nil }
        /// The instant at which it ends if nothing else ends it.
        var expiresAt: Instant { life.expiresAt ?? .distantFuture }
    }

    private var known: [Known] = []
    private var lastNumber = 0

    /// The lives that are kept, by when they began.
    var all: [PageLife] { known.map(\.life) }

    /// The instants up to `instant` at which lives end that are still going on, in order, each once.
    func expirations(upTo instant: Instant) -> [Instant] {
        let found = known.lazy.filter { !$0.hasEnded && $0.expiresAt <= instant }.map(\.expiresAt)
        return found.sorted().reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// The first of the lives that end at `instant` and are still going on; nil if there is none.
    func living(until instant: Instant) -> PageLife? {
        known.first { !$0.hasEnded && $0.expiresAt == instant }?.life
    }

    /// What a recording gave an app and what is still going on.
    func given(to session: Int?) -> [PageLife] {
        known.filter { !$0.hasEnded && $0.recorded != nil && ($0.session == nil || $0.session == session) }.map(\.life)
    }

    /// Takes over that an app was given a recorded response: what that gave begins, what it took away ends.
    ///
    /// - Returns: the lives that are new or have ended.
    mutating func take(_ response: GivenResponse, of history: ServedHistory) -> [PageLife] {
        var changed: [Int] = []
        func isIts(_ known: Known, _ life: PageLife) -> Bool {
            !known.hasEnded && known.recorded == life.entry
                && (known.session == nil || known.session == response.session)
        }
        for ended in history.ended(by: response.event) {
            guard let place = known.firstIndex(where: { isIts($0, ended) }) else { continue }
            known[place].life.ending = (ended.ending?.code ?? "ended", response.instant)
            known[place].life.endingText = ended.endingText
            changed.append(place)
        }
        for issued in history.issued(by: response.event) {
            guard let expiresAt = issued.expiresAt.map({ $0 + .seconds(response.lead) }),
                expiresAt > response.instant, livingCount < Self.mostLiving,
                !known.contains(where: { isIts($0, issued) })
            else { continue }
            var life = issued
            life.entry = PageLife.firstOfRun + lastNumber
            lastNumber += 1
            life.startedAt = response.instant
            life.expiresAt = expiresAt
            (life.ending, life.endingText) = (nil, nil)
            known.append(Known(life: life, recorded: issued.entry, session: response.session))
            changed.append(known.count - 1)
        }
        let lives = changed.map { known[$0].life }
        forget()
        return lives
    }

    private var livingCount: Int { known.count { !$0.hasEnded } }

    /// Takes over what is known to expire now.
    ///
    /// - Returns: the lives that are new, have ended or have another end now.
    mutating func take(_ observation: ServedObservation, after cause: Cause) -> [PageLife] {
        let now = observation.instant
        var changed: [Int] = []
        for place in known.indices where !known[place].hasEnded && known[place].expiresAt <= now {
            known[place].life.ending = ("expired", known[place].expiresAt)
            known[place].life.endingText = "expired"
            changed.append(place)
        }
        var new: [Expiration] = []
        // What a recording holds is no app's before it was given.
        for one in observation.expirations where one.instant > now && one.source != "recording" {
            if !new.contains(where: { $0.isSame(as: one) }) { new.append(one) }
        }
        let session = observation.session
        var gone = known.indices.filter { place in
            guard !known[place].hasEnded, let expiration = known[place].expiration else { return false }
            return known[place].session == Self.session(session, of: expiration)
        }
        gone.removeAll { place in
            guard let index = new.firstIndex(where: { $0.isSame(as: known[place].expiration) }) else { return false }
            new.remove(at: index)
            return true
        }
        if case .step(let step) = cause, step.isAging { age(&gone, &new, &changed) }
        for place in gone {
            let isReplaced = new.contains { $0.isAlike(known[place].expiration) }
            end(place, isReplaced: isReplaced, cause, at: now)
            changed.append(place)
        }
        for expiration in new where livingCount < Self.mostLiving {
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
            guard let index = new.firstIndex(where: { $0.isAlike(known[place].expiration) }) else {
                return false
            }
            let expiration = new.remove(at: index)
            known[place].expiration = expiration
            known[place].life.expiresAt = expiration.instant
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
            case .step(let step) where step.isAging: ("expired", "expired by \(step.text)")
            case .step(let step) where step.isRevocation: ("revoked", "revoked by \(step.text)")
            case .step(let step): ("ended", "no longer there after \(step.text)")
            }
        known[place].life.ending = (code, now)
        known[place].life.endingText = PrintableText.excerpt(text, limit: 120)
    }

    /// What Settings hold is the same for all apps.
    private static func session(_ session: Int?, of expiration: Expiration) -> Int? {
        expiration.kind == .vsaAccount ? nil : session
    }
}

extension Expiration {
    /// Checks whether it is about something of the same name.
    fileprivate func isAlike(_ other: Expiration?) -> Bool {
        other.map { kind == $0.kind && subject == $0.subject } ?? false
    }

    /// Checks whether it is the same; who states it makes no difference.
    fileprivate func isSame(as other: Expiration?) -> Bool { isAlike(other) && instant == other?.instant }
}
