/// The kind of something; an open set.
public struct InspectedKind: Hashable, Sendable {
    /// The name in output for machines: `media-token`.
    public let name: String

    init(_ name: String) { self.name = name }

    /// Nothing that is known here.
    public static let unknown = InspectedKind("unknown")
    public static let samlResponse = InspectedKind("saml-response")
    /// Another SAML 2.0 message or a lone assertion.
    public static let samlMessage = InspectedKind("saml-message")
    /// A token of Adobe's in the signature wrapper, of no known kind.
    public static let signedToken = InspectedKind("signed-token")
    /// An AuthN token.
    public static let authenticationToken = InspectedKind("authn-token")
    /// An AuthZ token.
    public static let authorizationToken = InspectedKind("authz-token")
    /// A short media token.
    public static let mediaToken = InspectedKind("media-token")
    public static let jsonWebToken = InspectedKind("jwt")
    /// A JSON Web Signature of anything but a token's claims, or whose payload is elsewhere.
    static let jsonWebSignature = InspectedKind("jws")
    /// The id of a device as REST API V2 carries it.
    static let deviceIdentifier = InspectedKind("device-identifier")
    public static let date = InspectedKind("date")
    /// Several `name=value` pairs.
    public static let form = InspectedKind("form")
    /// A request line, with what follows it, or a URL.
    public static let request = InspectedKind("request")
    /// A status line, with what follows it.
    public static let response = InspectedKind("response")
    /// A web page.
    public static let htmlPage = InspectedKind("html-page")
    /// A JSON document that is no known answer.
    static let jsonDocument = InspectedKind("json-document")
    /// An XML document that is no known answer.
    public static let xmlDocument = InspectedKind("xml-document")
}
