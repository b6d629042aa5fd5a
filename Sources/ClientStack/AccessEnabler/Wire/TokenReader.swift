import Tokens

/// Reads AuthN tokens, the one read last from memory: the same token is looked at again and again.
struct TokenReader: Hashable, Sendable {
    private var last: Reading?

    /// What the flows want to know beyond what storage keeps beside a token.
    struct Reading: Hashable, Sendable {
        let text: String
        let nameID: String?
        let sessionIndex: String?
        /// The MVPD's channel line-up, in lower case.
        let lineUp: Set<String>
        /// The GUID as tracking data carry it.
        let hashedGUID: String
    }

    mutating func read(_ token: StoredToken) -> Reading {
        if let last, last.text == token.text { return last }
        let parsed = try? AuthenticationToken(parsing: token.text)
        let reading = Reading(
            text: token.text,
            nameID: parsed?.nameID,
            sessionIndex: parsed?.sessionIndex,
            lineUp: Set((parsed?.authorizedResources ?? []).map { $0.lowercased() }),
            hashedGUID: MD5Text.of(token.guid ?? "")
        )
        last = reading
        return reading
    }
}
