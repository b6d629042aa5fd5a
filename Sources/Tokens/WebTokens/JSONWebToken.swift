public import Documents
public import VirtualTime

/// A JSON web token, decoded and not verified: a software statement or an access token (tokens.md §12, RFC 7519).
///
/// Nothing in it may be relied on: no key is known, so no signature is checked. The names of what it holds say so.
public struct JSONWebToken: Hashable, Sendable, CustomStringConvertible {
    /// The token, byte for byte as it came.
    public let text: String
    /// The header's members in order.
    public let unverifiedHeader: JSONObject
    /// The claims in order.
    public let unverifiedClaims: JSONObject
    /// The signature's bytes; empty for an unsecured token.
    public let signature: [UInt8]

    /// No token is longer than this many bytes.
    public static let maximumBytes = 64 * 1024

    /// The token, byte for byte as it came.
    public var description: String { text }

    /// The token that `text` writes, in the compact form of RFC 7515.
    ///
    /// Throws: which part cannot be read, and why.
    public init(parsing text: some StringProtocol) throws(JSONWebTokenError) {
        guard text.utf8.count <= Self.maximumBytes else { throw .tooLong }
        let text = String(text)
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count != 5 else { throw .encrypted }
        guard parts.count == 3 else { throw .parts(count: parts.count) }
        unverifiedHeader = try object(parts[0], .header)
        unverifiedClaims = try object(parts[1], .claims)
        signature = try decoded(parts[2], .signature)
        self.text = text
    }

    /// The algorithm that the header names; the sender's word, never to be taken for a choice of algorithm.
    public var algorithm: String? { unverifiedHeader["alg"]?.string }

    /// `iat`: when it says it was issued.
    public var issuedAt: Instant? { instant("iat") }
    /// `nbf`: when it says it becomes valid.
    public var notBefore: Instant? { instant("nbf") }
    /// `exp`: when it says it ends.
    public var expiry: Instant? { instant("exp") }
    /// From when until when it says it is good; RFC 7519 §4.1.4 takes the instant of expiry as expired.
    public var validity: Validity { Validity(notBefore: notBefore, expiry: expiry) }

    private func instant(_ claim: String) -> Instant? {
        unverifiedClaims[claim]?.number.flatMap { Instant(numericDate: $0) }
    }

    /// What is odd about the token, and what anyone who verifies it must look out for.
    public var remarks: [Remark] {
        var remarks: [Remark] = []
        remarks += algorithmRemarks + keyRemarks
        for (part, object) in [("header", unverifiedHeader), ("claims", unverifiedClaims)] {
            for key in object.duplicateKeys {
                remarks.append(
                    .suspicious("duplicate-claim", "the \(part) hold \(key.quoted) more than once")
                )
            }
        }
        for claim in ["iat", "nbf", "exp"] {
            guard let value = unverifiedClaims[claim], instant(claim) == nil else { continue }
            remarks.append(
                .suspicious("bad-time-claim", "\(claim) is no number of seconds: \(value.serialized.prefix(40))")
            )
        }
        if let notBefore, let expiry, notBefore >= expiry {
            remarks.append(.suspicious("empty-interval", "nbf is not before exp, so it is never valid"))
        }
        if unverifiedHeader["crit"] != nil {
            remarks.append(.suspicious("critical-header", "crit asks for extensions that are not understood here"))
        }
        return remarks
    }

    /// An algorithm is good only by being on the list: what is spelled otherwise, some verifier takes for `none`.
    private var algorithmRemarks: [Remark] {
        guard let algorithm else { return [.suspicious("no-algorithm", "the header names no algorithm")] }
        if Self.signing.contains(where: { $0.utf8.elementsEqual(algorithm.utf8) }) {
            if signature.isEmpty {
                return [.suspicious("no-signature", "alg is \(algorithm), but the signature is empty")]
            }
            return algorithm == "RS256"
                ? [] : [.note("other-algorithm", "alg is \(algorithm); Adobe's samples have RS256")]
        }
        let shown = algorithm.quoted
        if Self.symmetric.contains(where: { $0.utf8.elementsEqual(algorithm.utf8) }) {
            let detail =
                "alg is \(shown), a shared secret where RS256 is expected: a verifier that takes the public key for the "
                + "secret accepts forgeries"
            return [.suspicious("symmetric-algorithm", detail)]
                + (signature.isEmpty
                    ? [.suspicious("no-signature", "alg is \(shown), but the signature is empty")] : [])
        }
        if algorithm.lowercased().unicodeScalars.filter({ ("a"..."z").contains($0) }).map(String.init).joined()
            == "none"
        {
            return [.suspicious("algorithm-none", "alg is \(shown): nothing vouches for the claims")]
        }
        return [.suspicious("unknown-algorithm", "alg is \(shown), which is no algorithm of RFC 7518: nothing vouches")]
    }

    /// What RFC 7518 §3.1 and RFC 8037 have for signatures with two keys.
    private static let signing = [
        "RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "EdDSA",
    ]
    private static let symmetric = ["HS256", "HS384", "HS512"]

    /// Where the header brings its own key, the sender chooses what it is checked with.
    private var keyRemarks: [Remark] {
        ["jwk", "jku", "x5u", "x5c"].filter { unverifiedHeader[$0] != nil }.map { name in
            .suspicious("key-in-header", "the header brings a key (\(name)); a verifier must use its own")
        }
    }
}

extension Instant {
    /// The instant of a NumericDate: seconds since 1970, with or without a fraction (RFC 7519 §2).
    ///
    /// Nil for a number with an exponent or past 64 bits.
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
    }
}

private func decoded(
    _ part: Substring.UTF8View,
    _ name: JSONWebTokenError.Part
) throws(JSONWebTokenError) -> [UInt8] {
    do throws(Base64Error) {
        return try Base64.decode(part, alphabet: .urlSafe, padding: .forbidden)
    } catch {
        throw .base64(name, error)
    }
}

private func object(
    _ part: Substring.UTF8View,
    _ name: JSONWebTokenError.Part
) throws(JSONWebTokenError) -> JSONObject {
    let value: JSONValue
    let bytes = try decoded(part, name)
    do throws(JSONError) {
        value = try JSONValue(parsing: bytes)
    } catch {
        throw .json(name, error)
    }
    guard let object = value.object else { throw .notAnObject(name) }
    return object
}
