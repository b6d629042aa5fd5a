public import Documents

/// A JSON Web Signature, decoded and not verified: a header, a payload of any kind and a signature (RFC 7515).
///
/// Nothing in it may be relied on: no key is known, so no signature is checked. The names of what it holds say so.
public struct JSONWebSignature: Hashable, Sendable {
    /// The header's members in order; of a JSON serialization the protected ones before the others.
    public let unverifiedHeader: JSONObject
    /// The members of the header that the signature covers, as far as anybody may say so: in the compact form all.
    package let unverifiedProtected: JSONObject
    /// The payload's bytes; nil where it is detached: it travels elsewhere (RFC 7515, appendix F).
    public let unverifiedPayload: [UInt8]?
    /// The signature's bytes; empty for an unsecured token.
    public let signature: [UInt8]

    /// The signature that `text` writes in the compact form.
    ///
    /// Throws: which part cannot be read, and why.
    public init(compact text: some StringProtocol) throws(JSONWebTokenError) {
        guard text.utf8.count <= JSONWebToken.maximumBytes else { throw .tooLong }
        let parts = String(text).utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count != 5 else { throw .encrypted }
        guard parts.count == 3 else { throw .parts(count: parts.count) }
        let header = try Self.object(try Self.decoded(parts[0], .header), .header)
        (unverifiedHeader, unverifiedProtected) = (header, header)
        unverifiedPayload = try Self.payload(parts[1], under: header)
        signature = try Self.decoded(parts[2], .signature)
    }

    /// One signature of a JSON serialization: the members of a `signatures` element, or of the flattened form.
    ///
    /// Throws: which part cannot be read, and why.
    package init(members: JSONObject, payload: String?) throws(JSONWebTokenError) {
        unverifiedProtected =
            if let text = members["protected"]?.string {
                try Self.object(try Self.decoded(text.utf8, .header), .header)
            } else { JSONObject() }
        let object = JSONObject(unverifiedProtected.members + (members["header"]?.object?.members ?? []))
        unverifiedHeader = object
        unverifiedPayload = if let payload { try Self.payload(payload.utf8, under: object) } else { nil }
        signature = try Self.decoded((members["signature"]?.string ?? "").utf8, .signature)
    }

    /// The algorithm that the header names; the sender's word, never to be taken for a choice of algorithm.
    public var algorithm: String? { unverifiedHeader["alg"]?.string }

    /// True if the payload is a token of its own: `cty` is `JWT`, in whatever case (RFC 7519 §5.2).
    public var holdsToken: Bool {
        guard let type = unverifiedHeader["cty"]?.string, type.utf8.count == 3 else { return false }
        return type.uppercased() == "JWT"
    }

    /// True if the payload is written as it is, not in Base64 (`b64`, RFC 7797).
    public var isUnencoded: Bool { Self.isUnencoded(unverifiedHeader) }

    private static func isUnencoded(_ header: JSONObject) -> Bool { header["b64"] == .bool(false) }

    private static func payload(
        _ part: some Collection<UInt8>,
        under header: JSONObject
    ) throws(JSONWebTokenError) -> [UInt8]? {
        if part.isEmpty { return nil }
        return isUnencoded(header) ? Array(part) : try decoded(part, .claims)
    }

    static func decoded(
        _ part: some Collection<UInt8>,
        _ name: JSONWebTokenError.Part
    ) throws(JSONWebTokenError) -> [UInt8] {
        do throws(Base64Error) {
            return try Base64.decode(part, alphabet: .urlSafe, padding: .forbidden)
        } catch {
            throw .base64(name, error)
        }
    }

    static func object(_ bytes: [UInt8], _ name: JSONWebTokenError.Part) throws(JSONWebTokenError) -> JSONObject {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw .json(name, error)
        }
        guard let object = value.object else { throw .notAnObject(name) }
        return object
    }
}
