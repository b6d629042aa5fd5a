import VirtualTime

/// A value of a message as two recordings can be compared by it.
///
/// No two runs of one sign-on share their times, and no two devices their identifiers. Times are therefore compared by how
/// far they lie from their own exchange, and random-looking values by whether the same value always stands for the same.
enum ComparedValue: Hashable {
    /// What must be equal.
    case plain(String)
    /// A point of time, and when its exchange ended.
    case time(Instant, from: Instant)
    /// A value that looks random: an identifier, a token.
    case opaque(String)
    /// A pseudonym that stands in place of a secret: each recording has its own.
    case pseudonym(String)

    /// The value that stands under `name` in an exchange that ended at `instant`.
    init(_ text: String, under name: String, at instant: Instant) {
        if let time = Self.time(text) {
            self = .time(time, from: instant)
        } else if Self.isIdentity(name) || !Self.plainNames.contains(name.lowercased()) && Self.looksRandom(text) {
            self = .opaque(text)
        } else {
            self = .plain(text)
        }
    }

    /// The value as it is shown: as it was written, points of time apart.
    var text: String {
        switch self {
        case .plain(let text), .opaque(let text), .pseudonym(let text): text
        case .time(let instant, let reference): DistanceText.text(of: instant, from: reference)
        }
    }

    /// True if it is a pseudonym so short that different secrets have the same one: nothing can be said of it.
    var saysNothing: Bool {
        if case .pseudonym(let text) = self { text.utf8.count < Self.tellingBytes } else { false }
    }

    private static let tellingBytes = 6

    /// Times that lie so close relative to their exchanges are the same: services answer now faster, now slower.
    static let toleratedSeconds: Int64 = 5

    /// Names whose values are chosen by people, however random they look.
    private static let plainNames: Set<String> = [
        "requestor", "requestor_id", "requestorid", "resource", "resource_id", "resourceid", "resources", "mvpd",
        "mso_id",
        "mvpdid", "devicetype", "grant_type", "scope", "domain_name", "platformmappingid", "displayname", "logourl",
        "boardingstatus", "message", "error", "redirect_url", "redirect_uris", "user-agent",
    ]

    /// Whether a value of this name belongs to one device, user or run, however short it is.
    private static func isIdentity(_ name: String) -> Bool {
        let name = name.lowercased().filter { $0 != "_" && $0 != "-" }
        return identityParts.contains { name.hasSuffix($0) }
    }

    private static let identityParts = [
        "authorization", "token", "secret", "userid", "deviceid", "householdid", "uid", "guid", "nameid", "username",
        "password", "cookie", "code", "samlresponse", "samlattributequeryresponse", "ap21", "session", "statement",
    ]

    /// Seconds or milliseconds since 1970 in this century's first half, or an ISO 8601 date-time.
    private static func time(_ text: String) -> Instant? {
        if let number = Int64(text) {
            switch number {
            case 1_000_000_000..<2_600_000_000: return Instant(secondsSince1970: number)
            case 1_000_000_000_000..<2_600_000_000_000: return Instant(millisecondsSince1970: number)
            default: return nil
            }
        }
        return Instant(iso8601: text)
    }

    /// Whether a value has the length and the mixture of an identifier or a token rather than of a word.
    private static func looksRandom(_ text: String) -> Bool {
        text.utf8.count >= 6 && !text.utf8.contains(UInt8(ascii: " ")) && text.utf8.contains { (48...57).contains($0) }
            && text.utf8.contains { !(48...57).contains($0) }
    }
}
