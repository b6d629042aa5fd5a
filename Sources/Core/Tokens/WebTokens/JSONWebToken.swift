public import Documents
public import VirtualTime

/// A JSON web token, decoded and not verified: a software statement or an access token (tokens.md §12, RFC 7519).
///
/// Nothing in it may be relied on: no key is known, so no signature is checked. The names of what it holds say so.
public struct JSONWebToken: Hashable, Sendable, CustomStringConvertible {
    /// The token, byte for byte as it came.
    public let text: String
    /// The claims in order.
    public let unverifiedClaims: JSONObject
    /// Its header and signature.
    let signed: JSONWebSignature

    /// The claims that hold an instant, as NumericDate: RFC 7519 §4.1, OpenID Connect Core 1.0 §2 and §5.1.
    public static let instantClaims = ["iat", "nbf", "exp", "auth_time", "updated_at"]

    /// No token is longer than this many bytes.
    public static let maximumBytes = 64 * 1024

    /// The token, byte for byte as it came.
    public var description: String { text }

    /// The token that `text` writes, in the compact form of RFC 7515.
    ///
    /// Throws: which part cannot be read, and why.
    public init(parsing text: some StringProtocol) throws(JSONWebTokenError) {
        signed = try JSONWebSignature(compact: text)
        // A token's claims are always in Base64 (RFC 7797 §7).
        guard !signed.isUnencoded else { throw .unencoded }
        unverifiedClaims = try JSONWebSignature.object(signed.unverifiedPayload ?? [], .claims)
        self.text = String(text)
    }

    /// The header's members in order.
    public var unverifiedHeader: JSONObject { signed.unverifiedHeader }
    /// The signature's bytes; empty for an unsecured token.
    public var signature: [UInt8] { signed.signature }
    /// The algorithm that the header names; the sender's word, never to be taken for a choice of algorithm.
    public var algorithm: String? { signed.algorithm }

    /// `iat`: when it says it was issued.
    public var issuedAt: Instant? { instant("iat") }
    /// `nbf`: when it says it becomes valid.
    public var notBefore: Instant? { instant("nbf") }
    /// `exp`: when it says it ends.
    public var expiry: Instant? { instant("exp") }
    /// The interval for which it states that it is good; RFC 7519 §4.1.4 takes the instant of expiry as expired.
    public var validity: Validity { Validity(notBefore: notBefore, expiry: expiry) }

    private func instant(_ claim: String) -> Instant? {
        unverifiedClaims[claim]?.number.flatMap { Instant(numericDate: $0) }
    }

    /// The oddities of the token, and what anyone who verifies it must look out for.
    public var diagnostics: [Diagnostic] {
        var diagnostics = signed.diagnostics
        for key in unverifiedClaims.duplicateKeys {
            diagnostics.append(.suspicious("duplicate-claim", key))
        }
        diagnostics += ["iat", "nbf", "exp"].compactMap(timeDiagnostic)
        if let notBefore, let expiry, notBefore >= expiry {
            diagnostics.append(.suspicious("empty-interval", as: "nbf-not-before-exp"))
        }
        return diagnostics
    }

    private func timeDiagnostic(_ claim: String) -> Diagnostic? {
        guard let value = unverifiedClaims[claim], instant(claim) == nil else { return nil }
        if let seconds = value.number?.int64, looksLikeSeconds(seconds / 1_000) {
            let year = Instant.year(secondsSince1970: seconds)
            return .suspicious("milliseconds-claim", claim, "\(seconds)", "\(year)")
        }
        return .suspicious("bad-time-claim", claim, String(value.serialized.prefix(40)))
    }
}

extension Instant {
    /// The instant of a NumericDate: seconds since 1970, with or without a fraction (RFC 7519 §2).
    ///
    /// Nil for a number with an exponent, and for one that is no instant of the years 1 to 9999.
    public init?(numericDate number: JSONNumber) {
        let parts = number.text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, let seconds = String(parts[0]).flatMap({ Int64($0) }) else { return nil }
        var nanosecond: UInt32 = 0
        if parts.count == 2 {
            var cursor = ByteCursor(String(parts[1]) ?? "")
            guard let fraction = cursor.fraction(), cursor.isAtEnd, !number.text.hasPrefix("-") else { return nil }
            nanosecond = fraction
        }
        self.init(secondsSince1970: seconds, nanosecond: nanosecond)
        guard secondsSince1970 == seconds else { return nil }
    }

    /// The year of any number of seconds since 1970, also of one that is no instant: in the Gregorian calendar, whose
    /// 400 years have 146,097 days.
    static func year(secondsSince1970 seconds: Int64) -> Int64 {
        let day = floorDivided(seconds, by: 86_400) + 719_468
        let era = floorDivided(day, by: 146_097)
        let dayOfEra = day - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        // The year begins in March there.
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        return yearOfEra + era * 400 + (dayOfYear >= 306 ? 1 : 0)
    }

    private static func floorDivided(_ value: Int64, by divisor: Int64) -> Int64 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
