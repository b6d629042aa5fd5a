import Documents
import Tokens
public import VirtualTime

/// Access tokens that nobody saw issued: a recording begins with a client that has one.
extension AccessToken {
    /// The client that a token of before was issued to, as far as the token says so (rest-api-v1.md §3.2).
    ///
    /// - Parameter token: the token's text; where it is no web token, its client is `unknown`.
    /// - Returns: the client's id.
    public static func client(of token: String) -> String {
        let subject = (try? JSONWebToken(parsing: token))?.unverifiedClaims["sub"]?.string
        return subject.flatMap { $0.isEmpty ? nil : $0 } ?? unknown
    }

    /// The secret that stands for the one which the client was given before.
    public static let unseenSecret = "not-in-the-recording"

    private static let unknown = "unknown"

    /// When a token of before says that it expires; nil where it says nothing.
    public static func expiration(of token: String) -> Instant? { (try? JSONWebToken(parsing: token))?.expiry }
}
