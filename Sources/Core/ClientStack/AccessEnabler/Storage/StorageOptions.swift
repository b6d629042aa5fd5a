public import Tokens

/// What the sources leave open about AccessEnabler's storage, each with the choice that is made unless told otherwise.
public struct StorageOptions: Hashable, Sendable {
    /// The identifier from which the device id is computed on iOS 7 and newer.
    public var identifierSinceIOS7 = IdentifierSinceIOS7.byVersion
    /// Accepts a token at the very instant of its expiration; the documents do not state it.
    public var boundary = ExpiryBoundary.exclusive

    /// The documented choices.
    public static let `default` = StorageOptions()

    /// All choices as documented.
    public init() {}

    /// From what the device id is computed on iOS 7 and newer: the sources contradict each other (access-enabler.md §15).
    public enum IdentifierSinceIOS7: String, Hashable, Sendable, CaseIterable {
        /// Advertising identifier up to 1.7.x (seed 004), identifier for vendors from 1.8 on (technical notes).
        case byVersion
        /// Always the advertising identifier.
        case advertisingIdentifier
        /// Always the identifier for vendors.
        case identifierForVendor
    }
}
