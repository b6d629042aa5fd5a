import Documents
import FuzzReadings
import Report
import Tokens
import VirtualTime

extension FuzzTarget {
    /// JSON web tokens in the compact form.
    public static let webToken = FuzzTarget(
        "JWT",
        maximumBytes: 64 * 1024,
        check: { input throws(PropertyFailure) in try WebTokenChecks.check(String(decoding: input, as: UTF8.self)) },
        mutate: WebTokenMutation.mutated
    )
}

/// The checks of a JSON web token.
enum WebTokenChecks {
    static func check(_ text: String) throws(PropertyFailure) {
        let token: JSONWebToken
        do throws(JSONWebTokenError) {
            token = try JSONWebToken(parsing: text)
        } catch {
            return try requireOneLine("\(error)")
        }
        try require(token.text.utf8.elementsEqual(text.utf8), "keeps-its-text", token.text)
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        try requireEqual(parts.count, 3, "three-parts")
        try requireEqual(
            Base64.encode(token.signature, alphabet: .urlSafe, padding: false),
            String(decoding: Array(parts[2]), as: UTF8.self),
            "signature-gives-it-back"
        )
        for (part, object) in zip(parts, [token.unverifiedHeader, token.unverifiedClaims]) {
            guard let bytes = IndependentBase64.decode(Array(part)) else {
                throw PropertyFailure("base64-agrees", "accepted what another decoder refuses")
            }
            try IndependentJSON.agrees(.object(object), with: bytes)
        }
        try monotonic(token.validity)
        // A verifier that asks the algorithm first must not be led to believe that nobody's word is somebody's.
        let isKnown = token.algorithm.map { name in
            let kinds =
                ["RS", "ES", "PS", "HS"].flatMap { kind in ["256", "384", "512"].map { kind + $0 } } + ["EdDSA"]
            return kinds.contains { $0.utf8.elementsEqual(name.utf8) }
        }
        if isKnown != true || token.signature.isEmpty {
            try require(!claimsToBeSigned(token), "unsecured-is-not-signed", token.algorithm ?? "no algorithm")
        }
        for diagnostic in token.diagnostics { try requireOneLine(diagnostic.detail, "remark-in-one-line") }
    }

    /// Checks whether a reader of the token would report that someone vouches for it.
    private static func claimsToBeSigned(_ token: JSONWebToken) -> Bool {
        let unsecured = ["algorithm-none", "no-algorithm", "no-signature", "unknown-algorithm"]
        return !token.diagnostics.contains { unsecured.contains($0.name) }
    }
}
