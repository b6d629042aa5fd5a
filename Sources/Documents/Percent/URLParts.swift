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
        var url = url
        self = url.withUTF8 { unsafe URLParts(bytes: $0) }
    }

    /// By bytes: a mark counts even where a combining character follows it, and captures hold many long URLs.
    private init(bytes: UnsafeBufferPointer<UInt8>) {
        func text(_ range: Range<Int>) -> String {
            unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        }
        let end = unsafe bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        fragment = end == bytes.count ? nil : text(end + 1..<bytes.count)
        let mark = unsafe bytes[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
        query = mark == end ? nil : text(mark + 1..<end)
        guard let colon = unsafe bytes[..<mark].firstIndex(of: UInt8(ascii: ":")), colon > 0, colon + 3 <= mark,
            unsafe bytes[colon + 1] == UInt8(ascii: "/"), unsafe bytes[colon + 2] == UInt8(ascii: "/")
        else {
            scheme = ""
            authority = ""
            path = text(0..<mark)
            return
        }
        scheme = text(0..<colon)
        let start = colon + 3
        let slash = unsafe bytes[start..<mark].firstIndex(of: UInt8(ascii: "/")) ?? mark
        authority = text(start..<slash)
        path = text(slash..<mark)
    }

    /// The query of `url`, without taking the rest apart.
    public static func query(of url: String) -> Substring? {
        let bytes = url.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        guard let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) else { return nil }
        return url[bytes.index(after: mark)..<end]
    }

    /// The host in lower case, without the port and without user information.
    public var host: String {
        var authority = authority
        return authority.withUTF8 { bytes in
            let start = unsafe bytes.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? 0
            let afterUser = unsafe bytes[start...]
            let end =
                if unsafe afterUser.first == UInt8(ascii: "["),
                    let bracket = unsafe afterUser.firstIndex(of: UInt8(ascii: "]"))
                {
                    bracket + 1
                } else {
                    unsafe afterUser.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
                }
            return unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
                .lowercased()
        }
    }

    /// The URL again.
    public var url: String {
        (scheme.isEmpty && authority.isEmpty ? "" : scheme + "://" + authority) + path
            + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    }
}
