/// How Apple's platform is taken to behave where no source says it.
///
/// Every property is **unconfirmed**; its default is what seems likeliest, and who knows better sets it.
/// Source: video-subscriber-account.md §3 and §11.
public struct PlatformChoices: Hashable, Sendable {
    /// What a metadata request answers when nobody is signed in and nobody may be asked to.
    public enum SignedOutAnswer: Hashable, Sendable {
        /// No metadata, and an error of this code.
        case error(AccountError.Code)
        /// Metadata without any content, and no error.
        case emptyMetadata
        /// Neither metadata nor error.
        case nothing
    }

    /// What is answered when nobody is signed in and interruption is not allowed.
    ///
    /// Default: the error `providerRejected`, of which the headers say that interactive login was needed.
    public var signedOutAnswer = SignedOutAnswer.error(.providerRejected)
    /// What a cancelled request answers.
    ///
    /// Default: `userCancelled`.
    public var cancelledCode = AccountError.Code.userCancelled
    /// Whether the delegate's veto carries the identifier of the vetoed provider.
    ///
    /// Default: yes, as any other unsupported provider.
    public var vetoNamesProvider = true

    /// The documented defaults.
    public static let `default` = PlatformChoices()

    /// The documented defaults, to be changed one by one.
    public init() {}
}

extension PlatformChoices {
    /// The answer to `enqueue` when nobody is signed in and interruption is not allowed.
    public var answerWhenSignedOut: AccountAnswer {
        switch signedOutAnswer {
        case .error(let code): .metadata(nil, AccountError(code))
        case .emptyMetadata: .metadata(AccountMetadata(), nil)
        case .nothing: .metadata(nil, nil)
        }
    }

    /// The answer to `enqueue` after `VSAccountManagerResult.cancel()`, if the advice is taken.
    public var answerWhenCancelled: AccountAnswer { .metadata(nil, AccountError(cancelledCode)) }
}
