import ClientStack
import Documents
import Exchanges
import PassAPI
import Services
import Simulation
import SubscriberAccount
import VirtualTime

extension Findings {
    /// Finds what shows once the client has nothing left to do.
    mutating func atEnd(of world: World, isStuck: Bool) -> [Finding] {
        var found = foreignHosts(at: world.now) + playbacks(at: world.now) + unrecognized(at: world.now)
        found += rawMediaTokens(at: world.now)
        guard !isStuck else {
            let count = world.recordedService.unused.filter { !$0.request.operation.purpose.isIdle }.count
            if count > 0 { notes.append(.stopped(callsNotReached: count)) }
            return found
        }
        found += leftOver(world)
        found += leftOverAnswers(world)
        return found
    }

    /// Notes once that the recording ends where the client goes on.
    mutating func noteEnd(before operation: PassAPI.Operation) {
        let isNoted = notes.contains { if case .recordingEnds = $0 { true } else { false } }
        if !isNoted { notes.append(.recordingEnds(before: operation)) }
    }

    // MARK: Recorded, but never asked for

    private mutating func leftOver(_ world: World) -> [Finding] {
        let unused = world.recordedService.unused
        var found: [Finding] = unused.filter(\.request.operation.isHarmlessExtra).map { call in
            .warning(
                ReplayWarning(.callNotNeeded(call.request.operation), at: world.now, exchanges: [call.ordinal])
            )
        }
        for call in unused where call.request.operation.isHarmlessExtra {
            // Whom it is about can be told at any time; the rest would have to be told in its turn.
            guard case .configuration? = call.response?.content else { continue }
            let fields = check.disagreements(of: call, with: call.request)
            if !fields.isEmpty { found.append(.divergence(disagreement(call, fields, at: world.now))) }
        }
        let missed = unused.filter { !$0.request.operation.isHarmlessExtra }
        if let first = missed.first {
            found.append(leftBehind(first, andOthers: missed.count - 1, at: world.now))
        }
        return found
    }

    /// A recorded call that the reference client did not make, and how many more.
    func leftBehind(_ call: RecordedCall, andOthers others: Int = 0, at now: Instant) -> Finding {
        let cause = cause(before: call, at: now)
        let content = Divergence.Content.notAskedFor(call.request.operation, others: others)
        return .divergence(Divergence(.outOfOrder, at: now, exchange: call.ordinal, cause: cause, content))
    }

    private func leftOverAnswers(_ world: World) -> [Finding] {
        // An inferred call that is not made shows nothing.
        guard !notes.contains(.platformInferred) else { return [] }
        return world.recordedVSA.unused.map { response in
            switch response.question {
            case .checkAccessStatus:
                .warning(
                    ReplayWarning(.permissionAskedAgain, at: world.now, vsaCalls: [response.ordinal])
                )
            case .enqueue:
                .divergence(
                    Divergence(
                        .outOfOrder,
                        at: world.now,
                        vsaCall: response.ordinal,
                        .vsaCallNotAskedFor
                    )
                )
            }
        }
    }

    // MARK: Other hosts

    private func foreignHosts(at now: Instant) -> [Finding] {
        var counted: [(host: String, ordinals: [Int])] = []
        var found: [Finding] = []
        let adobes = session.accessTokens
        for (exchange, kind) in session.foreign {
            let parts = URLParts(exchange.request.url)
            let sendsToken = exchange.request.bearer.map { adobes.contains($0) } ?? false
            if sendsToken || kind == .programmerService {
                let content = ReplayWarning.Content.programmerHost(
                    "\(parts.host)",
                    method: exchange.request.method,
                    path: "\(parts.path)",
                    sendsToken: sendsToken
                )
                found.append(.warning(ReplayWarning(content, at: now, exchanges: [exchange.ordinal])))
            } else if case .other = kind {
                if let index = counted.firstIndex(where: { $0.host == parts.host }) {
                    counted[index].ordinals.append(exchange.ordinal)
                } else {
                    counted.append((parts.host, [exchange.ordinal]))
                }
            }
        }
        return found + counted.map { .warning(ReplayWarning(.foreignHost($0.host), at: now, exchanges: $0.ordinals)) }
    }

    private func unrecognized(at now: Instant) -> [Finding] {
        session.unrecognized.map { exchange in
            let path = String(URLParts(exchange.request.url).path)
            let content = ReplayWarning.Content.unrecognized(method: exchange.request.method, path: path)
            return .warning(ReplayWarning(content, at: now, exchanges: [exchange.ordinal]))
        }
    }

    /// Tokens at the Programmer's service that are not the ones the recording issued for that playback.
    private func playbacks(at now: Instant) -> [Finding] {
        Playback.all(in: session).compactMap { playback in
            let source = playback.source
            guard source?.serializedTokens.contains(playback.token) != true else { return nil }
            // Another device's player takes that device's token.
            if session.besides.contains(where: { $0.serializedTokens.contains(playback.token) }) { return nil }
            let issuer = session.calls.first { $0.serializedTokens.contains(playback.token) }
            return .divergence(
                Divergence(
                    issuer == nil ? .fieldMismatch : .outOfOrder,
                    at: now,
                    exchange: playback.exchange.ordinal,
                    fields: [
                        FieldDifference(
                            playback.field,
                            recorded: playback.token,
                            replayed: source?.serializedTokens.last
                        )
                    ],
                    cause: source.map {
                        .init(exchange: $0.ordinal, field: "serializedToken", value: $0.serializedTokens.last)
                    },
                    .foreignMediaToken(issuer: issuer?.ordinal, source: source?.ordinal)
                )
            )
        }
    }
}

extension RecordedSession {
    /// The access tokens that Adobe issued, or that were sent to it: any other bearer is somebody else's.
    fileprivate var accessTokens: Set<String> {
        (calls + besides).reduce(into: Set(unrecognized.compactMap(\.request.bearer))) { tokens, call in
            if case .accessToken(let token)? = call.response?.content { tokens.insert(token.token) }
            if case .bearer(let token)? = call.request["Authorization"].map({ AuthorizationHeader($0) }) {
                tokens.insert(token)
            }
        }
    }
}

extension HTTPRequest {
    /// The token of an `Authorization` header of the scheme Bearer; nil if there is none.
    fileprivate var bearer: String? {
        guard case .bearer(let token)? = headers[first: "Authorization"].map({ AuthorizationHeader($0) }) else {
            return nil
        }
        return token
    }
}

extension Operation {
    /// True if one more call of this kind changes nothing for the session.
    var isHarmlessExtra: Bool { purpose.isIdle || interface == .clientRegistration }
}
