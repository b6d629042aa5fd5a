import Documents

// How a media token goes around (tokens.md §4, §6): as its own text from the SDKs' protocol, in Base64 from the REST API.

extension MediaToken {
    /// The first digits of every media token in Base64: those of `<signatureInfo>` but for the last.
    ///
    /// That is a plus sign, which is a space in a query where nobody escaped it.
    public static let base64Beginning = "PHNpZ25hdHVyZUluZm8"

    /// Checks whether a media token in Base64 begins somewhere in `bytes`.
    public static func isInBase64(in bytes: some Sequence<UInt8>) -> Bool {
        Array(bytes).firstIndex(of: base64Marker) != nil
    }

    /// Checks whether a media token in Base64, or its payload's element, is somewhere in `bytes`.
    ///
    /// Percent-encoding, quoting and escaping leave these letters alone.
    public static func isCarried(in bytes: some Sequence<UInt8>) -> Bool {
        let bytes = Array(bytes)
        return bytes.firstIndex(of: base64Marker) != nil || bytes.firstIndex(of: elementMarker) != nil
    }

    private static let base64Marker = Array(base64Beginning.utf8)
    private static let elementMarker = Array(elementName.utf8)
}
