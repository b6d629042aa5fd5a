/// A string or number of JSON, where it stands.
package struct JSONLeaf: Hashable, Sendable {
    /// The name of the member that it is the value of, or an element of the value of; nil outside objects.
    package var name: String?
    /// The number of names around it, its own included.
    package var depth: Int
    /// The place of the number, or of what is between the quotes.
    package var range: Range<Int>
    /// True for a string.
    package var isString: Bool

    /// Visits every string and number of `text` in order, with the names around it and its own at their end.
    ///
    /// The walk is lenient, since recordings hold JSON with slips (rest-api-v1.md §2, §5): it follows quotes and brackets
    /// and minds neither commas nor what is malformed.
    package static func visit(_ text: [UInt8], _ body: (_ leaf: JSONLeaf, _ path: [String]) -> Void) {
        var walk = JSONWalk(text)
        walk.visit(body)
    }
}

private struct JSONWalk {
    private let text: [UInt8]
    private var index = 0
    private var path: [String] = []
    /// For each open object or array: true if a name within it stands at the end of the path.
    private var hasName: [Bool] = []
    private var unfollowed = 0

    /// Objects and arrays inside each other whose names are followed.
    private static let maximumNesting = 128

    init(_ text: [UInt8]) {
        self.text = text
        path.reserveCapacity(4)
        hasName.reserveCapacity(4)
    }

    mutating func visit(_ body: (JSONLeaf, [String]) -> Void) {
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\""):
                let range = skipString()
                if isColonNext {
                    enter(range)
                } else {
                    body(leaf(range, isString: true), path)
                }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let start = index
                while index < text.count, isOfNumber(text[index]) { index += 1 }
                body(leaf(start..<index, isString: false), path)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if hasName.count < Self.maximumNesting { hasName.append(false) } else { unfollowed += 1 }
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if unfollowed > 0 {
                    unfollowed -= 1
                } else if hasName.popLast() == true {
                    path.removeLast()
                }
                index += 1
            default: index += 1
            }
        }
    }

    private func leaf(_ range: Range<Int>, isString: Bool) -> JSONLeaf {
        JSONLeaf(name: path.last, depth: path.count, range: range, isString: isString)
    }

    /// A member's name: what it holds comes next.
    private mutating func enter(_ range: Range<Int>) {
        guard unfollowed == 0, let last = hasName.indices.last else { return }
        if hasName[last] { path.removeLast() }
        hasName[last] = true
        let isPlain = !text[range].contains(UInt8(ascii: "\\"))
        path.append(String(decoding: isPlain ? text[range] : SpelledText(text, range, .json).bytes[...], as: UTF8.self))
    }

    /// Passes over a string and answers what is between its quotes.
    private mutating func skipString() -> Range<Int> {
        let start = index + 1
        let end = Self.endOfString(in: text.span, from: start)
        index = min(end + 1, text.count)
        return start..<end
    }

    /// The place of the quote that ends a string, or the end: most of a text is in its strings.
    private static func endOfString(in bytes: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while true {
            end = bytes.place(of: UInt8(ascii: "\""), or: UInt8(ascii: "\\"), from: end)
            guard end < bytes.count, bytes[end] == UInt8(ascii: "\\") else { return end }
            end += 2
        }
    }

    private var isColonNext: Bool { text[index...].first { !isSpace($0) } == UInt8(ascii: ":") }

    private func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: isDigit(byte)
        }
    }
}
