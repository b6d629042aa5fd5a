public import PassAPI
public import Services
public import SubscriberAccount
public import VirtualTime

/// A call of VSA that was served, without what is long or secret in it.
public struct ServedVSACall: Hashable, Sendable {
    /// The framework's method: `checkAccessStatus`, `enqueue`.
    public var method: String
    /// The access status in the result; nil in that of `enqueue`, and where there is no result.
    public var accessStatus: AccountAccessStatus?
    /// The provider in the result, by Apple's id.
    public var provider: String?
    /// The end of the authentication in the result, by the served clock.
    public var expires: Instant?
    /// The bytes of the SAML response in the result; nil if there is none.
    public var samlByteCount: Int?
    /// The error in the result, without its user info.
    public var error: AccountError?

    init(_ question: VSARequest, _ result: VSAResult?) {
        method = question.kind
        switch result {
        case .accessStatus(let status, let error)?:
            accessStatus = status
            self.error = error
        case .metadata(let metadata, let error)?:
            provider = metadata?.accountProviderIdentifier
            expires = metadata?.authenticationExpirationDate
            samlByteCount = metadata?.samlAttributeQueryResponse?.utf8.count
            self.error = error
        case nil: break
        }
        error?.userInfo = []
    }
}

/// The recorded VSA call that answered another one, and what was done to its result.
public struct RecordedVSAMatch: Hashable, Sendable {
    /// The recorded call, by its ordinal; nil where the recorded app did not ask, and what it knew is taken.
    public var vsaCall: Int?
    /// The properties in which the request differs from the recorded one.
    public var differences: [FieldDifference]
    /// The signatures over what was moved in the result.
    public var signatures: [InstantShift.BrokenSignature] = []
    /// The instants in it that could not be moved.
    public var unmoved: [InstantShift.Exception] = []
}
