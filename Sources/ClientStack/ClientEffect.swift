public import Device
public import PassAPI
public import SubscriberAccount

/// What a client can want done.
public enum ClientEffect: Hashable, Sendable {
    /// Send this request to the service.
    case sendRequest(RequestID, PassRequest)
    /// Ask the platform.
    case askAccount(QuestionID, AccountQuestion)
    /// Start a timer.
    case startTimer(TimerID, Duration)
    /// Forget a timer: if it fires all the same, it is ignored.
    case cancelTimer(TimerID)
    /// Note that the flow reached a step, for the timeline; it has no effect on the world.
    case enterStep(FlowStep)
    /// Show something to the user.
    case present(Presentation)
    /// Hand a media token to the player: Base64 from the REST API, the token's own text from the SDKs' protocol.
    case play(resource: String, serializedToken: String)
    /// Note that a row of the app's behavior decided which no recording shows, for the timeline.
    case assume(row: String)
    /// Note that AccessEnabler called the app back, for the timeline and for expectations.
    case callBack(AccessEnablerCallback)
    /// Note that the client changed something in the device's stores, for the timeline.
    case changeStorage(StorageChange)
}

/// What a client can show to its user.
public enum Presentation: Hashable, Sendable {
    /// A registration code to be typed on a second device (tvOS only, row K-67).
    case registrationCode(String)
    /// The app's own provider picker; skipped where an MVPD is known (row K-42).
    case providerPicker([MVPD])
    /// A web view on the start of login (iOS, iPadOS; row K-71): the request its navigation makes.
    case webView(PassRequest)
    /// The advice to sign out in Settings, with the platform's own path (rows K-79, K-81).
    case signOutPrompt(settingsPath: String)
    /// A message: playback refused, sign-on failed.
    case message(String)
    /// The answer to a preauthorization.
    case preauthorization([PreauthorizedResource])
}
