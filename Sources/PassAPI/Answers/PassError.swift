/// An error body: plain, enhanced, or of Dynamic Client Registration (rest-api-v1.md §3.3, §5).
public struct PassError: Error, Hashable, Sendable {
    /// The status inside the body, which may differ from HTTP's.
    public var status: Int?
    /// The code of an enhanced error, or the `error` of Dynamic Client Registration.
    public var code: String?
    /// Free text.
    public var message: String?
    /// The MVPD's text, if any.
    public var details: String?
    /// What the client is advised to do: `none`, `retry`, `authentication` and so on.
    public var action: String?
    /// Where to read more.
    public var helpURL: String?
    /// The service's id of the failed call.
    public var trace: String?

    /// An error with these parts.
    public init(
        status: Int? = nil,
        code: String? = nil,
        message: String? = nil,
        details: String? = nil,
        action: String? = nil,
        helpURL: String? = nil,
        trace: String? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.action = action
        self.helpURL = helpURL
        self.trace = trace
    }
}
