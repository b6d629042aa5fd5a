/// The assumed behavior of Apple's platform where no source states it.
///
/// Every property is **unconfirmed**; its default is what seems likeliest, and anyone who knows better sets it.
/// Source: video-subscriber-account.md §3, §7 and §11.
public struct PlatformAssumptions: Hashable, Sendable {
    /// The answers to a metadata request when no user is signed in and none may be asked to.
    public enum SignedOutAnswer: Hashable, Sendable {
        /// No metadata, and an error of this code.
        case error(AccountError.Code)
        /// Metadata without any content, and no error.
        case emptyMetadata
        /// Neither metadata nor error.
        case nothing
    }

    /// The answer when no user is signed in and interruption is not allowed.
    ///
    /// Default: the error `providerRejected`, of which the headers say that interactive login was needed.
    public var signedOutAnswer = SignedOutAnswer.error(.providerRejected)
    /// The answer to a canceled request.
    ///
    /// Default: `userCancelled`.
    public var cancelledCode = AccountError.Code.userCancelled
    /// True if the delegate's veto carries the identifier of the vetoed provider.
    ///
    /// Default: yes, as any other unsupported provider.
    public var vetoNamesProvider = true

    /// The answers to a metadata request when the user is signed in with a provider that it does not support.
    public enum UnsupportedVSAResult: String, Hashable, Sendable, CaseIterable {
        /// The error `unsupportedProvider`, with the provider's identifier where the system knows its key.
        case namedError = "named-error"
        /// The error `unsupportedProvider` alone.
        case bareError = "bare-error"
        /// As if nobody were signed in: the picker, or what is answered without it.
        case signedOut = "signed-out"
    }

    /// The answer when the user's own provider is not in a list of supported ones.
    ///
    /// Default: the error with the identifier, as §7 says of the key: the unsupported provider the user has or picked.
    public var unsupportedAccountAnswer = UnsupportedVSAResult.namedError
    /// True if an account whose session has expired is still reported, with its date, where no user may be asked to
    /// sign in.
    ///
    /// Default: no, it counts as signed out. Apple's cookbook compares the date anyway (apple-sso-flow.md §2, gap 3).
    public var tellsExpiredAccount = false

    /// The documented defaults.
    public static let `default` = PlatformAssumptions()

    /// The documented defaults, to be changed one by one.
    public init() {}
}

extension PlatformAssumptions {
    /// The answer to `enqueue` when nobody is signed in and interruption is not allowed.
    public var answerWhenSignedOut: VSAResult {
        switch signedOutAnswer {
        case .error(let code): .metadata(nil, AccountError(code))
        case .emptyMetadata: .metadata(AccountMetadata(), nil)
        case .nothing: .metadata(nil, nil)
        }
    }

    /// The answer to `enqueue` after `VSAccountManagerResult.cancel()`, if the advice is taken.
    public var answerWhenCancelled: VSAResult { .metadata(nil, AccountError(cancelledCode)) }
}
