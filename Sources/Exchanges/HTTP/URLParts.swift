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
        var rest = Substring(url)
        if let index = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: index)...])
            rest = rest[..<index]
        }
        if let index = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: index)...])
            rest = rest[..<index]
        }
        guard let separator = rest.range(ofASCII: "://") else {
            scheme = ""
            authority = ""
            path = String(rest)
            return
        }
        scheme = String(rest[..<separator.lowerBound])
        let afterScheme = rest[separator.upperBound...]
        let slash = afterScheme.firstIndex(of: "/") ?? afterScheme.endIndex
        authority = String(afterScheme[..<slash])
        path = String(afterScheme[slash...])
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

extension Substring {
    fileprivate func range(ofASCII needle: String) -> Range<Index>? {
        var index = startIndex
        while index != endIndex {
            if self[index...].hasPrefix(needle) {
                return index..<self.index(index, offsetBy: needle.count)
            }
            formIndex(after: &index)
        }
        return nil
    }
}
