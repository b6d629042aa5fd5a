import Documents

/// A path with variables: `/reggie/v1/{requestor}/regcode`.
public struct PathTemplate: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The part between two slashes.
    enum Segment: Hashable, Sendable {
        case literal(String)
        case variable(String)
    }

    let segments: [Segment]

    /// The template that `text` writes, variables in braces.
    public init(_ text: String) {
        segments = text.split(separator: "/").map { part in
            part.hasPrefix("{") && part.hasSuffix("}")
                ? .variable(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
    }

    /// The template of this literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// The template as it was written.
    public var description: String {
        segments.reduce(into: "") { text, segment in
            switch segment {
            case .literal(let part): text += "/" + part
            case .variable(let name): text += "/{\(name)}"
            }
        }
    }

    /// The names of the variables, in order.
    var variables: [String] {
        segments.compactMap { if case .variable(let name) = $0 { name } else { nil } }
    }

    /// The variables' values, percent-decoded once, if the template has this path; nil if not.
    func match(_ path: PathSegments) -> [(name: String, value: String)]? {
        guard path.segments.count == segments.count else { return nil }
        for (segment, part) in zip(segments, path.segments) {
            if case .literal(let literal) = segment, ExactText(literal) != part { return nil }
        }
        var values: [(name: String, value: String)] = []
        for (segment, part) in zip(segments, path.segments) {
            if case .variable(let name) = segment { values.append((name, PercentEncoding.decode(part))) }
        }
        return values
    }

    /// The path with the variables filled in, percent-encoded once; nil if one has no value or an empty one.
    func path(_ value: (String) -> String?) -> String? {
        var path = ""
        for segment in segments {
            switch segment {
            case .literal(let literal): path += "/" + literal
            case .variable(let name):
                guard let value = value(name), !value.isEmpty else { return nil }
                path += "/" + PercentEncoding.component(value)
            }
        }
        // A value that ends like a format selector must not be taken for one.
        guard case .variable = segments.last else { return path }
        for suffix in [".json", ".xml"] where path.hasSuffix(suffix) {
            path = path.dropLast(suffix.count) + "%2E" + suffix.dropFirst()
        }
        return path
    }
}

/// A path as templates are compared with: cut at slashes, the variants that mean the same made equal.
///
/// Empty segments vanish (a double slash before `adobe-services` is tolerated), the version after `adobe-services` is
/// dropped (`/adobe-services/1.0/session`), and `.json` or `.xml` at the end is a format selector (rest-api-v1.md §1).
struct PathSegments {
    /// The segments that are compared.
    let segments: [String]
    /// The format that the path ends with.
    let format: String?

    init(_ path: Substring) {
        var parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        let isVersion = parts.count > 2 && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        if isVersion, ExactText(parts[0]) == "adobe-services" {
            parts.remove(at: 1)
        }
        var format: String?
        if let last = parts.last {
            for suffix in ["json", "xml"] {
                let ending = "." + suffix
                let length = ending.utf8.count
                guard last.utf8.count > length, last.utf8.suffix(length).elementsEqual(ending.utf8) else { continue }
                format = suffix
                parts[parts.count - 1] = String(Substring(last.utf8.dropLast(length)))
            }
        }
        segments = parts
        self.format = format
    }
}
