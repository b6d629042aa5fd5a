/// The sender of a request: what the network and the cookies show a server.
public struct ClientConnection: Hashable, Sendable {
    /// The address the request came from; the throttle counts by it.
    public var address: String
    /// Stands for the client's cookies: an app and its web view share them.
    public var cookies: String

    /// A connection of this address and these cookies.
    public init(address: String, cookies: String) {
        self.address = address
        self.cookies = cookies
    }
}
