/// The name and password a client has to give, as `Proxy-Authorization: Basic`.
public struct ProxyCredentials: Hashable, Sendable {
    /// The name.
    public var user: String
    public var password: String

    /// Credentials of these parts.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}
