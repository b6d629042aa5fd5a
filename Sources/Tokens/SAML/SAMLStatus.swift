import Documents

/// What a response says of its success (SAML core §3.2.2).
public struct SAMLStatus: Hashable, Sendable {
    /// The codes as URIs, the outermost first: a code may hold another that says more.
    public let codes: [String]
    /// What the service says to people.
    public let message: String?

    /// The only outermost code that means success.
    public static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"

    /// Whether the outermost code means success.
    public var isSuccess: Bool { codes.first == Self.success }

    /// No more codes than this may stand inside each other.
    public static let maximumCodes = 16

    init(_ element: XMLElement) throws(SAMLError) {
        var codes: [String] = []
        var next = try element.only("StatusCode", in: SAMLNamespace.protocols)
        guard next != nil else { throw SAMLError(.missing("StatusCode"), line: element.line) }
        while let code = next {
            guard codes.count < Self.maximumCodes else {
                throw SAMLError(.tooMany("nested StatusCode", of: "Status"), line: code.line)
            }
            codes.append(try code.required("Value"))
            next = try code.only("StatusCode", in: SAMLNamespace.protocols)
        }
        self.codes = codes
        message = try element.only("StatusMessage", in: SAMLNamespace.protocols)?.textOnly()
    }
}
