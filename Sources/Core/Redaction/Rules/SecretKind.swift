import Documents

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

    /// The kind in a few words.
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

    /// The name of `count` values of the kind, for a list that begins with the number.
    public func noun(for count: Int) -> String {
        switch self {
        case .authorization: CountedNoun.form(count, "authorization header")
        case .cookie: CountedNoun.form(count, "cookie")
        case .applicationSecret: CountedNoun.form(count, "application secret")
        case .accessToken: CountedNoun.form(count, "access token")
        case .claim: CountedNoun.form(count, "JWT claim")
        case .deviceIdentifier: CountedNoun.form(count, "device identifier")
        case .credential: CountedNoun.form(count, "name, password or address of a person", plural: title)
        case .userIdentifier: CountedNoun.form(count, "user or household identifier", plural: title)
        case .userMetadata: CountedNoun.form(count, "user metadata value")
        case .samlSubject: CountedNoun.form(count, "SAML subject")
        case .samlAttribute: CountedNoun.form(count, "SAML attribute value")
        case .samlContent: CountedNoun.form(count, "other SAML value")
        case .tokenContent: CountedNoun.form(count, "token value")
        case .signature: CountedNoun.form(count, "signature or certificate", plural: title)
        case .networkAddress: CountedNoun.form(count, "internet address", plural: title)
        case .session: CountedNoun.form(count, "browser session")
        case .registrationCode: CountedNoun.form(count, "registration code")
        case .header: CountedNoun.form(count, "header not known to be harmless", plural: title)
        case .foreignField: CountedNoun.form(count, "field sent to another host", plural: title)
        case .drawn: CountedNoun.form(count, "value that looks random", plural: title)
        case .other: CountedNoun.form(count, "other secret")
        }
    }
}
