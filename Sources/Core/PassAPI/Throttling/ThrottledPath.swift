import Exchanges

/// The paths that the front end throttles (rest-api-v1.md §4), as the documentation lists them.
///
/// The list looks like one of path prefixes and is read as such: an entry covers itself and everything below, one that ends
/// with a slash only what is below. `/api/v1/authenticate` is therefore not throttled, and
/// `/api/v1/authenticate/freepreview` is. `identities`, `scopes` and `validate` are named in that list alone.
struct ThrottledPath: Hashable, Sendable {
    /// The pattern: `*` stands for one segment.
    let pattern: String

    private init(_ pattern: String) { self.pattern = pattern }

    /// Every pattern of the list.
    static let all: [ThrottledPath] = [
        "/o/client/register", "/o/client/token", "/o/client/scopes", "/o/client/validate",
        "/api/v1/tokens/usermetadata", "/api/v1/tokens/authn", "/api/v1/tokens/authz", "/api/v1/tokens/media",
        "/api/v1/mediatoken", "/api/v1/config/", "/api/v1/checkauthn", "/api/v1/logout",
        "/api/v1/authorize", "/api/v1/preauthorize", "/api/v1/authenticate/freepreview",
        "/api/v1/authenticate/", "/api/v1/identities", "/api/v1/*/profile-requests/*", "/adobe-services/config/",
        "/reggie/v1/*/regcode", "/api/v2/",
    ].map { ThrottledPath($0) }

    /// Checks whether `path` is throttled.
    static func covers(_ path: String) -> Bool {
        let segments = PathSegments(path[...]).segments
        return all.contains { $0.covers(segments) }
    }

    private func covers(_ segments: [String]) -> Bool {
        let parts = pattern.split(separator: "/")
        guard segments.count >= parts.count + (pattern.hasSuffix("/") ? 1 : 0) else { return false }
        return zip(parts, segments).allSatisfy { $0 == "*" || $0.utf8.elementsEqual($1.utf8) }
    }
}
