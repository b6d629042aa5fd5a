public import Documents

/// The reason that a text is not a JSON web token that can be read.
public enum JSONWebTokenError: Error, Hashable, Sendable {
    /// The parts of a token.
    public enum Part: String, Hashable, Sendable {
        /// The first part.
        case header
        /// The second part.
        case claims
        /// The third part.
        case signature
    }

    /// Longer than ``JSONWebToken/maximumBytes``.
    case tooLong
    /// Not three parts with two dots between them, but this many parts.
    case parts(count: Int)
    /// Five parts: an encrypted token, which cannot be read without its key.
    case encrypted
    /// The header says that the payload is not in Base64 (`b64`, RFC 7797), which no token's is.
    case unencoded
    /// A part that is no unpadded Base64 of the URL-safe alphabet.
    case base64(Part, Base64Error)
    /// A part that is no JSON.
    case json(Part, JSONError)
    /// A part that is JSON, but no object.
    case notAnObject(Part)
}

extension JSONWebTokenError: CustomStringConvertible {
    /// The problem and its place, in one line.
    public var description: String {
        switch self {
        case .tooLong: "the token is longer than \(JSONWebToken.maximumBytes) bytes"
        case .parts(let count): "expected three parts with dots between them, found \(count)"
        case .encrypted: "five parts: an encrypted token, which cannot be read without its key"
        case .unencoded: "b64 is false: a signature of something else, since a token's claims are in Base64"
        case .base64(let part, let error): "the \(part.rawValue) is not base64url: \(error)"
        case .json(let part, let error): "the \(part.rawValue) is not JSON: \(error)"
        case .notAnObject(let part): "the \(part.rawValue) is not a JSON object"
        }
    }
}
