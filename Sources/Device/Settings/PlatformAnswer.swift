public import SubscriberAccount
public import VirtualTime

/// What the Video Subscriber Account framework does with a question, on this device, for this app.
public enum PlatformAnswer: Hashable, Sendable {
    /// It knows the answer.
    case answered(AccountAnswer)
    /// It asks the user for permission first; then ask again.
    case asksPermission
    /// It shows its picker, with these providers first; then ask again.
    case showsPicker(supported: [String], featured: [String])
    /// It asks the provider for a SAML attribute response; the metadata is complete but for that.
    case asksProvider(TVProviderSettings.Account, AccountMetadataRequest, AccountMetadata)
}

extension Device {
    /// What the framework does with `question` from the app `bundleID` at `now` (true time).
    public func answer(_ question: AccountQuestion, from bundleID: String, at now: Instant) -> PlatformAnswer {
        .answered(settings.choices.answerWhenSignedOut)
    }
}
