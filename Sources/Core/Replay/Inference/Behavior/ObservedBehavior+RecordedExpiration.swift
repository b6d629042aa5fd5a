import ClientStack
import PassAPI
import Services
import VirtualTime

// Whether the app looks at its own clock before it uses an AuthN token.

extension ObservedBehavior {
    /// From so long before the end of an AuthN token on, who looks a day ahead signs in again.
    private static let day = Duration.seconds(86_400)

    /// An AuthN token, as far as the app is told of it.
    private struct Token {
        var expires: Instant
        /// The instant at which the app first learned of it: the token is that old at least.
        var seenAt: Instant
    }

    /// Reads what the app did about an AuthN token that had expired, or was about to.
    mutating func readExpiryCheck() {
        var token: Token?
        var samples: [(value: ClientBehavior.ExpiryCheck, call: RecordedCall)] = []
        var isUsedOnLastDay = false
        // A page that logs out is the browser's, and in no segment.
        let pages = session.besides.filter { $0.purpose == .logout && $0.isGranted }
        for (index, segment) in segments.enumerated() {
            let previous = index > 0 ? segments[index - 1] : nil
            if let known = token,
                pages.contains(where: { $0.startedAt >= known.seenAt && $0.startedAt <= segment.startedAt })
            {
                token = nil
            }
            if let token, let first = segment.calls.first, token.expires - Self.day <= segment.startedAt {
                let isPast = token.expires <= segment.startedAt
                let isLongLived = token.expires - token.seenAt > Self.day
                if segment.kind == .play, first.purpose == .authorization || first.purpose == .media,
                    !segment.continues(previous)
                {
                    if isPast { samples.append((.never, first)) } else { isUsedOnLastDay = true }
                } else if segment.kind == .signIn, isPast || isLongLived, isUnprovoked(at: index) {
                    samples.append((isPast ? .atExpiry : .aDayAhead, first))
                }
            }
            token = Self.token(after: segment, token)
        }
        // Who has used a token on its last day signed in at another time for a reason of their own.
        if isUsedOnLastDay { samples.removeAll { $0.value == .aDayAhead } }
        // Who signs in a day ahead does so after the end, too.
        if samples.contains(where: { $0.value == .aDayAhead }) {
            for index in samples.indices where samples[index].value == .atExpiry { samples[index].value = .aDayAhead }
        }
        guard let value = mostFrequent(samples.map(\.value)) else { return }
        behavior.expiryCheck = value
        if value != .never { clockSignIns = Set(samples.filter { $0.value == value }.map(\.call.ordinal)) }
        let isOpen = value == .atExpiry && !isUsedOnLastDay
        show(
            "expiry-check",
            in: samples.filter { $0.value == value }.map(\.call),
            or: isOpen ? ["a-day-ahead"] : []
        )
    }

    /// Returns true if nothing was refused right before the sign-in at `index`, for which the user may want another
    /// account; a playback that leads to it is enough.
    private func isUnprovoked(at index: Int) -> Bool {
        let isForPlayback = index + 1 < segments.count && segments[index + 1].continues(segments[index])
        return isForPlayback || index == 0 || segments[index - 1].lastRefusal == nil
    }

    /// The AuthN token that the app takes itself to hold after `segment`; nil where it holds none, or knows no end of it.
    private static func token(after segment: BehaviorSegment, _ before: Token?) -> Token? {
        var token = before
        let logins = segment.logins
        for call in segment.calls {
            let isNew = logins.contains {
                $0.success?.ordinal == call.ordinal || ($0.polls.isEmpty && $0.begin.ordinal == call.ordinal)
            }
            if let expires = call.authenticationExpires {
                if expires != token?.expires { token = Token(expires: expires, seenAt: call.endedAt) }
            } else if call.endsSignIn || (isNew && call.isGranted) {
                // Nobody is signed in any more, or somebody is with a token that the app does not read.
                token = nil
            }
        }
        return token
    }
}

extension BehaviorSegment {
    /// Returns true if it follows on a sign-in in the same stretch: the app looked at its clock before that.
    func continues(_ previous: BehaviorSegment?) -> Bool {
        guard let previous, previous.kind == .signIn, previous.logins.contains(where: { $0.success != nil }) else {
            return false
        }
        return isChained(to: previous)
    }
}

extension RecordedCall {
    /// True if the app learns from it that no user is signed in, or logs out.
    fileprivate var endsSignIn: Bool {
        let refusal = BehaviorReactions.RefusalKind(response)
        switch purpose {
        case .logout: return refusal == nil
        case .check where refusal == .denied || refusal == .notFound: return true
        case .check, .authorization, .media: return refusal?.isForWantOfSignIn == true
        case .access, .providers, .signIn, .signInStep, .platformSignOn, .authorizationCheck, .preauthorization,
            .signature,
            .metadata, .reset:
            return false
        }
    }
}

extension BehaviorReactions.RefusalKind {
    /// True if it means that there is no AuthN token any more.
    var isForWantOfSignIn: Bool {
        switch self {
        case .unauthorized, .gone, .notAuthenticated, .pendingLogout: true
        case .denied, .notFound, .throttled, .failure: false
        }
    }
}
