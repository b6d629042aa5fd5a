/// Who calls: what the network and the cookies tell a server.
public struct Caller: Hashable, Sendable {
    /// The address the request came from; the throttle counts by it.
    public var address: String
    /// Stands for the caller's cookies: an app and its web view share them.
    public var cookies: String
    /// Which HTTP host the request went to, if the client was told to use several service providers.
    public var host: String?

    /// A caller of this address and these cookies.
    public init(address: String, cookies: String, host: String? = nil) {
        self.address = address
        self.cookies = cookies
        self.host = host
    }
}
