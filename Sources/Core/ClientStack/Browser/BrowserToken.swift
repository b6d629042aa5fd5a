import Tokens
import VirtualTime

/// A cached token as a browser client reads it: its text, and what it takes from it.
struct BrowserToken: Hashable, Sendable {
    let text: String
    /// The instant of its end by its own word.
    let expiry: Instant?
    var guid: String?
    var mvpd: String?
    var nameID: String?
    var sessionIndex: String?

    /// An AuthN token; nil if the text is none.
    init?(authentication text: String) {
        guard let token = try? AuthenticationToken(parsing: text) else { return nil }
        self.text = text
        expiry = token.expiry
        guid = token.guid
        mvpd = token.msoID
        nameID = token.nameID
        sessionIndex = token.sessionIndex
    }

    /// An AuthZ token; nil if the text is none.
    init?(authorization text: String) {
        guard let token = try? AuthorizationToken(parsing: text) else { return nil }
        self.text = text
        expiry = token.expiry
    }

    /// Checks whether it may still be used; one that does not state its end may not.
    ///
    /// In the very second of its end it is over, as for yt-dlp (access-enabler.md §14.3).
    func isGood(at now: Instant) -> Bool { expiry.map { now < $0 } ?? false }
}
