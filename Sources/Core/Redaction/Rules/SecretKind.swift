/// The kind of a replaced value, as far as its place indicates it.
///
/// The order of the cases is the order of ``RedactionSummary``.
public enum SecretKind: Int, Hashable, Sendable, CaseIterable {
    /// The credentials of `Authorization` and `Proxy-Authorization`.
    case authorization
    /// The value of a cookie.
    case cookie
    /// `client_secret` and other secrets of an application.
    case applicationSecret
    /// An access token, in an answer or as a parameter.
    case accessToken
    /// A claim of a JWT, such as a software statement.
    case claim
    /// An identifier of a device: `deviceId`, `Ap_21`, a token's fingerprint.
    case deviceIdentifier
    /// A text that a person types: user names, passwords, e-mail addresses, telephone numbers.
    case credential
    /// An identifier of a person or a household: `userId`, `householdID`, `sessionGUID`.
    case userIdentifier
    /// A value of the user metadata.
    case userMetadata
    /// The subject of a SAML assertion.
    case samlSubject
    /// A value of a SAML attribute.
    case samlAttribute
    /// Anything else inside a SAML message that is not known to be harmless.
    case samlContent
    /// Anything inside an AuthN, AuthZ or media token that is not known to be harmless.
    case tokenContent
    /// A signature, a digest or a certificate.
    case signature
    /// An internet address or port of a device.
    case networkAddress
    /// An identifier of a session between a browser and a service.
    case session
    /// A code that stands for a device until a person has signed in for it, where it stands in a path alone.
    case registrationCode
    /// The value of a header that is not on the list of harmless ones.
    case header
    /// A value that was sent to a host that is not Adobe's.
    case foreignField
    /// A value of a name that says nothing, which looks drawn by chance.
    case drawn
    /// A value that a name gives away and no other case fits.
    case other

    /// The kind in a few words, as the summary prints it.
    public var title: String {
        switch self {
        case .authorization: "authorization headers"
        case .cookie: "cookies"
        case .applicationSecret: "application secrets"
        case .accessToken: "access tokens"
        case .claim: "JWT claims"
        case .deviceIdentifier: "device identifiers"
        case .credential: "names, passwords and addresses of people"
        case .userIdentifier: "user and household identifiers"
        case .userMetadata: "user metadata"
        case .samlSubject: "SAML subjects"
        case .samlAttribute: "SAML attribute values"
        case .samlContent: "other SAML content"
        case .tokenContent: "token content"
        case .signature: "signatures and certificates"
        case .networkAddress: "internet addresses"
        case .session: "browser sessions"
        case .registrationCode: "registration codes"
        case .header: "headers not known to be harmless"
        case .foreignField: "fields sent to other hosts"
        case .drawn: "values that look random"
        case .other: "other secrets"
        }
    }
}
