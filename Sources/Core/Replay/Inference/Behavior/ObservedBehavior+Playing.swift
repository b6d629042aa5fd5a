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
        let tails = granted.map(\.tail)
        let afterPlay = tails.map { $0.map { PlannedCall($0.request.operation) } }
        if let tail = mostFrequent(afterPlay) {
            behavior.afterPlay = tail
            if afterPlay.allSatisfy({ $0 == tail }) {
                show("after-play", in: tail.isEmpty ? granted.compactMap(\.last) : tails.flatMap { $0 })
            }
        }
        let bridges = granted.compactMap(\.bridge)
        let afterAuthorization = bridges.map { $0.map { PlannedCall($0.request.operation) } }
        if let bridge = mostFrequent(afterAuthorization), !bridge.isEmpty {
            behavior.afterAuthorization = bridge
            if afterAuthorization.allSatisfy({ $0 == bridge }) {
                show("after-authorization", in: bridges.flatMap { $0 })
            }
        }
        readUse()
        readExpiryCheck()
    }

    /// Reads the number of times that an authorization is requested in a row.
    private mutating func readCount() {
        let runs = plays.compactMap { segment -> [RecordedCall]? in
            // One that is requested because a media token was refused is a reaction.
            let calls = segment.calls.drop { $0.purpose != .authorization && $0.purpose != .media }
                .prefix { $0.purpose == .authorization && $0.isGranted }
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
        if let sign = session.calls.first(where: { $0.purpose == .signature }) {
            behavior.mediaTokenUse = .sign
            return show("media-token-use", in: [sign])
        }
        for (exchange, _) in session.foreign {
            let parts = URLParts(exchange.request.url)
            let body = (exchange.request.body ?? []).prefix(1 << 20)
            if let query = parts.query, MediaToken.isInBase64(in: query.utf8) {
                behavior.mediaTokenUse = .query
            } else if MediaToken.isInBase64(in: body) {
                behavior.mediaTokenUse =
                    body.first == UInt8(ascii: "{") || body.first == UInt8(ascii: "[") ? .json : .form
            } else if exchange.request.headers.contains(where: { MediaToken.isInBase64(in: $0.value.utf8) }) {
                behavior.mediaTokenUse = .header
            } else {
                continue
            }
            return show("media-token-use", in: [])
        }
    }
}

extension RecordedCall {
    /// The instant at which the authorization of the response expires, if it brought one.
    var authorizationExpires: Instant? { expires(.authorizationToken) }

    /// The instant at which the AuthN token of the response expires, if it brought one.
    var authenticationExpires: Instant? { expires(.authenticationToken) }

    private func expires(_ kind: HoldingKind) -> Instant? {
        response?.grants(of: request.operation).first { $0.issue.kind == kind }?.expires
    }
}
