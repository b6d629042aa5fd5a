import OrderedCollections
import Device
public import Tokens
public import VirtualTime

/// A token as AccessEnabler keeps it: its text, and beside it what has to be looked at often.
///
/// The text is never taken apart again for a look. Beside it stands also the device id under which it was obtained: the
/// token itself carries only the server's hash of that, by an unknown algorithm (access-enabler.md §10), so that this is
/// what the scrubber can compare (row K-145). What the real SDK compares is not told.
public struct StoredToken: Hashable, Sendable, CachedToken {
    /// The token's text, as it came.
    public var text: String
    /// The instant of its end; nil if it does not state one.
    public var expiry: Instant?
    /// The MVPD that issued it.
    public var msoID: String?
    /// The requestor it was issued for.
    public var requestorID: String?
    /// The GUID of an AuthN token.
    public var guid: String?
    /// The device id under which it was obtained.
    public var deviceID: DeviceID

    /// An AuthN token, obtained under `deviceID`.
    public init(_ token: AuthenticationToken, deviceID: DeviceID) {
        text = token.signed.text
        expiry = token.expiry
        msoID = token.msoID
        requestorID = token.requestorID
        guid = token.guid
        self.deviceID = deviceID
    }

    /// An AuthZ token, obtained under `deviceID`.
    public init(_ token: AuthorizationToken, deviceID: DeviceID) {
        text = token.signed.text
        expiry = token.expiry
        msoID = token.msoID
        requestorID = token.requestorID
        self.deviceID = deviceID
    }
}

extension StoredToken {
    /// The token that a store holds as `value`; nil if that is none.
    init?(_ value: StoredValue?) {
        guard case .map(let fields) = value,
            case .text(let text) = fields["token"],
            case .text(let hash) = fields["device id"],
            case .text(let basis) = fields["computed from"],
            let basis = DeviceIDBasis(rawValue: basis)
        else { return nil }
        self.text = text
        deviceID = DeviceID(basis: basis, hash: hash)
        if case .text(let end) = fields["expires"] { expiry = Self.instant(end) }
        if case .text(let issuer) = fields["mvpd"] { msoID = issuer }
        if case .text(let requestor) = fields["requestor"] { requestorID = requestor }
        if case .text(let guid) = fields["guid"] { self.guid = guid }
    }

    /// The value that a store holds for this token.
    ///
    /// Token dates are whole seconds (tokens.md §5).
    var value: StoredValue {
        var fields: OrderedDictionary<String, StoredValue> = [
            "token": .text(text),
            "device id": .text(deviceID.hash),
            "computed from": .text(deviceID.basis.rawValue),
        ]
        if let expiry { fields["expires"] = .text(Self.text(expiry)) }
        if let msoID { fields["mvpd"] = .text(msoID) }
        if let requestorID { fields["requestor"] = .text(requestorID) }
        if let guid { fields["guid"] = .text(guid) }
        return .map(fields)
    }

    /// Seconds since 1970, and nanoseconds behind a point where there are any: quicker to read than a date.
    private static func text(_ instant: Instant) -> String {
        let nanoseconds = instant.nanosecond == 0 ? "" : ".\(instant.nanosecond)"
        return "\(instant.secondsSince1970)\(nanoseconds)"
    }

    private static func instant(_ text: String) -> Instant? {
        if let seconds = Int64(text) { return Instant(secondsSince1970: seconds) }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let seconds = Int64(parts[0]), let nanoseconds = UInt32(parts[1]) else { return nil }
        return Instant(secondsSince1970: seconds, nanosecond: nanoseconds)
    }
}
