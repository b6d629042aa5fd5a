/// What something is; an open set.
public struct InspectedKind: Hashable, Sendable {
    /// What it is called in output for machines: `media-token`.
    public let name: String
    /// What it is called in output for people: `short media token`.
    public let title: String

    init(_ name: String, _ title: String) {
        self.name = name
        self.title = title
    }

    /// Nothing that is known here.
    public static let unknown = InspectedKind("unknown", "nothing known")
    /// A SAML 2.0 response.
    public static let samlResponse = InspectedKind("saml-response", "SAML response")
    /// Another SAML 2.0 message or a lone assertion.
    public static let samlMessage = InspectedKind("saml-message", "SAML message")
    /// A token of Adobe's in the signature wrapper, of no known kind.
    public static let signedToken = InspectedKind("signed-token", "signed token")
    /// An AuthN token.
    public static let authenticationToken = InspectedKind("authn-token", "AuthN token")
    /// An AuthZ token.
    public static let authorizationToken = InspectedKind("authz-token", "AuthZ token")
    /// A short media token.
    public static let mediaToken = InspectedKind("media-token", "short media token")
    /// A JSON web token.
    public static let jsonWebToken = InspectedKind("jwt", "JSON web token")
    /// A JSON Web Signature of anything but a token's claims, or whose payload is elsewhere.
    public static let jsonWebSignature = InspectedKind("jws", "JSON Web Signature")
    /// A date.
    public static let date = InspectedKind("date", "date")
    /// Several `name=value` pairs.
    public static let form = InspectedKind("form", "form")
    /// A request line, with what follows it, or a URL.
    public static let request = InspectedKind("request", "HTTP request")
    /// A status line, with what follows it.
    public static let response = InspectedKind("response", "HTTP response")
    /// A web page.
    public static let htmlPage = InspectedKind("html-page", "HTML page")
    /// A JSON document that is no known answer.
    public static let jsonDocument = InspectedKind("json-document", "JSON document")
    /// An XML document that is no known answer.
    public static let xmlDocument = InspectedKind("xml-document", "XML document")
}
