public import Exchanges
public import PassAPI
public import VirtualTime

/// The answer of a recording to a request of an app that is not the recorded one.
public enum AppAnswer: Hashable, Sendable {
    /// An exchange of the recording.
    case exchange(Match)
    /// None, and why.
    case unmatched(Unmatched)
    /// An exchange that is not as it was recorded.
    case damaged(DamagedExchange)

    /// An exchange that answers a request.
    public struct Match: Hashable, Sendable {
        /// The exchange, as it is recorded.
        public var exchange: Exchange
        /// The operation; nil for another request.
        public var operation: Operation?
        /// What the response is rewritten by for this app, after its instants were moved.
        public var rewriting: Rewriting
        /// The fields in which the request differs from the recorded one, but for values that are the app's own.
        public var differences: [FieldDifference]
        /// The recorded polls, by ordinal, that were passed over because the recorded progress was due.
        public var passedOver: [Int]
        /// True if the response was given before and is given again, since the recorded progress is not due yet.
        public var isRepeated: Bool
        /// The number of the app's session, from 1.
        public var session: Int
        /// The change of the app's device id that shows in the request; nil if none does.
        public var changedDevice: ChangedDevice?
        /// True if the recording begins again with it for the app.
        public var beginsAgain = false
        /// The apps that were forgotten for this one.
        public var forgotten: [ForgottenApp] = []
    }

    /// No answer, and why.
    public struct Unmatched: Hashable, Sendable {
        /// The reason that the recording has no answer.
        public var reason: UnmatchedReason
        /// The operation that was requested; nil for another request.
        public var operation: Operation?
        /// The exchange that comes nearest, by ordinal.
        public var nearest: Int?
        /// The fields in which the request differs from the nearest one; the recorded value is the recording's, the replayed
        /// one the app's.
        public var differences: [FieldDifference]
        /// The instant of the recording at which what the nearest one gives or needs had expired; nil where that is not the reason.
        public var expiredAt: Instant?
        /// The number of the app's session, from 1; nil if the app has none, since nothing that it requested was answered.
        public var session: Int?
        /// True if the nearest one was used before: the app may have begun again.
        var isRepeated = false
    }
}

/// An app whose session is not kept any more: it began again, or was heard from the longest ago of too many.
public struct ForgottenApp: Hashable, Sendable {
    /// The number of its session.
    public var session: Int
    /// Its device, as it named it; nil if it has not.
    public var device: String?
    /// True if there was one too many.
    public var isOneTooMany: Bool

    /// The app of this session and device.
    public init(session: Int, device: String?, isOneTooMany: Bool = false) {
        (self.session, self.device, self.isOneTooMany) = (session, device, isOneTooMany)
    }
}

/// An exchange of which the recording no longer has what was recorded: nobody can say what was in it.
public struct DamagedExchange: Hashable, Sendable {
    /// The exchange, by its ordinal.
    public var exchange: Int
    /// What is wrong with it, in words: `url changed after it was recorded`.
    public var damage: String

    /// An exchange with something wrong with it.
    public init(exchange: Int, damage: String) {
        (self.exchange, self.damage) = (exchange, damage)
    }
}

/// The progress of what is polled for: when "not yet" is the response no longer.
public enum PollProgress: String, Hashable, Sendable, CaseIterable {
    /// After as many polls as were recorded.
    case count
    /// As long after the session's first request as it was recorded.
    case clock
}
