import ClientStack
import PassAPI
import Services
import Tokens
import VirtualTime

/// The behavior of an app as a recording shows it: the rows, and the exchanges that show each.
struct ObservedBehavior: Sendable {
    var behavior = ClientBehavior()
    /// The rows that the recording shows, by name, with the exchanges that do.
    private(set) var shown: [ShownBehavior.Row] = []
    /// The calls by what the user did, after calls were sorted to where other playbacks have them.
    private(set) var segments: [BehaviorSegment]
    let session: RecordedSession
    /// The calls with which sign-ins begin because the app has looked at its clock, by ordinal.
    var clockSignIns: Set<Int> = []

    init(_ session: RecordedSession) {
        self.session = session
        segments = BehaviorSegments(session).segments
        readAccess()
        readChecks()
        readSignIn()
        readPlaying()
        readReactions()
        readLogout()
    }

    /// Says that `row` shows in these calls, which do not tell its value from `alternatives`.
    mutating func show(_ row: String, in calls: [RecordedCall], or alternatives: [String] = []) {
        let exchanges = calls.map(\.ordinal)
        if let index = shown.firstIndex(where: { $0.name == row }) {
            shown[index].exchanges += exchanges
        } else {
            shown.append(ShownBehavior.Row(name: row, exchanges: exchanges, alternatives: alternatives))
        }
    }

    /// Says that `row` does not show after all.
    mutating func hide(_ row: String) { shown.removeAll { $0.name == row } }

    var plays: [BehaviorSegment] { segments.filter { $0.kind == .play } }

    // MARK: Access

    private mutating func readAccess() {
        let carrying = session.calls.filter { $0.request["Authorization"] != nil }
        let signed = carrying.filter { $0.request["Authorization"].flatMap { SignedAuthorization($0) } != nil }
        let bearers = carrying.filter { $0.request["Authorization"]?.hasPrefix("Bearer ") == true }
        if signed.count > bearers.count {
            let texts = Set(signed.compactMap { $0.request["Authorization"] })
            behavior.access = texts.count == 1 && signed.count > 1 ? .signedOnce : .signedEachCall
            if signed.count > 1 { show("access", in: signed) }
        } else if carrying.isEmpty {
            behavior.access = .none
            show("access", in: session.calls)
        } else {
            show("access", in: bearers)
        }
        readRegistration()
    }

    private mutating func readRegistration() {
        let registrations = session.calls.filter { $0.request.operation.role == .registration }
        let tokens = session.calls.filter { $0.request.operation.role == .accessToken }
        if registrations.isEmpty, tokens.isEmpty {
            if behavior.access != .bearer {
                behavior.registration = .never
                show("registration", in: session.calls)
            }
            return
        }
        let fetches = AccessFetches(session.calls)
        if let late = fetches.refused.first {
            behavior.registration = .whenRefused
            return show("registration", in: [late])
        }
        if let (earlier, later) = fetches.early.first {
            behavior.registration = fetches.registersAnew ? .eachStart : .tokenEachStart
            return show("registration", in: [earlier, later])
        }
        // A start without a fetch, and a fetch after the end that no refusal had asked for: one alone says too little.
        let idle = segments.filter(\.isStart).dropFirst().filter { $0.access.isEmpty }.compactMap(\.calls.first)
            .first { fetches.isInUse($0) }
        if let idle, let timely = fetches.timely.first { show("registration", in: [timely, idle]) }
    }

    // MARK: Checks

    /// The checks at launch and before each playback.
    ///
    /// What stands before the first playback and before no other is the launch's; what stands before all is theirs.
    private mutating func readChecks() {
        var isTailOpen = false
        moveTails(&isTailOpen)
        if let checks = mostFrequent(plays.map { $0.checks.map(\.request.operation) }.filter { !$0.isEmpty }) {
            moveChecks(checks)
        }
        let plays = segments.indices.filter { segments[$0].kind == .play }
        let whole = plays.map { segments[$0] }.filter(\.logins.isEmpty).map {
            $0.checks.map { PlannedCall($0.request.operation) }
        }
        let prefixes = plays.map { index in
            let checks = segments[index].checksUpToLogin.map { PlannedCall($0.request.operation) }
            // Where a check led to a login, the checks after it come later.
            guard !segments[index].logins.isEmpty, segments[index].refusedCheck != nil else { return checks }
            return whole.first { $0.starts(with: checks) } ?? checks
        }
        let later = prefixes.dropFirst()
        // What comes before the only playback may come before each.
        var isOpen = false
        if let first = plays.first, let common = mostFrequent(later.isEmpty ? [] : Array(later)) {
            behavior.playChecks = common
            if !isTailOpen, later.allSatisfy({ $0 == common }), agrees(first, prefixes[0], with: common) {
                let shown = plays.dropFirst().map { segments[$0] }
                show("play-checks", in: shown.flatMap { $0.checks.isEmpty ? Array($0.calls.prefix(1)) : $0.checks })
            }
            if prefixes[0] != common { splitLaunch(at: first, keeping: common.count) }
        } else if let first = plays.first, segments[..<first].allSatisfy({ $0.kind == .launch && !$0.isStart }) {
            let count = segments.count
            splitLaunch(at: first, keeping: 0)
            isOpen = segments.count > count
        } else if !plays.isEmpty {
            // The app runs already, and what it calls when it starts was seen.
            behavior.playChecks = prefixes[0]
        }
        let launches = segments.filter(\.isStart)
        if let launch = launches.first {
            // What comes between the check that said no and a login belongs to the login.
            let end = launch.logins.isEmpty ? nil : launch.refusedCheck.map { $0 + 1 }
            let calls = Array(launch.calls.prefix(end ?? .max).prefix { $0.purpose != .signIn })
            behavior.launchCalls = calls.settled.map { PlannedCall($0.request.operation) }
            show("launch-calls", in: launch.calls, or: isOpen ? ["none"] : [])
        } else if let first = segments.first {
            // A recording that begins with a sign-in or playback begins with what comes first.
            behavior.launchCalls = []
            if first.kind == .signIn { show("launch-calls", in: [first.calls[0]]) }
        }
    }

