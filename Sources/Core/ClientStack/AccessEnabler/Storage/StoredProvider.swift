import Device
import OrderedCollections

/// The provider that a requestor's user chose last, as AccessEnabler remembers it.
///
/// Source: access-enabler.md §6.2.2.
public struct StoredProvider: Hashable, Sendable {
    /// The MVPD's id.
    public var mvpd: String
    /// `canAuthenticate`: whether the last login with it succeeded, so that the picker may be skipped.
    public var canAuthenticate: Bool

    /// A remembered provider.
    public init(mvpd: String, canAuthenticate: Bool) {
        self.mvpd = mvpd
        self.canAuthenticate = canAuthenticate
    }

    /// The provider that a store holds as `value`; nil if that is none.
    init?(_ value: StoredValue?) {
        guard let value, let mvpd = value["mvpd"]?.text else { return nil }
        self.init(mvpd: mvpd, canAuthenticate: value["can authenticate"]?.text == "true")
    }

    /// The value that a store holds for it.
    var value: StoredValue {
        .map(["mvpd": .text(mvpd), "can authenticate": .text(String(canAuthenticate))])
    }
}
