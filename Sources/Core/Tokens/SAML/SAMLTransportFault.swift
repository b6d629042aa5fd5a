import Documents

/// A way in which a `SAMLResponse` was sent otherwise than the cookbook's pipeline sends it (apple-sso-flow.md §4).
///
/// Source: conformance-rules.md SAML-001, SAML-002; rows K-56 to K-61.
public enum SAMLTransportFault: String, Hashable, Sendable, CaseIterable {
    /// Percent-encoded twice.
    case encodedTwice
    /// The Base64 is wrapped in lines.
    case wrappedBase64
    /// The SAML text still has line feeds, tabs or white space at its ends.
    case notNormalized

    /// The faults of a parameter's value, from which one percent-encoding has been taken.
    public static func all(in value: String) -> [SAMLTransportFault] {
        var found: [SAMLTransportFault] = []
        var text = value
        if text.utf8.contains(UInt8(ascii: "%")) {
            guard let inner = PercentEncoding.decodeStrictly(text) else { return [] }
            found.append(.encodedTwice)
            text = String(decoding: inner, as: UTF8.self)
        }
        guard let bytes = try? Base64.decode(text, padding: .optional, allowsWhitespace: true) else { return found }
        // A blank is what becomes of a plus sign that was not encoded, and told as that.
        if text.utf8.contains(where: { isWhiteSpace($0) && $0 != UInt8(ascii: " ") }) { found.append(.wrappedBase64) }
        if !isNormalized(String(decoding: bytes, as: UTF8.self)) { found.append(.notNormalized) }
        return found
    }

    /// Whether no newline and no tab is left, nor white space at the ends.
    ///
    /// Two blanks in a row are: a newline between them has vanished.
    private static func isNormalized(_ text: String) -> Bool {
        !text.utf8.contains(0x09) && SAMLNormalization.removesNothing(from: text)
    }
}
