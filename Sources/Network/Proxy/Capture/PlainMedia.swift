import ProxyProtocol

/// The rules for exchanges that are plainly media, and so omitted unless a filter names them: they would fill the
/// recording and show nothing of a sign-on.
///
/// - Only responses to GET and HEAD are: a license request is a POST.
/// - Nothing of Adobe Pass is, whatever its type says.
/// - Only responses that succeed are, and those that state that the client's copy is fresh: that a CDN refuses a media
///   token (403), or sends a player somewhere else, is what a recording is for.
/// - `application/octet-stream` shows nothing: the path's extension decides.
/// - HLS and DASH manifests are not, although some are called `audio/mpegurl`: they are small text, and show when
///   playback began and with which token.
enum PlainMedia {
    /// Checks whether a response to such a request can be media.
    static func canBe(method: String, origin: Origin) -> Bool {
        (method == "GET" || method == "HEAD") && !isAdobePass(origin.host)
    }

    /// Returns the kind of media by the response's type, or by the path; nil if it is not media.
    ///
    /// `path` is the URL's path with its query; `status` is nil if there is no response.
    static func kind(path: String, status: Int?, contentType: String?) -> String? {
        if let status, !(200...299).contains(status), status != 304 { return nil }
        guard let type = contentType.map(essence), !type.isEmpty, !unspecific.contains(type) else {
            return extensionKind(path)
        }
        if manifests.contains(type) { return nil }
        let isMedia = families.contains { type.hasPrefix($0) } || types.contains(type)
        return isMedia ? type : nil
    }

    private static func isAdobePass(_ host: String) -> Bool {
        ["auth.adobe.com", "auth-staging.adobe.com"].contains { host == $0 || host.hasSuffix("." + $0) }
    }

    private static let families = ["video/", "audio/", "image/", "font/"]
    private static let types: Set<String> = [
        "application/mp4", "application/font-woff", "application/font-woff2", "application/x-font-ttf",
        "application/vnd.ms-fontobject", "application/x-mpegts",
    ]
    private static let unspecific: Set<String> = ["application/octet-stream", "binary/octet-stream"]
    private static let manifests: Set<String> = [
        "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl",
        "application/dash+xml", "video/vnd.mpeg.dash.mpd",
    ]
    private static let extensions: Set<String> = [
        "ts", "m4s", "m4v", "m4a", "m4f", "mp4", "cmfv", "cmfa", "cmft", "aac", "ac3", "ec3", "mp3", "webm", "mov",
        "ogg", "flac", "wav", "jpg", "jpeg", "png", "gif", "webp", "avif", "heic", "svg", "ico", "bmp", "woff", "woff2",
        "ttf", "otf", "eot",
    ]

    /// A type without its parameters, in lower case.
    private static func essence(_ type: String) -> String {
        let bare = type.utf8.prefix { $0 != UInt8(ascii: ";") }.filter { $0 != 0x20 && $0 != 0x09 }
        return String(decoding: bare, as: UTF8.self).lowercased()
    }

    private static func extensionKind(_ path: String) -> String? {
        let bytes = path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let name = bytes.suffix(8)
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let found = String(decoding: name[name.index(after: dot)...], as: UTF8.self).lowercased()
        return extensions.contains(found) ? "." + found : nil
    }
}
