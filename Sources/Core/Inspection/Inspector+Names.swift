import Documents

// Names are compared by their bytes. What is inspected may hold names of any length, and Swift's own `==`, a set or a
// dictionary of strings takes quadratic time for a name of many combining marks.

extension Inspector {
    /// Returns true if a field of this name holds something worth a look.
    static func isContainer(_ name: String) -> Bool { containers.contains(name) }

    /// Returns true if a field of this name may also hold what only its maker understands.
    static func isOpaque(_ name: String) -> Bool { opaque.contains(name) }

    /// Returns true if a field of this name states from when, until when or how long something holds.
    static func isTime(_ name: String) -> Bool { times.contains(name) || isSpan(name) }

    /// Returns true if a field of this name states how long something holds, in seconds.
    static func isSpan(_ name: String) -> Bool { spans.contains(name) }

    /// Returns true if something begins at the time in a field of this name.
    static func isStart(_ name: String) -> Bool { ExactText(name) == "notBefore" }

    /// Returns true if something expires at the time in a field of this name.
    static func isEnd(_ name: String) -> Bool { ends.contains(name) }

    /// Returns true if something is evaluated by the time in a field of this name; the others only report it.
    static func isJudgedBy(_ name: String) -> Bool {
        isEnd(name) || isStart(name) || isSpan(name) || origins.contains(name)
    }

    /// Finds the container whose name is this one but for upper and lower case, as the names of headers are.
    static func container(likeHeader name: String) -> String? { containers.name(likeHeader: name) }

    private static let containers: FewNames = [
        "serializedToken", "access_token", "software_statement", "authnToken", "authzToken", "SAMLResponse",
        "SAMLRequest", "token",
        "authentication_token", "authz_token", "samlAttributeQueryResponse", "verificationToken", "device_info",
        "deviceInfo", "AP-Partner-Framework-Status", "AP-Device-Identifier", "AD-Service-Token", "X-Device-Info",
        "request",
    ]

    private static let opaque: FewNames = [
        "access_token", "token", "verificationToken", "device_info", "deviceInfo", "fragment", "Location",
        "AP-Device-Identifier", "X-Device-Info", "request",
    ]

    private static let spans: FewNames = ["expires_in"]

    /// From when other times are counted.
    private static let origins: FewNames = ["generated", "created_at"]

    private static let ends: FewNames = ["expires", "notAfter", "expirationDate", "expiration_date"]

    private static let times: FewNames = [
        "expires", "generated", "time", "created_at", "client_id_issued_at", "updated", "expirationDate", "notBefore",
        "notAfter", "issuedAt", "expiration_date",
    ]
}

/// A few names by their lengths: hardly any other is as long as one of them, and a document may hold very many.
private struct FewNames: ExpressibleByArrayLiteral {
    private var byLength: [[String]]

    init(arrayLiteral names: String...) {
        byLength = Array(repeating: [], count: 1 + (names.map(\.utf8.count).max() ?? 0))
        for name in names { byLength[name.utf8.count].append(name) }
    }

    func contains(_ name: String) -> Bool { ofLength(of: name).contains(exactly: name) }

    /// The name that is this one but for upper and lower case, as the names of headers are.
    func name(likeHeader name: String) -> String? { ofLength(of: name).first { sameLetters($0, name) } }

    private func ofLength(of name: String) -> [String] {
        let length = name.utf8.count
        return length < byLength.count ? byLength[length] : []
    }
}
