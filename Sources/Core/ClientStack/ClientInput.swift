public import Exchanges
public import PassAPI
public import SubscriberAccount

/// The kinds of inputs that a client can receive.
public enum ClientInput: Hashable, Sendable {
    /// The user or the outside world did something.
    case userActionOccurred(UserAction.Action)
    /// The service answered the request of this number.
    case responseArrived(RequestID, PassResponse)
    /// No answer will come to the request of this number: why.
    case requestFailed(RequestID, String)
    /// The platform answered the question of this number.
    case vsaAnswered(QuestionID, VSAResult)
    /// The timer of this number ran out.
    case timerFired(TimerID)
    /// The web view is about to load this address: the end of a login or logout, which must not be loaded.
    case webViewReached(url: String)
    /// The app calls a method of AccessEnabler by itself, without a user's tap.
    case accessEnablerCalled(AccessEnablerCall)
}

/// Numbers a request of one client; never used twice.
public struct RequestID: Hashable, Sendable {
    /// The number, from 1.
    public var number: Int
    /// The request of this number.
    public init(_ number: Int) { self.number = number }
}

/// Numbers a question to the platform; never used twice.
public struct QuestionID: Hashable, Sendable {
    /// The number, from 1.
    public var number: Int
    /// The question of this number.
    public init(_ number: Int) { self.number = number }
}

/// Numbers a timer; never used twice.
public struct TimerID: Hashable, Sendable {
    /// The number, from 1.
    public var number: Int
    /// The timer of this number.
    public init(_ number: Int) { self.number = number }
}
