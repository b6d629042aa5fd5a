public import VirtualTime

/// An access token and how long it lives (rest-api-v1.md §3.2).
public struct AccessToken: Hashable, Sendable {
    /// The token, to be taken as opaque.
    public var token: String
    /// `token_type` as it came: `bearer`.
    public var tokenType: String
    /// When it was made: milliseconds today, seconds in old samples, as it came.
    public var createdAt: Int64?
    /// How many seconds it lives.
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

    /// When it was made, as an instant; nil where nobody said.
    ///
    /// ``createdAt`` is milliseconds today and seconds in old samples (rest-api-v1.md §3.2): numbers below 10^11 are
    /// seconds, which in milliseconds would be a day of 1973.
    public var created: Instant? {
        createdAt.map { number in
            number < 100_000_000_000 ? Instant(secondsSince1970: number) : Instant(millisecondsSince1970: number)
        }
    }
}
