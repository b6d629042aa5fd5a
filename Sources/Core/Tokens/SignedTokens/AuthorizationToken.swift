public import Documents
public import VirtualTime

/// An AuthZ token: an MVPD's grant of one resource, bound to a device (tokens.md §3.2, rows K-115, K-150).
public struct AuthorizationToken: Hashable, Sendable, CachedToken {
    /// The token's text, signature and payload.
    public let signed: SignedToken
    /// `simpleTokenRequestorID`.
    public let requestorID: String?
    /// `simpleTokenResourceID`: an id, or an MRSS document whose escaping is resolved here.
    public let resourceID: String?
    /// `simpleTokenTTL`: an absolute date in spite of its name (row K-151).
    public let expires: TokenDate?
    /// `simpleTokenMsoID`: the MVPD.
    public let msoID: String?
    /// `simpleTokenDeviceID`/`simpleTokenFingerprint`: opaque; binds the token to a device (row K-154).
    public let fingerprint: String?
    /// The elements no name above stands for, in order.
    public let unknownElements: [XMLElement]
    /// The names of elements that stand more than once; the first of each was taken.
    public let duplicates: [String]

    /// The expiration of the token.
    public var expiry: Instant? { expires?.instant }

    /// The payload's element.
    public static let elementName = "simpleAuthorizationToken"
    /// The elements that hold a date.
    public static let dateElements = ["simpleTokenTTL"]

    /// The token that `text` writes.
    ///
    /// Throws: why it is none, and where.
    public init(parsing text: String, limits: XMLLimits = .default) throws(TokenError) {
        try self.init(SignedToken(parsing: text, limits: limits))
    }

    /// The token that `signed` holds.
    ///
    /// Throws: if its element is not an AuthZ token's, or its date is none.
    public init(_ signed: SignedToken) throws(TokenError) {
        let root = signed.document.root
        guard root.name.isNamed(Self.elementName, in: nil) else { throw .unknownKind(name: root.name.local) }
        var fields = TokenFields(of: root, names: Self.names)
        fields.open("simpleTokenDeviceID", names: ["simpleTokenFingerprint"])
        self.signed = signed
        requestorID = fields.text("simpleTokenRequestorID")
        resourceID = fields.text("simpleTokenResourceID")
        expires = try fields.date("simpleTokenTTL")
        msoID = fields.text("simpleTokenMsoID")
        fingerprint = fields.text("simpleTokenFingerprint")
        unknownElements = fields.unknown
        duplicates = fields.duplicates
    }

    private static let names = [
        "simpleTokenRequestorID", "simpleTokenResourceID", "simpleTokenTTL", "simpleTokenMsoID", "simpleTokenDeviceID",
    ]
}

extension AuthorizationToken {
    /// The text of a new token, attribute-free and on one line, in the documented order.
    ///
    /// The resource may be an MRSS document, which is escaped inside its element; `signing` makes the signature's bytes
    /// from the payload's text.
    public static func text(
        requestorID: String,
        resourceID: String,
        expires: TokenDate,
        msoID: String,
        fingerprint: String,
        signing: (_ payload: String) -> [UInt8]
    ) -> String {
        var payload = "<\(elementName)>"
        payload.reserveCapacity(512)
        payload.appendTokenElement("simpleTokenRequestorID", requestorID)
        payload.appendTokenElement("simpleTokenResourceID", resourceID)
        payload.appendTokenElement("simpleTokenTTL", expires.text)
        payload.appendTokenElement("simpleTokenMsoID", msoID)
        payload += "<simpleTokenDeviceID>" + tokenElement("simpleTokenFingerprint", fingerprint)
        payload += "</simpleTokenDeviceID></\(elementName)>"
        return SignedToken.text(payload: payload, signing: signing)
    }
}
