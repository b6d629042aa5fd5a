public import ClientStack
public import Device
public import PassAPI
public import Services
public import SubscriberAccount
public import VirtualTime

/// What someone who drives a world can see of one step of it.
public struct Observation: Hashable, Sendable {
    /// Which of the world's apps it is about.
    public var app: Int
    /// When it happened, in true time.
    public var instant: Instant
    /// What happened.
    public var event: Event

    /// What can be seen.
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
