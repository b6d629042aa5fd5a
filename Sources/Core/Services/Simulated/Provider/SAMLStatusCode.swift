import Tokens

/// The verdicts of an MVPD on a request, as SAML's status codes (SAML core §3.2.2.2).
enum SAMLStatusCode {
    /// The user is who the app says.
    case success
    /// The user is not known, or no customer any more.
    case unknownPrincipal
    /// The request is not one of Adobe's for this MVPD.
    case requestDenied

    /// The codes, the outermost first.
    var codes: [String] {
        switch self {
        case .success: [SAMLStatus.success]
        case .unknownPrincipal: [Self.prefix + "Responder", Self.prefix + "UnknownPrincipal"]
        case .requestDenied: [Self.prefix + "Requester", Self.prefix + "RequestDenied"]
        }
    }

    private static let prefix = "urn:oasis:names:tc:SAML:2.0:status:"

    /// The element `Status`.
    func markup(message: String?) -> WrittenMarkup {
        var code: WrittenMarkup?
        for value in codes.reversed() {
            code = WrittenMarkup("samlp:StatusCode", [("Value", value)], [code])
        }
        return WrittenMarkup(
            "samlp:Status",
            [],
            [code, message.map { WrittenMarkup("samlp:StatusMessage", text: $0) }]
        )
    }
}
