public import SubscriberAccount
public import Tokens

/// What the sources leave open about AccessEnabler's storage, each with the choice that is made unless told otherwise.
public struct StorageOptions: Hashable, Sendable {
    /// The first version that keeps tokens in the keychain.
    ///
    /// Between 1.10 and 3.7 (unconfirmed); 3.0 changed other things as well.
    public var keychainSince = PlatformVersion(3, 0)
    /// Takes tokens over from pasteboards in the first version with a keychain, as row K-143 promises of "newer
    /// storage".
    public var importsIntoKeychain = true
    /// The identifier from which the device id is computed on iOS 7 and newer.
    public var identifierSinceIOS7 = IdentifierSinceIOS7.byVersion
    /// The first version that leaves tokens of another device id alone instead of erasing them.
    ///
    /// 1.8 erased; 1.10 is the version that the technical note on SSO describes (unconfirmed between).
    public var keepsOtherRequestorsTokensSince = PlatformVersion(1, 10)
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
