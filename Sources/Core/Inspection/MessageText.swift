import Documents
import Tokens

/// A request or an answer as it goes over the wire, or the address of one alone.
struct MessageText {
    /// A request or an answer.
    var kind = InspectedKind.request
    /// The method, if there is one, and what is asked for, without its query; of an answer the version and the status.
    var known: [(name: String, value: String)] = []
    /// The part after the question mark.
    var query: [UInt8] = []
    /// The part after the number sign, which no service gets to see.
    var fragment: [UInt8] = []
    /// The part after the address or the status line: a version, headers, a body.
    var rest: [UInt8] = []
    /// True if there may be headers and a body.
    var hasHead = true

    /// The message that `content` begins with: `GET /path?name=value`, `HTTP/1.1 200 OK`, or a whole URL.
    init?(_ content: [UInt8]) {
        if readStatusLine(content) { return }
        let method = content.prefix(Self.longestMethod + 1).prefix(while: isTokenByte)
        let behind = content.dropFirst(method.count)
        if !method.isEmpty, method.count <= Self.longestMethod, behind.first == 0x20 {
            let text = behind.dropFirst()
            let target = text.prefix { !isSpace($0) }
            let version = text.dropFirst(target.count).prefix { $0 != 0x0A }
            let hasVersion = withoutOuterBlanks(Array(version)).starts(with: "HTTP/".utf8)
            let isPlain = method.allSatisfy(isUpperCase) && (target.first == UInt8(ascii: "/") || isURL(target))
            if !target.isEmpty, hasVersion || isPlain {
                known.append((name: "method", value: String(decoding: method, as: UTF8.self)))
                split(target)
                rest = Array(text.dropFirst(target.count))
                return
            }
        }
        guard isURL(content[...]) else { return nil }
        hasHead = false
        let target = content.prefix { !isSpace($0) }
        split(target)
        rest = Array(content.dropFirst(target.count))
    }

    /// Takes the address apart.
    private mutating func split(_ target: ArraySlice<UInt8>) {
        let parts = URLParts(String(decoding: target, as: UTF8.self))
        let place = parts.url[..<parts.path.endIndex]
        known.append((name: isURL(target) ? "url" : "path", value: String(place)))
        query = Array((parts.query ?? "").utf8)
        fragment = Array((parts.fragment ?? "").utf8)
    }

    private mutating func readStatusLine(_ content: [UInt8]) -> Bool {
        guard content.starts(with: "HTTP/".utf8) else { return false }
        let line = content.prefix { $0 != 0x0A }
        let version = line.prefix { !isSpace($0) }
        let status = withoutOuterBlanks(Array(line.dropFirst(version.count)))
        let code = status.prefix { !isSpace($0) }
        guard code.count == 3, code.allSatisfy(isDigit) else { return false }
        kind = .response
        known.append((name: "version", value: String(decoding: version, as: UTF8.self)))
        known.append((name: "status", value: String(decoding: status, as: UTF8.self)))
        rest = Array(content.dropFirst(line.count + 1))
        return true
    }

    /// `UPDATEREDIRECTREF` is the longest that is registered.
    private static let longestMethod = 20
}

/// The headers of a message, and what follows them.
struct MessageHead {
    /// In the order they stand; what a line was continued with is joined by a blank.
    var headers: [(name: String, value: [UInt8])] = []
    /// The name of the first header that is continued on another line.
    var folded: String?
    /// The part after the empty line.
    var body: [UInt8] = []
    /// True if all of it was a version, headers and a body.
    var isUnderstood = false

    /// The head of a message that `text` begins with, behind the version if it has one.
    init(_ text: [UInt8], hasVersion: Bool) {
        var rest = text[...]
        if hasVersion {
            let version = withoutOuterBlanks(nextLine(&rest))
            guard version.isEmpty || version.starts(with: "HTTP/".utf8), !version.contains(where: isSpace) else {
                return
            }
        }
        while !rest.isEmpty {
            let line = nextLine(&rest)
            guard let first = line.first else {
                body = Array(rest)
                break
            }
            guard isSpace(first) ? fold(line) : append(line) else { return }
        }
        isUnderstood = true
    }

    /// Adds `Name: value`; false if the line is none.
    private mutating func append(_ line: [UInt8]) -> Bool {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0, line[..<colon].allSatisfy(isTokenByte)
        else { return false }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        headers.append((name: name, value: withoutOuterBlanks(Array(line[(colon + 1)...]))))
        return true
    }

    /// Adds to the line before what begins with a blank (RFC 9112 §5.2); false if there is none.
    private mutating func fold(_ line: [UInt8]) -> Bool {
        guard let last = headers.indices.last else { return false }
        if folded == nil { folded = headers[last].name }
        headers[last].value.append(0x20)
        headers[last].value += withoutOuterBlanks(line)
        return true
    }
}

/// Takes the next line off, without its end.
private func nextLine(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    let line = rest.prefix { $0 != 0x0A }
    rest = rest.dropFirst(line.count + 1)
    return Array(line.last == 0x0D ? line.dropLast() : line)
}

private func isURL(_ text: ArraySlice<UInt8>) -> Bool {
    startsIgnoringCase(text, with: "https://") || startsIgnoringCase(text, with: "http://")
}

private func isUpperCase(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "-")
}
