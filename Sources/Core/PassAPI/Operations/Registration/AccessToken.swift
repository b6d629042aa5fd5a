import Documents
import Tokens
public import VirtualTime

extension OperationSpecification {
    // dcr/apis/dynamic-client-registration-apis-retrieve-access-token.md; rest-api-v1.md §3.2
    static let accessToken = Row(.accessToken, .clientRegistration, "POST /o/client/token", for: .accessToken) {
        $0.adobeName = "Access Token Request"
        $0.answer = .document(.json) { .accessToken($0) }
        let made = InstantField(name: "created_at", form: .millisecondsOrSeconds)
        let expires = InstantField(name: "expires_in", form: .secondsAfter("created_at"))
        $0.grants = [.issues(.accessToken, text: "access_token", made: made, expires: expires)]
        $0.parameters = [
            .carried("grant_type", [.form, .query], isRequired: true),
            .carried("client_id", [.form, .query], isRequired: true),
            .carried("client_secret", [.form, .query], isRequired: true, holds: .secret), .deviceInformation,
        ]
    }
}

/// An access token and how long it lives (rest-api-v1.md §3.2).
public struct AccessToken: Hashable, Sendable {
    /// The token, to be taken as opaque.
    public var token: String
    /// `token_type` as it came: `bearer`.
    public var tokenType: String
    /// The time at which it was made: milliseconds today, seconds in old samples, as it came.
    public var createdAt: Int64?
    /// The number of seconds that it lives.
    public var expiresIn: Int64?
    /// The answer's own id, where there is one.
    public var id: String?

    /// A token with these parts.
    public init(
        token: String,
        tokenType: String = "bearer",
        createdAt: Int64? = nil,
        expiresIn: Int64? = nil,
        id: String? = nil
    ) {
        self.token = token
        self.tokenType = tokenType
        self.createdAt = createdAt
        self.expiresIn = expiresIn
        self.id = id
    }

    /// The time at which it was made, as an instant; nil if it is not stated.
    ///
    /// ``createdAt`` is milliseconds today and seconds in old samples (rest-api-v1.md §3.2): numbers below 10^11 are
    /// seconds, which in milliseconds would be a day of 1973.
    public var created: Instant? {
        createdAt.map { number in
            number < 100_000_000_000 ? Instant(secondsSince1970: number) : Instant(millisecondsSince1970: number)
        }
    }
}

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

    /// Returns the expiration that a token of before states; nil if it states none.
    public static func expiration(of token: String) -> Instant? { (try? JSONWebToken(parsing: token))?.expiry }
}

extension AccessToken: JSONPayload {
    package static let shape = ResponseShape("access_token", "token_type")

    init(reading node: AnswerNode) throws(AnswerFailure) {
        self.init(
            token: try node.required("access_token"),
            tokenType: node.string("token_type") ?? "bearer",
            createdAt: node.integer("created_at"),
            expiresIn: node.integer("expires_in"),
            id: node.string("id")
        )
    }

    func json(_ choices: WireChoices) -> JSONObject {
        .answer([
            ("id", .text(id)), ("access_token", .string(token)), ("token_type", .string(tokenType)),
            ("created_at", .integer(createdAt)), ("expires_in", .integer(expiresIn)),
        ])
    }
}

extension AccessToken {
    func grants(_ issue: GrantSpecification.Issue) -> [Grant] {
        guard issue.kind == .accessToken else { return [] }
        var grant = Grant(issue)
        (grant.text, grant.made) = (token, created)
        let lifetime = expiresIn.map { Duration.seconds(max(0, $0)) }
        if let created, let lifetime { grant.expires = created + lifetime } else { grant.lifetime = lifetime }
        return [grant]
    }
}
