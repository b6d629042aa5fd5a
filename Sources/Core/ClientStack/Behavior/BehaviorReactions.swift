public import PassAPI

/// The reactions of an app to a refusal, by the call that was refused and the kind of refusal.
public struct BehaviorReactions: Hashable, Sendable {
    /// The reactions that are not the documents', or were seen, in the order they were set.
    public private(set) var entries: [Entry] = []

    /// The calls that can be refused.
    public enum Call: String, Hashable, Sendable, CaseIterable {
        /// A check for an AuthN token, outside of polling.
        case check
        /// An authorization.
        case authorize
        /// A media token.
        case media
    }

    public enum RefusalKind: String, Hashable, Sendable, CaseIterable {
        /// Status 401.
        case unauthorized = "401"
        /// Status 403, or 200 with `notAuthorized`.
        case denied = "403"
        /// Status 404.
        case notFound = "404"
        /// Status 410.
        case gone = "410"
        /// Status 412.
        case notAuthenticated = "412"
        /// Status 429.
        case throttled = "429"
        /// `pendingLogout`.
        case pendingLogout = "pending-logout"
        /// Anything else, no response too.
        case failure

        /// Determines the kind of refusal in `response`; nil if it is not a refusal.
        public init?(_ response: PassResponse?) {
            guard let response else {
                self = .failure
                return
            }
            if case .pendingLogout = response.content {
                self = .pendingLogout
                return
            }
            if case .notAuthorized = response.content {
                self = .denied
                return
            }
            // Pages of a login redirect.
            guard !response.isSuccess, !(300...399).contains(response.status) else { return nil }
            self = Self(rawValue: String(response.status)) ?? .failure
        }
    }

    /// The steps that follow, one after the other.
    public enum Step: Hashable, Sendable {
        case call(PlannedCall)
        /// Sign-in from its beginning.
        case signIn
    }

    /// One row.
    public struct Entry: Hashable, Sendable {
        /// The call that was refused.
        public var call: Call
        /// The kind of refusal.
        public var refusal: RefusalKind
        /// The steps that follow; none: it is shown to the user.
        public var steps: [Step]
    }

    /// None beyond the documents'.
    public init() {}

    /// The steps that were set for this refusal of this call; nil: the documents' reaction.
    public subscript(call: Call, refusal: RefusalKind) -> [Step]? {
        get { entries.first { $0.call == call && $0.refusal == refusal }?.steps }
        set {
            let index = entries.firstIndex { $0.call == call && $0.refusal == refusal }
            switch (index, newValue) {
            case (let index?, let steps?): entries[index].steps = steps
            case (let index?, nil): entries.remove(at: index)
            case (nil, let steps?): entries.append(Entry(call: call, refusal: refusal, steps: steps))
            case (nil, nil): break
            }
        }
    }

    /// Returns the reaction of the documents' client: sign in again and repeat the call where the AuthN token is gone,
    /// repeat it after a wait where calls are throttled, else show it (rest-api-v1.md §5, §7.9, §9).
    public static func documented(_ call: Call, _ refusal: RefusalKind) -> [Step] {
        switch (call, refusal) {
        case (.check, .throttled): [.call(.role(.check))]
        case (.check, _): []
        case (.authorize, .unauthorized), (.authorize, .gone), (.authorize, .notAuthenticated),
            (.authorize, .pendingLogout):
            [.signIn, .call(.role(.decision))]
        case (.media, .unauthorized), (.media, .notAuthenticated), (.media, .pendingLogout):
            [.signIn, .call(.role(.decision))]
        case (.authorize, .throttled): [.call(.role(.decision))]
        case (.media, .throttled): [.call(.role(.media))]
        default: []
        }
    }

    /// The name of a row: `after-403-of-authorize`.
    public static func row(_ call: Call, _ refusal: RefusalKind) -> String {
        "after-\(refusal.rawValue)-of-\(call.rawValue)"
    }
}
