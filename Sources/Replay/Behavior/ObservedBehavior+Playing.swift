import ClientStack
import Documents
import Exchanges
import PassAPI
import Services
import Tokens
import VirtualTime

// What a playback consists of.

extension ObservedBehavior {
    mutating func readPlaying() {
        readAuthorization()
        readCount()
        let granted = plays.filter(\.hasMediaToken)
        let tails = granted.map { segment in
            segment.calls.drop { $0.role != .media || !$0.isGranted }.dropFirst().filter { $0.role != .sign }
        }
        if let tail = mostFrequent(tails.map { $0.map(\.request.operation) }) {
            behavior.afterPlay = tail
            show("after-play", in: tail.isEmpty ? granted.compactMap(\.last) : tails.flatMap { $0 })
        }
        let bridges = granted.compactMap(\.bridge)
        if let bridge = mostFrequent(bridges.map { $0.map(\.request.operation) }), !bridge.isEmpty {
            behavior.afterAuthorization = bridge
            show("after-authorization", in: bridges.flatMap { $0 })
        }
        readUse()
        readExpiryCheck()
    }

    /// A playback: whether it was authorized, whether an authorization was known, and whether that had expired.
    private struct Sample {
        var isAuthorized: Bool
        var isKnown: Bool
        /// Whether an authorization was requested before, and refused.
        var wasRefused: Bool
        var hasExpired: Bool
        var calls: [RecordedCall]
    }

    private mutating func readAuthorization() {
        var expiries: [String: Instant?] = [:]
        var samples: [Sample] = []
        var refused: Set<String> = []
        for segment in segments {
            if segment.kind == .play, let resource = segment.resource.map({ MRSSResource($0).canonical }) {
                let known = expiries[resource]
                let authorizations = segment.calls.filter { $0.role == .authorize }
                let media = segment.calls.first { $0.role == .media }
                // An authorization after a refused media token is a reaction, not the rule.
                let isAuthorized = authorizations.first.map { $0.ordinal < media?.ordinal ?? .max } ?? false
                let hasExpired = (known ?? nil).map { $0 <= segment.startedAt } ?? false
                samples.append(
                    Sample(
                        isAuthorized: isAuthorized,
                        isKnown: known != nil,
                        wasRefused: refused.contains(resource),
                        hasExpired: hasExpired,
                        calls: isAuthorized ? authorizations : media.map { [$0] } ?? []
                    )
                )
            }
            for call in segment.calls where call.role == .authorize {
                guard let resource = call.request["resource"] ?? call.request["resource_id"] else { continue }
                guard call.isGranted else {
                    refused.insert(MRSSResource(resource).canonical)
                    continue
                }
                expiries[MRSSResource(resource).canonical] = .some(call.authorizationExpires)
            }
            if segment.calls.contains(where: { $0.role == .logout && $0.isGranted }) { expiries = [:] }
        }
        judge(samples)
    }

    private mutating func judge(_ samples: [Sample]) {
        let reused = samples.filter { $0.isKnown && !$0.isAuthorized }
        let repeated = samples.filter { $0.isKnown && $0.isAuthorized && !$0.hasExpired }
        let renewed = samples.filter { $0.isKnown && $0.isAuthorized && $0.hasExpired }
        let unknown = samples.filter { !$0.isKnown && !$0.isAuthorized }
        if repeated.count > reused.count {
            behavior.authorization = .eachPlayback
            return show("authorization", in: repeated.flatMap(\.calls))
        }
        if let late = reused.first(where: \.hasExpired) {
            behavior.authorization = .oncePerResource
            return show("authorization", in: late.calls)
        }
        if !renewed.isEmpty {
            behavior.authorization = .whenExpired
            return show("authorization", in: renewed.flatMap(\.calls))
        }
        if !reused.isEmpty {
            // Whether it looks at the end of what it has does not show before that end.
            behavior.authorization = .whenExpired
            return
        }
        guard !unknown.isEmpty else { return }
        let afterRefusals = unknown.filter(\.wasRefused)
        if !afterRefusals.isEmpty {
            behavior.authorization = .atSignIn
            return show("authorization", in: afterRefusals.flatMap(\.calls))
        }
        let beginsBefore = session.beginsSignedOn
        behavior.authorization = beginsBefore ? .whenExpired : .afterRefusedMediaToken
        if !beginsBefore { show("authorization", in: unknown.flatMap(\.calls)) }
    }

    /// How often an authorization is requested at a time.
    private mutating func readCount() {
        let runs = plays.compactMap { segment -> [RecordedCall]? in
            let calls = segment.calls.drop { $0.role != .authorize }.prefix { $0.role == .authorize && $0.isGranted }
            return calls.isEmpty ? nil : Array(calls)
        }
        // An exchange that an editor has doubled begins when its original does.
        let counts = runs.map { run in Set(run.map(\.startedAt)).count }
        guard let count = mostFrequent(counts), count > 1 else { return }
        behavior.authorizeCount = min(count, 10)
        show("authorize-count", in: runs.flatMap { $0 })
    }

    // MARK: Where the media token goes

    private mutating func readUse() {
        let marker = "PHNpZ25hdHVyZUluZm8"
        if let sign = session.calls.first(where: { $0.role == .sign }) {
            behavior.mediaTokenUse = .sign
            return show("media-token-use", in: [sign])
        }
        for (exchange, _) in session.foreign {
            let parts = URLParts(exchange.request.url)
            let body = String(decoding: (exchange.request.body ?? []).prefix(1 << 20), as: UTF8.self)
            if parts.query?.contains(marker) == true {
                behavior.mediaTokenUse = .query
            } else if body.contains(marker) {
                behavior.mediaTokenUse = body.first == "{" || body.first == "[" ? .json : .form
            } else if exchange.request.headers.contains(where: { $0.value.contains(marker) }) {
                behavior.mediaTokenUse = .header
            } else {
                continue
            }
            return show("media-token-use", in: [])
        }
    }

    // MARK: The app's own clock

    /// What the app did about an AuthN token that had expired.
    private mutating func readExpiryCheck() {
        var expires: Instant?
        for (index, segment) in segments.enumerated() {
            if let end = expires, end <= segment.startedAt {
                if segment.kind == .play, let first = segment.calls.first,
                    first.role == .authorize || first.role == .media
                {
                    behavior.expiryCheck = .never
                    return show("expiry-check", in: [first])
                }
                let previous = index > 0 ? segments[index - 1] : nil
                if segment.kind == .signIn, previous?.lastRefusal == nil, previous?.kind != .logout {
                    behavior.expiryCheck = .atExpiry
                    return show("expiry-check", in: [segment.calls[0]])
                }
            }
            for call in segment.calls {
                if let end = call.authenticationExpires { expires = end }
                if call.role == .logout, call.isGranted { expires = nil }
            }
        }
    }
}

extension RecordedCall {
    /// When the authorization of the response expires, if it brought one.
    var authorizationExpires: Instant? {
        switch response?.content {
        case .authorization(let details)?: details.expires
        case .tokens(_, let text?, _)?: (try? AuthorizationToken(parsing: text))?.expiry
        default: nil
        }
    }

    /// When the AuthN token of the response expires, if it brought one.
    var authenticationExpires: Instant? {
        switch response?.content {
        case .authentication(let details)?: details.expires
        case .tokens(let text?, _, _)?: (try? AuthenticationToken(parsing: text))?.expiry
        default: nil
        }
    }
}
