import ClientStack
import PassAPI
import Services
import VirtualTime

/// The fetches of an app's access tokens, by what had become of the last one by then.
struct AccessFetches: Sendable {
    /// Fetched while the last one held and nobody had refused it, or credentials likewise: with a start of the app.
    private(set) var early: [(earlier: RecordedCall, later: RecordedCall)] = []
    /// True if the app has registered again for one of these.
    private(set) var registersAnew = false
    /// Fetched after the last one had expired, before a call was refused for it.
    private(set) var timely: [RecordedCall] = []
    /// Calls with a token that had expired, refused for it.
    private(set) var refused: [RecordedCall] = []
    /// The tokens that were fetched, in order, with the ordinal of the fetch.
    private var tokens: [(ordinal: Int, token: CachedAccessToken)] = []

    /// Reads the calls of an app, in order.
    init(_ calls: [RecordedCall]) {
        var fetch: RecordedCall?
        var registration: RecordedCall?
        // Who is told that the token or the client is no good fetches another one at once.
        var toldOffAt = Instant.distantPast
        for call in calls {
            if call.request.operation.role == .registration {
                // Credentials are for ever.
                if let known = registration, call.startedAt - toldOffAt >= BehaviorSegments.pause {
                    early.append((known, call))
                    registersAnew = true
                }
                registration = call
            }
            if call.request.operation.role == .accessToken, case .accessToken(let fetched)? = call.response?.content {
                let isToldOff = call.startedAt - toldOffAt < BehaviorSegments.pause
                if let fetch, let known = tokens.last?.token, !isToldOff {
                    if known.isValid(at: call.startedAt) {
                        early.append((fetch, call))
                    } else {
                        timely.append(call)
                    }
                }
                tokens.append((call.ordinal, CachedAccessToken(fetched, arrivedAt: call.endedAt)))
                fetch = call
            }
            guard call.purpose != .access, let bearer = call.request["Authorization"], bearer.hasPrefix("Bearer ")
            else {
                continue
            }
            let isUnauthorized = BehaviorReactions.RefusalKind(call.response) == .unauthorized
            toldOffAt = isUnauthorized || call.saysInvalidClient ? call.endedAt : .distantPast
            guard isUnauthorized, let known = tokens.last?.token, bearer == "Bearer " + known.token else { continue }
            if !known.isValid(at: call.startedAt) { refused.append(call) }
        }
    }

    /// Returns true if `call` carries a token that was fetched before it and still holds.
    func isInUse(_ call: RecordedCall) -> Bool {
        guard let known = tokens.last(where: { $0.ordinal < call.ordinal })?.token else { return false }
        return known.isValid(at: call.startedAt) && call.request["Authorization"] == "Bearer " + known.token
    }

    /// Returns true if `access`, the calls for an access token before some others, shows that the app was started.
    func showsStart(_ access: [RecordedCall], registers: Bool) -> Bool {
        if registers { return access.contains { $0.request.operation.role == .registration } }
        return access.contains { call in early.contains { $0.later.ordinal == call.ordinal } }
    }
}

extension RecordedCall {
    /// True if the service no longer knows the registered application.
    fileprivate var saysInvalidClient: Bool {
        guard case .error(let error)? = response?.content else { return false }
        return error.code == "invalid_client"
    }
}
