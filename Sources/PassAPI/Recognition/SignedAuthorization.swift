/// The signed Authorization header that Dynamic Client Registration replaced (rest-api-v1.md §3.5).
///
/// Published clients disagree about method and URI, so the service evidently checked the signature over the text as sent
/// and nothing else.
public struct SignedAuthorization: Hashable, Sendable {
    /// The method it names, which need not be the request's.
    public let method: String
    /// The Programmer's id.
    public let requestor: String
    /// A text never used before.
    public let nonce: String
    /// `HMAC-SHA1`.
    public let signatureMethod: String
    /// Milliseconds since 1970, as written.
    public let requestTime: String
    /// The path it names, which need not be the request's.
    public let requestURI: String
    /// The public key.
    public let publicKey: String
    /// The signature in Base64.
    public let signature: String
    /// What was signed: everything from the method up to and including the URI.
    public let signedText: String

    /// The parts of `value`; nil if one of them is missing.
    public init?(_ value: String) {
        let pieces = value.split(separator: ",").map { $0.drop { $0 == " " } }
        guard let first = pieces.first, let blank = first.firstIndex(of: " ") else { return nil }
        method = String(first[..<blank])
        guard method.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
        let pairs = [first[first.index(after: blank)...]] + pieces.dropFirst()
        func part(_ name: String) -> String? {
            pairs.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        guard let requestor = part("requestor_id"), let nonce = part("nonce"),
            let signatureMethod = part("signature_method"), let requestTime = part("request_time"),
            let publicKey = part("public_key"), let signature = part("signature"),
            let uri = pairs.first(where: { $0.hasPrefix("request_uri=") })
        else { return nil }
        self.requestor = requestor
        self.nonce = nonce
        self.signatureMethod = signatureMethod
        self.requestTime = requestTime
        self.publicKey = publicKey
        self.signature = signature
        requestURI = String(uri.dropFirst("request_uri=".count))
        // The pieces are slices of the text itself, so the end of one is a place in it.
        signedText = String(value[..<uri.endIndex])
    }
}
