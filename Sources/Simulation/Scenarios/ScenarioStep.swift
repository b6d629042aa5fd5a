public import ClientStack
public import PassAPI
public import Services
public import SubscriberAccount
public import VirtualTime

/// One thing that a scenario lets happen or expects.
public enum ScenarioStep: Hashable, Sendable {
    // What the user does with an app
    case launch
    case foreground
    case background
    /// The user signs on with a provider: picks it, logs in in the web view or on the second screen.
    case signIn(SignIn)
    case cancel
    /// Somebody enters the code that is on screen on a second device, and logs in.
    case secondScreenLogin(SignIn)
    case play(String)
    case preauthorize([String])
    case readUserMetadata
    case logOut
    case call(AccessEnablerCall)

    // What the user does with the device
    case permission(isGranted: Bool)
    case settingsSignIn(provider: String, user: String, lifetime: Duration?)
    case settingsSignOut
    case installApp(AppSetup)
    case updateApp(sdkVersion: PlatformVersion)
    case deleteApp
    case restart
    case resetAdvertisingIdentifier
    case upgradeOS(PlatformVersion)
    case sleep
    case wake
    case changeDate(to: Instant)
    case moveDate(by: Duration)
    /// Local time is so many minutes ahead of UTC from now on: travel, daylight saving. No clock moves by it.
    case changeTimeZone(minutesEast: Int)

    // Time
    case advance(Duration)
    case advanceTo(Instant)
    /// To an instant beside a deadline that the world knows: `before` by one nanosecond, at it, or after by one.
    case advanceToDeadline(Nearness, Deadline.Kind, subject: String?)

    // The outside world
    case fault(FaultPlan.Rule)
    case clearFaults
    case control(TwinControl)

    case expect([Expectation])

    /// Which side of a deadline.
    public enum Nearness: String, Hashable, Sendable, CaseIterable {
        case justBefore = "just before"
        case at
        case justAfter = "just after"
    }

    /// A login and how it goes.
    public struct SignIn: Hashable, Sendable {
        /// The MVPD by Adobe's id.
        public var provider: String
        /// The subscriber; nil: the MVPD's first.
        public var user: String?
        /// How it goes.
        public var outcome = Outcome.succeeds

        /// How a login goes.
        public enum Outcome: String, Hashable, Sendable, CaseIterable {
            case succeeds
            case wrongPassword = "wrong-password"
            /// The user closes the page without having logged in.
            case closesPage = "closes-page"
            /// The user never gets round to it.
            case never
        }

        /// A login with `provider` that succeeds.
        public init(provider: String, user: String? = nil) {
            self.provider = provider
            self.user = user
        }
    }
}

/// What a scenario expects at this point; lists are about what happened since the expectation before.
public enum Expectation: Hashable, Sendable {
    /// Playback of the resource began.
    case playing(String)
    /// Playback was refused; with a reason, the user was told something of this ``MessageCode``, or with this fact.
    case notPlaying(reason: String?)
    case signedOn(Bool)
    /// Exactly these operations were requested, in this order, by their names.
    case requests([PassAPI.Operation])
    /// None of these was requested.
    case noRequests([PassAPI.Operation])
    /// Exactly these callbacks came, by name, in this order (tracking left out).
    case callbacks([String])
    /// A callback of this name with these values came.
    case callback(String, contains: [String])
    case noCallback(String)
    /// The flow reached this step: `S11`.
    case step(String)
    /// The user was told something of this ``MessageCode``, or with this fact.
    case message(String)
    /// A store holds (or does not hold) something: every word has to occur in one of its state lines.
    case stored([String], isPresent: Bool)
    /// An event of this kind and with these facts, `key=value` each (``EventPattern``).
    case timeline([String])
    /// A state line of client, device or twin with these words.
    case state([String])
}
