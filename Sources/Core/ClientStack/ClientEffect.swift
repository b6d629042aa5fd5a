public import Device
public import PassAPI
public import SubscriberAccount
public import VirtualTime

/// The kinds of effects that a client can request.
public enum ClientEffect: Hashable, Sendable {
    /// Send this request to the service.
    case sendRequest(RequestID, PassRequest)
    /// Ask the platform.
    case askAccount(QuestionID, VSARequest)
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

/// The pages and prompts that a client can show to its user.
public enum Presentation: Hashable, Sendable {
    /// A registration code to be typed on a second device (tvOS only, row K-67).
    case registrationCode(String)
    /// The app's own provider picker; skipped where an MVPD is known (row K-42).
    case providerPicker([MVPD])
    /// A web view on the start of login (iOS, iPadOS; row K-71): the request its navigation makes.
    case webView(PassRequest)
    /// The advice to sign out in Settings, with the platform's own path (rows K-79, K-81).
    case signOutPrompt(settingsPath: String)
    /// A message: playback refused, sign-on failed. Its code is one of ``MessageCode``.
    case message(CodedText)
    /// The answer to a preauthorization.
    case preauthorization([PreauthorizedResource])

    /// A message of this code.
    public static func message(_ code: MessageCode, _ words: String, _ values: [EventValue] = []) -> Presentation {
        .message(CodedText(code.rawValue, values, words: words))
    }
}

/// The subjects of messages to the user.
public enum MessageCode: String, Hashable, Sendable, CaseIterable {
    /// Somebody has to sign in first.
    case signInRequired
    /// Signing out is not over yet.
    case signingOut
    /// More is wanted than is kept waiting.
    case queueFull
    /// Signing in ended without success.
    case signInFailed
    /// Nobody can sign in at present.
    case signInUnavailable
    /// The provider that was chosen is not on the list.
    case providerNotListed
    /// A response is not about what was requested.
    case responseMismatch
    /// A resource cannot be played.
    case notPlayable
    /// A resource is not in the subscription.
    case notAuthorized
    /// The list of resources that may be watched could not be fetched.
    case preauthorizationFailed
    /// The service did not respond.
    case noResponse
    /// Something else was refused.
    case requestRefused
    /// The logout did not reach the service.
    case logoutIncomplete
    /// A status of the SDK that concerns the user (access-enabler.md §8).
    case sdkStatus
    /// There is no such app on the device.
    case appMissing
    /// The app cannot do what was asked of it.
    case notSupported
}
