import Documents

extension JSONWebSignature {
    /// What is odd about its header, and what anyone who verifies it must look out for.
    public var remarks: [Remark] {
        var remarks = algorithmRemarks + keyRemarks
        for key in unverifiedHeader.duplicateKeys {
            remarks.append(.suspicious("duplicate-claim", "the header holds \(key.quoted) more than once"))
        }
        if unverifiedHeader["crit"] != nil {
            remarks.append(.suspicious("critical-header", "crit asks for extensions that are not understood here"))
        }
        return remarks
    }

    /// An algorithm is good only by being on the list: what is spelled otherwise, some verifier takes for `none`.
    private var algorithmRemarks: [Remark] {
        guard let algorithm else { return [.suspicious("no-algorithm", "the header names no algorithm")] }
        if Self.signing.contains(exactly: algorithm) {
            if signature.isEmpty {
                return [.suspicious("no-signature", "alg is \(algorithm), but the signature is empty")]
            }
            return algorithm == "RS256"
                ? [] : [.note("other-algorithm", "alg is \(algorithm); Adobe's samples have RS256")]
        }
        let shown = algorithm.quoted
        if Self.symmetric.contains(exactly: algorithm) {
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
