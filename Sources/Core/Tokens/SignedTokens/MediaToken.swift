public import Documents
public import VirtualTime

/// A short media token: a resource may be played now, on any device (tokens.md §4, rows K-116, K-152).
public struct MediaToken: Hashable, Sendable, Expiring {
    /// The token's text, signature and payload.
    public let signed: SignedToken
    /// `sessionGUID`: a hashed, signed form of the MVPD's user id.
    public let sessionGUID: String?
    /// `requestorID`.
    public let requestorID: String?
    /// `resourceID`: an id, or an MRSS document whose escaping is resolved here.
    public let resourceID: String?
    /// `ttl`: how long the token lives from its issue on; milliseconds on the wire.
    public let ttl: Duration?
    /// `issueTime`.
    public let issueTime: TokenDate?
    /// `mvpdId`.
    public let mvpdID: String?
    /// `proxyMvpdId`: empty or absent without a proxy.
    public let proxyMvpdID: String?
    /// The elements no name above stands for, in order.
    public let unknownElements: [XMLElement]
    /// The names of elements that stand more than once; the first of each was taken.
    public let duplicates: [String]

    /// The expiration of the token: `issueTime` and `ttl` together, at most ``Instant/distantFuture``; nil if one is
    /// missing.
    public var expiry: Instant? {
        guard let issueTime, let ttl else { return nil }
        return issueTime.instant + ttl
    }

    /// The payload's element.
    public static let elementName = "shortAuthorizationToken"
    /// The elements that hold a date; `ttl` is a duration.
    public static let dateElements = ["issueTime"]

    /// The token that `text` writes.
    ///
    /// Throws: why it is none, and where.
    public init(parsing text: String, limits: XMLLimits = .default) throws(TokenError) {
        try self.init(SignedToken(parsing: text, limits: limits))
    }

    /// The token that `signed` holds.
    ///
    /// Throws: if its element is not a media token's, or its date or its `ttl` is none.
    public init(_ signed: SignedToken) throws(TokenError) {
        let root = signed.document.root
        guard root.name.isNamed(Self.elementName, in: nil) else { throw .unknownKind(name: root.name.local) }
        let fields = TokenFields(of: root, names: Self.names)
        self.signed = signed
        sessionGUID = fields.text("sessionGUID")
        requestorID = fields.text("requestorID")
        resourceID = fields.text("resourceID")
        ttl = try fields.milliseconds("ttl").map { .milliseconds($0) }
        issueTime = try fields.date("issueTime")
        mvpdID = fields.text("mvpdId")
        proxyMvpdID = fields.text("proxyMvpdId")
        unknownElements = fields.unknown
        duplicates = fields.duplicates
    }

    private static let names = [
        "sessionGUID", "requestorID", "resourceID", "ttl", "issueTime", "mvpdId", "proxyMvpdId",
    ]
}

extension MediaToken {
    /// The text of a new token, attribute-free and on one line, in the documented order.
    ///
    /// Of the life a part of a millisecond is dropped, and less than nothing becomes nothing; `signing` makes the
    /// signature's bytes from the payload's text.
    public static func text(
        sessionGUID: String,
        requestorID: String,
        resourceID: String,
        ttl: Duration,
        issueTime: TokenDate,
        mvpdID: String,
        proxyMvpdID: String? = nil,
        signing: (_ payload: String) -> [UInt8]
    ) -> String {
        var payload = "<\(elementName)>"
        payload.reserveCapacity(512)
        payload.appendTokenElement("sessionGUID", sessionGUID)
        payload.appendTokenElement("requestorID", requestorID)
        payload.appendTokenElement("resourceID", resourceID)
        payload.appendTokenElement("ttl", String(max(0, milliseconds(ttl))))
        payload.appendTokenElement("issueTime", issueTime.text)
        payload.appendTokenElement("mvpdId", mvpdID)
        payload.appendTokenElement("proxyMvpdId", proxyMvpdID)
        payload += "</\(elementName)>"
        return SignedToken.text(payload: payload, signing: signing)
    }
}

/// Whole milliseconds of a duration, saturating.
package func milliseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return overflow || carry ? (seconds < 0 ? .min : .max) : sum
}
