public import Documents

/// The reason that a text is not an AuthN, AuthZ or media token, and its place.
public enum TokenError: Error, Hashable, Sendable {
    /// Nothing but white space.
    case empty
    /// More bytes than the limit that is given.
    case tooLong(limit: Int)
    /// The text is not UTF-8; the offset is that of the first wrong byte.
    case encoding(byteOffset: Int)
    /// The text does not begin with `<signatureInfo>`.
    case noWrapper(byteOffset: Int)
    /// Not two signature tags, which is the wrapper's form, but this many.
    case signatureTags(count: Int)
    case emptySignature(byteOffset: Int)
    /// The signature is no Base64 of the standard alphabet.
    case signature(Base64Error)
    /// The payload is no acceptable XML; its places count from the payload's start, which lies at this offset.
    case payload(XMLError, payloadOffset: Int)
    /// The payload's element is none of the three kinds, or not the expected one.
    case unknownKind(name: String)
    /// The element of this name holds no date; places count from the start of its text.
    case date(element: String, TokenDateError)
    /// The element of this name holds no non-negative whole number of milliseconds of 64 bits.
    case milliseconds(element: String, text: String)
}

extension TokenError: CustomStringConvertible {
    /// The problem and its place, in one line.
    public var description: String {
        switch self {
        case .empty: "the token is empty"
        case .tooLong(let limit): "the token is longer than \(limit) bytes"
        case .encoding(let offset): "the token is not UTF-8 at byte \(offset)"
        case .noWrapper(let offset): "expected <signatureInfo> at byte \(offset)"
        case .signatureTags(let count):
            "expected two signatureInfo tags, the second of which may be an opening tag too, found \(count)"
        case .emptySignature(let offset): "the signature at byte \(offset) is empty"
        case .signature(let error): "the signature is not Base64: \(error)"
        case .payload(let error, let offset): "the payload that begins at byte \(offset) is not XML: \(error)"
        case .unknownKind(let name): "<\(name.inOneLine)> is not the payload of the token that was expected"
        case .date(let element, let error): "<\(element)> holds no date: \(error)"
        case .milliseconds(let element, let text):
            "<\(element)> holds no whole number of milliseconds of 64 bits: \(text.prefix(40).quoted)"
        }
    }
}

extension TokenError {
    /// A name for the cause, in lower-case words with hyphens.
    public var name: String {
        switch self {
        case .empty: "empty"
        case .tooLong: "too-long"
        case .encoding: "bad-encoding"
        case .noWrapper: "no-signature-wrapper"
        case .signatureTags: "signature-tags"
        case .emptySignature: "empty-signature"
        case .signature: "bad-signature-base64"
        case .payload(let error, _): error.cause.diagnoseName
        case .unknownKind: "unknown-kind"
        case .date: "bad-date"
        case .milliseconds: "bad-ttl"
        }
    }
}
