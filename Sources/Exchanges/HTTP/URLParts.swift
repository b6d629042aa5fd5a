/// An absolute URL taken apart without changing a byte of it: joining the parts gives the URL back.
public struct URLParts: Hashable, Sendable {
    /// `https`, as written; empty if there is none.
    public var scheme: String
    /// Host and port, as written, without user information.
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
        var rest = Substring(url).utf8
        if let index = rest.firstIndex(of: UInt8(ascii: "#")) {
            fragment = String(Substring(rest[rest.index(after: index)...]))
            rest = rest[..<index]
        }
        if let index = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = String(Substring(rest[rest.index(after: index)...]))
            rest = rest[..<index]
        }
        guard let separator = rest.schemeSeparator else {
            scheme = ""
            authority = ""
            path = String(Substring(rest))
            return
        }
        scheme = String(Substring(rest[..<separator.lowerBound]))
        let afterScheme = rest[separator.upperBound...]
        let slash = afterScheme.firstIndex(of: UInt8(ascii: "/")) ?? afterScheme.endIndex
        authority = String(Substring(afterScheme[..<slash]))
        path = String(Substring(afterScheme[slash...]))
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
        let afterUser = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if afterUser.hasPrefix("["), let end = afterUser.firstIndex(of: "]") {
            return afterUser[...end].lowercased()
        }
        return (afterUser.split(separator: ":", omittingEmptySubsequences: false).first ?? "").lowercased()
    }

    /// The URL again.
    public var url: String {
        (scheme.isEmpty && authority.isEmpty ? "" : scheme + "://" + authority) + path
            + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    }
}

extension Substring.UTF8View {
    /// Where `://` first stands.
    fileprivate var schemeSeparator: Range<Index>? {
        var index = startIndex
        while let colon = self[index...].firstIndex(of: UInt8(ascii: ":")) {
            if self[colon...].starts(with: "://".utf8) { return colon..<self.index(colon, offsetBy: 3) }
            index = self.index(after: colon)
        }
        return nil
    }
}
