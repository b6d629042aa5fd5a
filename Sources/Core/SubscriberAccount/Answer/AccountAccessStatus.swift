/// The user's permission for this app to read the subscription information on the device: `VSAccountAccessStatus`.
///
/// Raw values are Apple's. Source: video-subscriber-account.md §2.
public enum AccountAccessStatus: Int, Hashable, Sendable, CaseIterable {
    /// The user has not chosen yet.
    case notDetermined = 0
    /// Restrictions such as parental controls forbid granting.
    case restricted = 1
    /// The user said no.
    case denied = 2
    /// The user said yes, for now.
    case granted = 3

    /// Apple's name of the case, as VSA logs spell it.
    public var name: String {
        switch self {
        case .notDetermined: "notDetermined"
        case .restricted: "restricted"
        case .denied: "denied"
        case .granted: "granted"
        }
    }

    /// The status of this name, or nil if there is none.
    public init?(name: String) {
        guard let status = Self.allCases.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
        self = status
    }
}
