import Documents
import NIOHTTP1

/// A page of another site that has its browser send a request without `Origin`: for an image, a script or a frame (Fetch Metadata Request
/// Headers §2).
///
/// Such a request would use up a recording like an app's. Whoever follows a link, or is redirected, opens a page himself: that is how
/// logins go.
struct ForeignPage {
    /// The origin of the page, as its browser named it in `Referer`; nil if it named none.
    let origin: String?

    /// The page that sends a request with this head; nil if none does, the user opens a page, or the page may send it.
    init?(sending head: HTTPRequestHead, isAllowed: (String) -> Bool) {
        guard head.headers.first(name: "Sec-Fetch-Site") == "cross-site" else { return nil }
        let isOpened =
            head.headers.first(name: "Sec-Fetch-Mode") == "navigate"
            && head.headers.first(name: "Sec-Fetch-Dest") == "document"
        guard !isOpened else { return nil }
        let referrer = head.headers.first(name: "Referer").map { URLParts($0) }
        let named = referrer.flatMap { $0.host.isEmpty ? nil : "\($0.scheme)://\($0.hostAndPort)" }
        origin = named.map { String($0.prefix(200)) }
        if let origin, isAllowed(origin) { return nil }
    }
}
