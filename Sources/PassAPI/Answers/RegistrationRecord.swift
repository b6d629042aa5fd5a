public import Documents
public import VirtualTime

/// A registration code and what belongs to it (rest-api-v1.md §6.1).
public struct RegistrationRecord: Hashable, Sendable {
    /// The record's id; not to be validated as a UUID.
    public var id: String
    /// The code the user types.
    public var code: String
    /// The requestor it was made for.
    public var requestor: String
    /// The preselected MVPD, if one was.
    public var mvpd: String?
    /// When it was made.
    public var generated: Instant?
    /// When it ends.
    public var expires: Instant?
    /// The `info` object as it came.
    public var info: JSONObject

    /// A record with these parts.
    public init(
        id: String,
        code: String,
        requestor: String,
        mvpd: String? = nil,
        generated: Instant? = nil,
        expires: Instant? = nil,
        info: JSONObject = [:]
    ) {
        self.id = id
        self.code = code
        self.requestor = requestor
        self.mvpd = mvpd
        self.generated = generated
        self.expires = expires
        self.info = info
    }
}