    /// Returns true if the first playback has the checks that all later ones have, where it could have shown others: what
    /// comes right before it may be the launch's, or the sign-in's.
    private func agrees(_ index: Int, _ checks: [PlannedCall], with common: [PlannedCall]) -> Bool {
        let follows = index > 0 && segments[index].isChained(to: segments[index - 1])
        if !segments[index].logins.isEmpty || follows { return true }
        return checks.suffix(common.count) == common[...]
    }

    /// Gives what stands between a media token and the next playback to that one, where not every media token has it
    /// behind it, and every playback then begins alike.
    ///
    /// - Parameter isTailOpen: set to true where nobody can tell.
    private mutating func moveTails(_ isTailOpen: inout Bool) {
        let places = segments.indices.filter { segments[$0].kind == .play && segments[$0].hasMediaToken }
        let tails = places.map { segments[$0].tail }
        guard let last = tails.last, last.isEmpty, let tail = tails.dropLast().first(where: { !$0.isEmpty }),
            agrees(
                places[0],
                segments[places[0]].preface.map { PlannedCall($0.request.operation) },
                with: tail.map { PlannedCall($0.request.operation) }
            )
        else {
            isTailOpen = tails.last?.isEmpty == true && tails.contains { !$0.isEmpty }
            return
        }
        let isBefore = zip(places, tails).dropLast().allSatisfy { place, own in
            own.map(\.request.operation) == tail.map(\.request.operation)
                && segments[place + 1].kind == .play && segments[place + 1].isChained(to: segments[place])
                && segments[place + 1].preface.isEmpty
        }
        guard isBefore else { return }
        for (place, tail) in zip(places, tails).dropLast() {
            segments[place].calls.removeLast(tail.count)
            segments[place + 1].calls.insert(contentsOf: tail, at: 0)
            segments[place + 1].startedAt = tail.first?.startedAt ?? segments[place + 1].startedAt
        }
    }

    /// Makes what stands before the first playback a launch of its own, but for the last `count` calls.
    private mutating func splitLaunch(at index: Int, keeping count: Int) {
        let preface = segments[index].preface
        let kept = segments[index].logins.isEmpty ? min(count, preface.count) : 0
        let split = preface.count - kept
        guard split > 0, segments[..<index].allSatisfy({ $0.kind == .launch }) else { return }
        var launch = segments[index]
        launch.kind = .launch
        launch.calls = Array(preface.prefix(split))
        segments[index].calls.removeFirst(split)
        segments[index].access = []
        if let first = segments[index].calls.first { segments[index].startedAt = first.startedAt }
        segments.insert(launch, at: index)
    }

    /// Gives checks that follow a sign-in at once to the playback that they belong to.
    private mutating func moveChecks(_ checks: [PassAPI.Operation]) {
        guard !checks.isEmpty else { return }
        for index in segments.indices.dropLast() where segments[index].kind == .signIn {
            guard segments[index + 1].kind == .play, segments[index + 1].checks.isEmpty else { continue }
            let tail = segments[index].calls.suffix(checks.count)
            guard tail.map(\.request.operation) == checks, tail.count < segments[index].calls.count,
                let login = segments[index].logins.last,
                let signedIn = login.success
                    ?? (login.polls.isEmpty && !segments[index].isLoginOpen ? login.begin : nil),
                signedIn.ordinal < tail.first?.ordinal ?? 0
            else { continue }
            segments[index].calls.removeLast(checks.count)
            segments[index + 1].calls.insert(contentsOf: tail, at: 0)
            segments[index + 1].startedAt = tail.first?.startedAt ?? segments[index + 1].startedAt
        }
    }

    /// The most frequent of these, the first of those that are equally so.
    func mostFrequent<Value: Hashable>(_ values: [Value]) -> Value? {
        let counts = values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        return values.reduce(nil) { best, value in
            counts[value, default: 0] > best.flatMap { counts[$0] } ?? 0 ? value : best
        }
    }
}
