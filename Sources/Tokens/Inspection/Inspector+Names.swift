import Documents

// Names are compared by their bytes. What is inspected may hold names of any length, and Swift's own `==`, a set or a
// dictionary of strings takes quadratic time for a name of many combining marks.

extension Inspector {
    /// Whether a field of this name holds something worth a look.
    static func isContainer(_ name: String) -> Bool { isAmong(containers, name) }

    /// Whether a field of this name may also hold what only its maker understands.
    static func isOpaque(_ name: String) -> Bool { isAmong(opaque, name) }

    /// Whether a field of this name says from when, until when or how long something holds.
    static func isTime(_ name: String) -> Bool { isAmong(times, name) || isSpan(name) }

    /// Whether a field of this name says how long something holds, in seconds.
    static func isSpan(_ name: String) -> Bool { isAmong(spans, name) }

    /// Whether something begins at the time in a field of this name.
    static func isStart(_ name: String) -> Bool { sameBytes(name, "notBefore") }

    /// Whether something is over at the time in a field of this name.
    static func isEnd(_ name: String) -> Bool { isAmong(ends, name) }

    /// Whether something is judged by the time in a field of this name; the others only tell of it.
    static func isJudgedBy(_ name: String) -> Bool {
        isEnd(name) || isStart(name) || isSpan(name) || isAmong(["generated", "created_at"], name)
    }

    /// What a container is called whose name is this one but for upper and lower case, as the names of headers are.
    static func container(likeHeader name: String) -> String? {
        containers.first { sameLetters($0, name) }
    }

    private static func isAmong(_ names: [String], _ name: String) -> Bool { names.contains { sameBytes($0, name) } }

    private static let containers = [
        "serializedToken", "access_token", "software_statement", "authnToken", "authzToken", "SAMLResponse", "token",
        "authentication_token", "authz_token", "samlAttributeQueryResponse", "verificationToken", "device_info",
        "deviceInfo",
    ]

    private static let opaque = [
        "access_token", "token", "verificationToken", "device_info", "deviceInfo", "fragment", "Location",
    ]

    private static let spans = ["expires_in"]

    private static let ends = ["expires", "notAfter", "expirationDate", "expiration_date"]

    private static let times = [
        "expires", "generated", "time", "created_at", "client_id_issued_at", "updated", "expirationDate", "notBefore",
        "notAfter", "issuedAt", "expiration_date",
    ]
}
