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
    public let publicKey: String
    /// The signature in Base64.
    public let signature: String
    /// The text that was signed: everything from the method up to and including the URI.
    public let signedText: String

    /// The parts of `value`; nil if one of them is missing.
    public init?(_ value: String) {
        let pieces = value.utf8.split(separator: UInt8(ascii: ",")).map { $0.drop { $0 == UInt8(ascii: " ") } }
        guard let first = pieces.first, let blank = first.firstIndex(of: UInt8(ascii: " ")) else { return nil }
        let word = first[..<blank]
        guard word.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else { return nil }
        method = String(Substring(word))
        let pairs = [first[first.index(after: blank)...]] + pieces.dropFirst()
        func pair(_ name: String) -> Substring.UTF8View? { pairs.first { $0.starts(with: (name + "=").utf8) } }
        func part(_ name: String) -> String? {
            pair(name).map { String(Substring($0.dropFirst(name.utf8.count + 1))) }
        }
        guard let requestor = part("requestor_id"), let nonce = part("nonce"),
            let signatureMethod = part("signature_method"), let requestTime = part("request_time"),
            let publicKey = part("public_key"), let signature = part("signature"),
            let requestURI = part("request_uri"), let end = pair("request_uri")?.endIndex
        else { return nil }
        self.requestor = requestor
        self.nonce = nonce
        self.signatureMethod = signatureMethod
        self.requestTime = requestTime
        self.publicKey = publicKey
        self.signature = signature
        self.requestURI = requestURI
        // The pieces are slices of the text itself, so the end of one is a place in it.
        signedText = String(Substring(value.utf8[..<end]))
    }
}
