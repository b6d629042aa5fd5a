import VirtualTime

/// The results of the media token verifier (tokens.md §11).
enum MediaTokenVerification: Hashable, Sendable {
    /// `VALID_TOKEN`, and until when.
    case valid(until: Instant)
    /// It is not to be played with.
    case refused(Reason)

    /// The reasons for a refusal; the raw values are the verifier's names.
    enum Reason: String, Hashable, Sendable, CaseIterable {
        /// It cannot be parsed.
        case invalidFormat = "INVALID_TOKEN_FORMAT"
        /// It is not authentic.
        case invalidSignature = "INVALID_SIGNATURE"
        /// Its TTL is over.
        case expired = "TOKEN_EXPIRED"
        /// It is for another resource.
        case otherResource = "INVALID_RESOURCE_ID"
    }
}
