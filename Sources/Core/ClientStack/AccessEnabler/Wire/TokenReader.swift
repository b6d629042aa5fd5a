import Tokens

/// Reads AuthN tokens, the one read last from memory: the same token is looked at again and again.
struct TokenReader: Hashable, Sendable {
    private var last: Reading?
    private var lastGUID: HashedGUID?

    /// The facts that the flows need beyond what storage keeps beside a token.
    struct Reading: Hashable, Sendable {
        let text: String
        let nameID: String?
        let sessionIndex: String?
        /// The MVPD's channel line-up, in lower case.
        let lineUp: Set<String>
    }

    private struct HashedGUID: Hashable, Sendable {
        let guid: String
        let hash: String
    }

    /// The token's GUID as tracking data carry it; nothing has to be read for that.
    mutating func hashedGUID(of token: StoredToken) -> String {
        let guid = token.guid ?? ""
        if let lastGUID, lastGUID.guid == guid { return lastGUID.hash }
        let hash = MD5Text.of(guid)
        lastGUID = HashedGUID(guid: guid, hash: hash)
        return hash
    }

    mutating func read(_ token: StoredToken) -> Reading {
        if let last, last.text == token.text { return last }
        let parsed = try? AuthenticationToken(parsing: token.text)
        let reading = Reading(
            text: token.text,
            nameID: parsed?.nameID,
            sessionIndex: parsed?.sessionIndex,
            lineUp: Set((parsed?.authorizedResources ?? []).map { $0.lowercased() })
        )
        last = reading
        return reading
    }
}
