import ClientStack
import PassAPI
import Services
import Tokens
import VirtualTime

/// What a recording shows of an app's behavior: the rows, and the exchanges that show each.
struct ObservedBehavior: Sendable {
    var behavior = ClientBehavior()
    /// The rows that the recording shows, by name, with the exchanges that do.
    private(set) var shown: [(row: String, exchanges: [Int])] = []
    /// The calls by what the user did, after calls were sorted to where other playbacks have them.
    private(set) var segments: [BehaviorSegment]
    let session: RecordedSession

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

    /// Says that `row` shows in these calls.
    mutating func show(_ row: String, in calls: [RecordedCall]) {
        let exchanges = calls.map(\.ordinal)
        if let index = shown.firstIndex(where: { $0.row == row }) {
            shown[index].exchanges += exchanges
        } else {
            shown.append((row, exchanges))
        }
    }

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
        let registrations = session.calls.filter { $0.request.operation == .register }
        let tokens = session.calls.filter { $0.request.operation == .accessToken }
        if registrations.isEmpty, tokens.isEmpty {
            if behavior.access != .bearer {
                behavior.registration = .never
                show("registration", in: session.calls)
            }
            return
        }
        if let late = refusedBearer {
            behavior.registration = .whenRefused
            return show("registration", in: [late])
        }
        // Fetched again before the last one had expired: at each start, then.
        for (earlier, later) in zip(tokens, tokens.dropFirst()) {
            guard case .accessToken(let token)? = earlier.response?.content else { continue }
            let known = CachedAccessToken(token, arrivedAt: earlier.endedAt)
            guard known.isValid(at: later.startedAt) else { continue }
            behavior.registration = registrations.count > 1 ? .eachStart : .tokenEachStart
            return show("registration", in: [earlier, later])
        }
        show("registration", in: tokens)
    }

    /// The first call with an access token that had expired, and was refused for it.
    private var refusedBearer: RecordedCall? {
        var token: CachedAccessToken?
        for call in session.calls {
            if case .accessToken(let fetched)? = call.response?.content {
                token = CachedAccessToken(fetched, arrivedAt: call.endedAt)
            } else if let known = token, call.request["Authorization"] == "Bearer " + known.token,
                !known.isValid(at: call.startedAt), BehaviorReactions.Refusal(call.response) == .unauthorized
            {
                return call
            }
        }
        return nil
    }

    // MARK: Checks

    /// The checks at launch and before each playback.
    ///
    /// What stands before the first playback and before no other is the launch's; what stands before all is theirs.
    private mutating func readChecks() {
        if let checks = mostFrequent(plays.map { $0.checks.map(\.request.operation) }.filter { !$0.isEmpty }) {
            moveChecks(checks)
        }
        let plays = segments.indices.filter { segments[$0].kind == .play }
        let whole = plays.map { segments[$0] }.filter(\.logins.isEmpty).map { $0.checks.map(\.request.operation) }
        let prefixes = plays.map { index in
            var checks = segments[index].checks.map(\.request.operation)
            // Where a check led to a login, the checks after it come later.
            guard !segments[index].logins.isEmpty, let refused = segments[index].refusedCheck else { return checks }
            checks = Array(checks.prefix(refused + 1))
            return whole.first { $0.starts(with: checks) } ?? checks
        }
        let later = prefixes.dropFirst()
        if let first = plays.first, let common = mostFrequent(later.isEmpty ? [] : Array(later)) {
            behavior.playChecks = common
            let shown = plays.dropFirst().map { segments[$0] }
            show("play-checks", in: shown.flatMap { $0.checks.isEmpty ? Array($0.calls.prefix(1)) : $0.checks })
            if prefixes[0] != common { splitLaunch(at: first, keeping: common.count) }
        } else if let first = plays.first {
            splitLaunch(at: first, keeping: 0)
        }
        let launches = segments.filter(\.isStart)
        if let launch = launches.first {
            // What comes between the check that said no and a login belongs to the login.
            let end = launch.logins.isEmpty ? nil : launch.refusedCheck.map { $0 + 1 }
            behavior.launchCalls = launch.calls.prefix(end ?? .max).prefix { $0.role != .login }.map(
                \.request.operation
            )
            show("launch-calls", in: launch.calls)
        } else if let first = segments.first {
            // A recording that begins with a sign-in or playback begins with what comes first.
            behavior.launchCalls = []
            if first.kind == .signIn { show("launch-calls", in: [first.calls[0]]) }
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
        segments[index].hasAccess = false
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
                segments[index].logins.last?.success.map({ $0.ordinal < (tail.first?.ordinal ?? 0) }) == true
            else { continue }
            segments[index].calls.removeLast(checks.count)
            segments[index + 1].calls.insert(contentsOf: tail, at: 0)
            segments[index + 1].startedAt = tail.first?.startedAt ?? segments[index + 1].startedAt
        }
    }

    /// The most frequent of these, the first of those that are equally so.
    func mostFrequent<Value: Equatable>(_ values: [Value]) -> Value? {
        var best: (value: Value, count: Int)?
        for value in values {
            let count = values.count { $0 == value }
            if count > best?.count ?? 0 { best = (value, count) }
        }
        return best?.value
    }
}
