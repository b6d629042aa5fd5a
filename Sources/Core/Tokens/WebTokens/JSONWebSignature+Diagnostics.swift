import Documents

extension JSONWebSignature {
    /// The oddities of its header, and what anyone who verifies it must look out for.
    public var diagnostics: [Diagnostic] {
        var diagnostics = algorithmDiagnostics + keyDiagnostics
        for key in unverifiedHeader.duplicateKeys {
            diagnostics.append(.suspicious("duplicate-claim", as: "duplicate-header", key))
        }
        if unverifiedHeader["crit"] != nil {
            diagnostics.append(.suspicious("critical-header"))
        }
        return diagnostics
    }

    /// An algorithm is good only by being on the list: what is spelled otherwise, some verifier takes for `none`.
    private var algorithmDiagnostics: [Diagnostic] {
        guard let algorithm else { return [.suspicious("no-algorithm")] }
        if Self.signing.contains(exactly: algorithm) {
            if signature.isEmpty { return [.suspicious("no-signature", algorithm)] }
            return algorithm == "RS256" ? [] : [.note("other-algorithm", algorithm)]
        }
        if Self.symmetric.contains(exactly: algorithm) {
            return [.suspicious("symmetric-algorithm", algorithm)]
                + (signature.isEmpty ? [.suspicious("no-signature", as: "no-code", algorithm)] : [])
        }
        if algorithm.lowercased().unicodeScalars.filter({ ("a"..."z").contains($0) }).map(String.init).joined()
            == "none"
        {
            return [.suspicious("algorithm-none", algorithm)]
        }
        return [.suspicious("unknown-algorithm", algorithm)]
    }

    /// The algorithms for signatures with two keys in RFC 7518 §3.1 and RFC 8037.
    private static let signing = [
        "RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "EdDSA",
    ]
    private static let symmetric = ["HS256", "HS384", "HS512"]

    /// The diagnostics of keys that the header brings itself: the sender chooses what it is checked with.
    private var keyDiagnostics: [Diagnostic] {
        ["jwk", "jku", "x5u", "x5c"].filter { unverifiedHeader[$0] != nil }.map { .suspicious("key-in-header", $0) }
    }
}
