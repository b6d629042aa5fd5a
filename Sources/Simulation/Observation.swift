public import ClientStack
public import PassAPI
public import Services
public import SubscriberAccount
public import VirtualTime

/// What someone who drives a world can see of one step of it.
public enum Observation: Hashable, Sendable {
    /// The client sent a request, and the service had this to say.
    case requestSent(PassRequest, RecordedAnswer, at: Instant)
    /// The recorded answer to a request reached the client.
    case answerArrived(RecordedCall, at: Instant)
    /// The client asked the platform, and the platform had this to say.
    case accountAsked(QuestionID, AccountQuestion, RecordedPlatform.Answer, at: Instant)
    /// The client reached a step of its flow.
    case stepEntered(FlowStep, at: Instant)
    /// The client showed something.
    case presented(Presentation, at: Instant)
    /// The client handed a media token to the player.
    case played(resource: String, serializedToken: String, at: Instant)
}
