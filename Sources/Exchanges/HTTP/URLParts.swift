/// An absolute URL taken apart without changing a byte of it: joining the parts gives the URL back.
public struct URLParts: Hashable, Sendable {
    /// `https`, as written; empty if there is none.
    public var scheme: String
    /// User information, host and port, as written.
    public var authority: String
    /// The path with its leading slash, percent-encoding untouched.
    public var path: String
    /// What follows the question mark, untouched; nil without one.
    public var query: String?
    /// What follows the number sign; nil without one.
    public var fragment: String?

    /// The parts of `url`.
    public init(_ url: String) {
        // By bytes: a mark counts even where a combining character follows it, and captures hold many long URLs.
        let bytes = url.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        fragment = end == bytes.endIndex ? nil : String(url[bytes.index(after: end)...])
        let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
        query = mark == end ? nil : String(url[bytes.index(after: mark)..<end])
        let front = bytes[..<mark]
        guard let colon = front.firstIndex(of: UInt8(ascii: ":")), colon > front.startIndex,
            front[colon...].starts(with: "://".utf8)
        else {
            scheme = ""
            authority = ""
            path = String(url[..<mark])
            return
        }
        scheme = String(url[..<colon])
        let start = bytes.index(colon, offsetBy: 3)
        let slash = front[start...].firstIndex(of: UInt8(ascii: "/")) ?? mark
        authority = String(url[start..<slash])
        path = String(url[slash..<mark])
    }

    /// The query of `url`, without taking the rest apart.
    static func query(of url: String) -> Substring? {
        let bytes = url.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        guard let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) else { return nil }
        return url[bytes.index(after: mark)..<end]
    }

    /// The host in lower case, without the port and without user information.
    public var host: String {
        let bytes = authority.utf8
        let start = bytes.lastIndex(of: UInt8(ascii: "@")).map { bytes.index(after: $0) } ?? bytes.startIndex
        let afterUser = bytes[start...]
        if afterUser.first == UInt8(ascii: "["), let end = afterUser.firstIndex(of: UInt8(ascii: "]")) {
            return authority[start...end].lowercased()
        }
        let end = afterUser.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        return authority[start..<end].lowercased()
    }

    /// The URL again.
    public var url: String {
        (scheme.isEmpty && authority.isEmpty ? "" : scheme + "://" + authority) + path
            + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    }
}
