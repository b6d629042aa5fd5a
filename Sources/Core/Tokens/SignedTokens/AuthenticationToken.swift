public import Documents
public import VirtualTime

/// An AuthN token: an authentication GUID bound to a device, with a life of its own (tokens.md §3.1, rows K-114, K-149).
///
/// Adobe calls the format internal and changeable, so every element may be missing and unknown ones are kept.
public struct AuthenticationToken: Hashable, Sendable, CachedToken {
    /// The token's text, signature and payload.
    public let signed: SignedToken
    /// `simpleTokenAuthenticationGuid`: opaque; 32 hexadecimal digits with or without hyphens have been seen.
    public let guid: String?
    /// `simpleSamlSessionIndex`: the MVPD's session.
    public let sessionIndex: String?
    /// `simpleTokenRequestorID`.
    public let requestorID: String?
    /// `simpleTokenDomainName`.
    public let domainName: String?
    /// `simpleTokenExpires`.
    public let expires: TokenDate?
    /// `simpleTokenMsoID`: the MVPD.
    public let msoID: String?
    /// `simpleTokenSubMvpdID`: the MVPD behind a proxy.
    public let subMvpdID: String?
    /// `simpleTokenDeviceID`/`simpleTokenFingerprint`: opaque; binds the token to a device (row K-154).
    public let fingerprint: String?
    /// `simpleSamlNameID`: the MVPD's name for the user.
    public let nameID: String?
    /// `simpleTransientPartOfGuid`.
    public let transientPartOfGuid: String?
    /// `zAll`.
    public let zAll: String?
    /// The resources of the MVPD's channel line-up, in order, from either of the two forms.
    public let authorizedResources: [String]
    /// The elements no name above stands for, in order.
    public let unknownElements: [XMLElement]
    /// The names of elements that stand more than once; the first of each was taken.
    public let duplicates: [String]

    /// The expiration of the token.
    public var expiry: Instant? { expires?.instant }

    /// The payload's element.
    public static let elementName = "simpleAuthenticationToken"
    /// The elements that hold a date.
    public static let dateElements = ["simpleTokenExpires"]

    /// The token that `text` writes.
    ///
    /// Throws: why it is none, and where.
    public init(parsing text: String, limits: XMLLimits = .default) throws(TokenError) {
        try self.init(SignedToken(parsing: text, limits: limits))
    }

    /// The token that `signed` holds.
    ///
    /// Throws: if its element is not an AuthN token's, or its date is none.
    public init(_ signed: SignedToken) throws(TokenError) {
        let root = signed.document.root
        guard root.name.isNamed(Self.elementName, in: nil) else { throw .unknownKind(name: root.name.local) }
        var fields = TokenFields(of: root, names: Self.names)
        fields.open("simpleTokenDeviceID", names: ["simpleTokenFingerprint"])
        self.signed = signed
        guid = fields.text("simpleTokenAuthenticationGuid")
        sessionIndex = fields.text("simpleSamlSessionIndex")
        requestorID = fields.text("simpleTokenRequestorID")
        domainName = fields.text("simpleTokenDomainName")
        expires = try fields.date("simpleTokenExpires")
        msoID = fields.text("simpleTokenMsoID")
        subMvpdID = fields.text("simpleTokenSubMvpdID")
        fingerprint = fields.text("simpleTokenFingerprint")
        nameID = fields.text("simpleSamlNameID")
        transientPartOfGuid = fields.text("simpleTransientPartOfGuid")
        zAll = fields.text("zAll")
        authorizedResources = Self.resources(fields)
        unknownElements = fields.unknown
        duplicates = fields.duplicates
    }

    private static let names = [
        "simpleTokenAuthenticationGuid", "simpleSamlSessionIndex", "simpleTokenRequestorID", "simpleTokenDomainName",
        "simpleTokenExpires", "simpleTokenMsoID", "simpleTokenSubMvpdID", "simpleTokenDeviceID", "simpleSamlNameID",
        "simpleTransientPartOfGuid", "zAll", "simpleAuthorizedResources", "authorizedResources",
    ]

    private static func resources(_ fields: TokenFields) -> [String] {
        let forms = [
            ("simpleAuthorizedResources", "simpleAuthorizedResource", "simpleResourceID"),
            ("authorizedResources", "authorizedResource", "resourceID"),
        ]
        return forms.flatMap { list, item, attribute in
            (fields.element(list)?.elements(item, in: nil) ?? []).compactMap { $0.attribute(attribute) }
        }
    }
}

extension AuthenticationToken {
    /// The text of a new token, attribute-free and on one line, in the order that was captured.
    ///
    /// `signing` makes the signature's bytes from the payload's text (row K-157).
    public static func text(
        guid: String,
        sessionIndex: String? = nil,
        requestorID: String,
        domainName: String,
        expires: TokenDate,
        msoID: String,
        subMvpdID: String? = nil,
        fingerprint: String,
        nameID: String? = nil,
        signing: (_ payload: String) -> [UInt8]
    ) -> String {
        var payload = "<\(elementName)>"
        payload += tokenElement("simpleTokenAuthenticationGuid", guid)
        payload += tokenElement("simpleSamlSessionIndex", sessionIndex)
        payload += tokenElement("simpleTokenRequestorID", requestorID)
        payload += tokenElement("simpleTokenDomainName", domainName)
        payload += tokenElement("simpleTokenExpires", expires.text)
        payload += tokenElement("simpleTokenMsoID", msoID)
        payload += tokenElement("simpleTokenSubMvpdID", subMvpdID)
        payload += "<simpleTokenDeviceID>" + tokenElement("simpleTokenFingerprint", fingerprint)
        payload += "</simpleTokenDeviceID>"
        payload += tokenElement("simpleSamlNameID", nameID)
        payload += "</\(elementName)>"
        return SignedToken.text(payload: payload, signing: signing)
    }
}
