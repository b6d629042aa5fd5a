public import Documents
import Tokens
public import VirtualTime

/// What an identity service of the Programmer says of the user, as `AD-Service-Token` tells Adobe: a JSON Web Token
/// (rest-api-v2.md §3.5).
public struct ServiceToken: Hashable, Sendable {
    public static let header = "AD-Service-Token"

    /// Its claims in order: `iss` the identity service, `sub` the user, `aud` Adobe.
    public var claims: JSONObject
    public var notBefore: Instant?
    /// The instant of its end; nil where it names none.
    public var expires: Instant?

    /// The user's id at the identity service.
    public var subject: String? { claims["sub"]?.string }

    /// The token in a header's value; nil if it cannot be read.
    public init?(decoding value: String) {
        guard let token = try? JSONWebToken(parsing: value) else { return nil }
        (claims, notBefore, expires) = (token.unverifiedClaims, token.notBefore, token.expiry)
    }

    /// A token for a user from an identity service of no particular name.
    public init(subject: String) {
        claims = ["iss": .string("identity"), "sub": .string(subject), "aud": .string("Adobe")]
    }

    /// The life of the tokens in the documents' sample (§10).
    public static let life = Duration.seconds(3_600)

    /// The same user's next token, issued at `now` for as long as this one was, if it says.
    public func renewed(at now: Instant) -> ServiceToken {
        var next = self
        let issued = claims["iat"]?.number.flatMap { Instant(numericDate: $0) } ?? notBefore
        var life = Self.life
        if let issued, let expires, expires > issued { life = expires - issued }
        // Its claims are in whole seconds.
        let start = Instant(secondsSince1970: now.secondsSince1970)
        let end = start + .seconds(max(1, life.components.seconds))
        func set(_ claim: String, _ instant: Instant) {
            next.claims[claim] = .number(JSONNumber(instant.secondsSince1970))
        }
        set("iat", start)
        if notBefore != nil { (next.notBefore, _) = (start, set("nbf", start)) }
        next.expires = end
        set("exp", end)
        return next
    }

    /// The header's value with a signature, which is made of the text before it.
    public func headerValue(signedBy sign: (String) -> [UInt8]) -> String {
        let header: JSONObject = ["typ": .string("JWT"), "alg": .string("RS256")]
        let text = [header, claims]
            .map { Base64.encode(JSONValue.object($0).serializedBytes, alphabet: .urlSafe, padding: false) }
            .joined(separator: ".")
        return text + "." + Base64.encode(sign(text), alphabet: .urlSafe, padding: false)
    }
}
