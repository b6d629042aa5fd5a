import Documents

/// A string or number of JSON, where it stands.
struct JSONLeaf: Hashable, Sendable {
    /// The name of the member that it is the value of, or an element of the value of; nil outside objects.
    var name: String?
    /// The names around it, from the outermost object's member on, with its own at the end.
    var path: [String]
    /// The place of the number, or of what is between the quotes.
    var range: Range<Int>
    /// True for a string.
    var isString: Bool

    /// Every string and number of `text`, in order.
    ///
    /// The walk is lenient, since recordings hold JSON with slips (rest-api-v1.md §2, §5): it follows quotes and brackets
    /// and minds neither commas nor what is malformed.
    static func all(in text: [UInt8]) -> [JSONLeaf] {
        var walk = JSONWalk(text)
        return walk.leaves()
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

    init(_ text: [UInt8]) { self.text = text }

    mutating func leaves() -> [JSONLeaf] {
        var leaves: [JSONLeaf] = []
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\""):
                let range = skipString()
                if isColonNext {
                    enter(range)
                } else {
                    leaves.append(leaf(range, isString: true))
                }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let start = index
                while index < text.count, isOfNumber(text[index]) { index += 1 }
                leaves.append(leaf(start..<index, isString: false))
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
        return leaves
    }

    private func leaf(_ range: Range<Int>, isString: Bool) -> JSONLeaf {
        JSONLeaf(name: path.last, path: path, range: range, isString: isString)
    }

    /// A member's name: what it holds comes next.
    private mutating func enter(_ range: Range<Int>) {
        guard unfollowed == 0, let last = hasName.indices.last else { return }
        if hasName[last] { path.removeLast() }
        hasName[last] = true
        path.append(String(decoding: SpelledText(text, range, .json).bytes, as: UTF8.self))
    }

    /// Passes over a string and answers what is between its quotes.
    private mutating func skipString() -> Range<Int> {
        let start = index + 1
        index = start
        while index < text.count, text[index] != UInt8(ascii: "\"") {
            index = min(index + (text[index] == UInt8(ascii: "\\") ? 2 : 1), text.count)
        }
        let end = index
        index = min(index + 1, text.count)
        return start..<end
    }

    private var isColonNext: Bool { text[index...].first { !isSpace($0) } == UInt8(ascii: ":") }

    private func isOfNumber(_ byte: UInt8) -> Bool { isDigit(byte) || "+-.eE".utf8.contains(byte) }
}
