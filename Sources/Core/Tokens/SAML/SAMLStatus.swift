import Documents

/// The status by which a response reports its success (SAML core §3.2.2).
public struct SAMLStatus: Hashable, Sendable {
    /// The codes as URIs, the outermost first: a code may hold another that says more.
    public let codes: [String]
    /// The message of the service for people.
    public let message: String?

    /// The only outermost code that means success.
    public static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"

    /// True if the outermost code means success.
    public var isSuccess: Bool { ExactText(codes.first) == ExactText(Self.success) }

    /// The first code inside a success that says something else: a failure, or what is not known here.
    ///
    /// A logout that did not reach everybody is a success with a code inside (SAML core §3.2.2.2).
    var codeInsideSuccess: (code: String, isFailure: Bool)? {
        guard isSuccess else { return nil }
        let others = codes.dropFirst().filter { ![Self.success, Self.partialLogout].contains(exactly: $0) }
        if let failure = others.first(where: { trimmedBytes($0).starts(with: Self.prefix.utf8) }) {
            return (failure, true)
        }
        guard let other = others.first else { return nil }
        return (other, false)
    }

    private static let prefix = "urn:oasis:names:tc:SAML:2.0:status:"
    private static let partialLogout = prefix + "PartialLogout"

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
