/// How Apple's platform is taken to behave where no source states it.
///
/// Every property is **unconfirmed**; its default is what seems likeliest, and who knows better sets it.
/// Source: video-subscriber-account.md §3, §7 and §11.
public struct PlatformAssumptions: Hashable, Sendable {
    /// What a metadata request answers when nobody is signed in and nobody may be asked to.
    public enum SignedOutAnswer: Hashable, Sendable {
        /// No metadata, and an error of this code.
        case error(AccountError.Code)
        /// Metadata without any content, and no error.
        case emptyMetadata
        /// Neither metadata nor error.
        case nothing
    }

    /// The result when no user is signed in and interruption is not allowed.
    ///
    /// Default: the error `providerRejected`, of which the headers say that interactive login was needed.
    public var signedOutResult = SignedOutAnswer.error(.providerRejected)
    /// The error code of a canceled request.
    ///
    /// Default: `userCancelled`.
    public var cancelledCode = AccountError.Code.userCancelled
    /// Names the vetoed provider in the result of the delegate's veto.
    ///
    /// Default: yes, as any other unsupported provider.
    public var vetoNamesProvider = true

    /// What a metadata request answers when the user is signed in with a provider that it does not support.
    public enum UnsupportedVSAResult: String, Hashable, Sendable, CaseIterable {
        /// The error `unsupportedProvider`, with the provider's identifier where the system knows its key.
        case namedError = "named-error"
        /// The error `unsupportedProvider` alone.
        case bareError = "bare-error"
        /// As if nobody were signed in: the picker, or what is answered without it.
        case signedOut = "signed-out"
    }

    /// The result when the user's own provider is not in a list of supported ones.
    ///
    /// Default: the error with the identifier, as §7 states of the key: the unsupported provider that the user has or
    /// picked.
    public var unsupportedAccountResult = UnsupportedVSAResult.namedError
    /// Reports an account whose session has expired, with its date, where no sign-in may be required.
    ///
    /// Default: no, it counts as signed out. Apple's cookbook compares the date anyway (step 2).
    public var reportsExpiredAccount = false

    /// The documented defaults.
    public static let `default` = PlatformAssumptions()

    /// The documented defaults, to be changed one by one.
    public init() {}
}

extension PlatformAssumptions {
    /// The answer to `enqueue` when nobody is signed in and interruption is not allowed.
    public var answerWhenSignedOut: VSAResult {
        switch signedOutResult {
        case .error(let code): .metadata(nil, AccountError(code))
        case .emptyMetadata: .metadata(AccountMetadata(), nil)
        case .nothing: .metadata(nil, nil)
        }
    }

    /// The answer to `enqueue` after `VSAccountManagerResult.cancel()`, if the advice is taken.
    public var answerWhenCanceled: VSAResult { .metadata(nil, AccountError(cancelledCode)) }
}
