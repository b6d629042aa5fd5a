public import ClientStack
public import Device
public import PassAPI
public import Services
public import SubscriberAccount
public import VirtualTime

/// An event that the driver of a world can see in one step of it.
public struct Observation: Hashable, Sendable {
    /// The place of the app that it is about, among the world's.
    public var app: Int
    /// The instant at which it happened, in true time.
    public var instant: Instant
    public var event: Event

    /// The kinds of events that can be seen.
    public enum Event: Hashable, Sendable {
        /// The client sent a request; if a recording answers, it had this to say.
        case requestSent(PassRequest, RecordedAnswer?)
        /// The recorded answer to a request reached the client.
        case answerArrived(RecordedCall)
        /// The client was set to what it is after a recorded call that it did not make.
        case adopted(RecordedCall)
        /// The client asked the platform, and the platform's log had this to say.
        case vsaAsked(QuestionID, VSARequest, RecordedVSA.Answer)
        /// The client reached a step of its flow.
        case stepEntered(FlowStep)
        /// The client showed something.
        case presented(Presentation)
        /// The client handed a media token to the player.
        case played(resource: String, serializedToken: String)
        /// AccessEnabler called the app back.
        case calledBack(AccessEnablerCallback)
        /// Something in the device's stores changed.
        case storageChanged(StorageChange)
    }
}
