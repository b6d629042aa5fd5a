import ClientStack
import PassAPI
import Services
import SubscriberAccount

/// A user in front of an app: what they do of themselves when it asks.
public struct SimulatedUser: Hashable, Sendable {
    /// The way in which they log in whenever a login is asked for; nil: they leave it until a scenario states more.
    public var signInBehavior: ScenarioStep.SignIn?
    /// The answer to the prompt whether the app may read the TV provider; nil: they leave it open.
    public var permits: Bool?

    /// Somebody who does nothing of themselves.
    public init(signInBehavior: ScenarioStep.SignIn? = nil, permits: Bool? = nil) {
        self.signInBehavior = signInBehavior
        self.permits = permits
    }
}

/// An act that a simulated user is about to do.
enum SimulatedUserAct: Hashable, Sendable {
    /// Picks a provider in the app's own picker.
    case pick(String)
    /// Logs in in the web view that opened on this request, and how it goes.
    case logIn(PassRequest, ScenarioStep.SignIn)
    /// Logs in on a second device with this code.
    case enterCode(PassRequest, ScenarioStep.SignIn)
    /// The hidden web view of a logout runs its course.
    case logOut(PassRequest)
    /// The page that a web view loaded from the recording has come to its end.
    case pageLoaded(RequestID, Delivery.Outcome)
    /// Answers the platform's prompt for permission.
    case answerPermission(isGranted: Bool)
    /// Picks a provider in the platform's picker and logs in there.
    case pickAtPlatform(ScenarioStep.SignIn)

    /// True if it is done on the app's own device, while the app is in front.
    var needsScreen: Bool {
        switch self {
        case .pick, .logIn, .answerPermission, .pickAtPlatform: true
        case .enterCode, .logOut, .pageLoaded: false
        }
    }
}

/// A question to the platform that is on screen.
struct OpenQuestion: Hashable, Sendable {
    var id: QuestionID
    var question: VSARequest
    /// The providers the picker lists; nil if the prompt for permission is shown.
    var supported: [String]?
}
