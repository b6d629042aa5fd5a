import Documents

extension SignedAuthorization {
    /// The value of the header, signed (rest-api-v1.md §3.5).
    ///
    /// - Parameters:
    ///   - method: The method it names.
    ///   - requestor: The Programmer's id.
    ///   - nonce: A text never used before.
    ///   - milliseconds: When, since 1970.
    ///   - uri: The path it names.
    ///   - publicKey: The public key.
    ///   - signing: Makes the bytes of the HMAC-SHA1 from the text.
    /// - Returns: The header's value.
    public static func header(
        method: String,
        requestor: String,
        nonce: String,
        milliseconds: Int64,
        uri: String,
        publicKey: String,
        signing: (_ text: String) -> [UInt8]
    ) -> String {
        let text =
            "\(method) requestor_id=\(requestor), nonce=\(nonce), signature_method=HMAC-SHA1, "
            + "request_time=\(milliseconds), request_uri=\(uri)"
        return text + ", public_key=\(publicKey), signature=\(Base64.encode(signing(text)))"
    }
}
