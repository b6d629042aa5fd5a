import Exchanges
import Tokens

/// A resource as a request names it: a plain id, or an MRSS document that may say no more than that (§7.15).
public struct MRSSResource: Hashable, Sendable {
    /// The resource as it came.
    public var text: String

    /// The resource of this text.
    public init(_ text: String) { self.text = text }

    /// The resource an AuthZ token is for, as its `simpleTokenResourceID` has it; nil if it has none.
    public init?(inToken token: String) {
        guard let text = token.between("<simpleTokenResourceID>", "</simpleTokenResourceID>") else { return nil }
        self.text = TokenText.unescapedOnce(text)
    }

    /// The `guid` of the document's item, by which clients keep tokens (access-enabler.md §14.3); nil if it has none.
    public var guid: String? {
        guard text.utf8.contains(UInt8(ascii: "<")), let guid = text.between("<guid>", "</guid>"), !guid.isEmpty else {
            return nil
        }
        return TokenText.unescapedOnce(guid)
    }

    /// What people and caches call the resource: the ``guid`` of a document that has one, else the ``canonical`` form.
    public var name: String { guid ?? canonical }

    /// The plain id, if the document holds a channel's title and nothing more; else the text as it came.
    ///
    /// `TNT` and `<rss version="2.0"><channel><title>TNT</title></channel></rss>` are the same resource.
    public var canonical: String {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
        var rest = Substring(text).utf8
        rest.skipBlanks()
        guard rest.skip("<rss"), let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return text }
        rest = rest[rest.index(after: close)...]
        for tag in ["<channel>", "<title>"] {
            rest.skipBlanks()
            guard rest.skip(tag) else { return text }
        }
        guard let end = rest.firstIndex(of: UInt8(ascii: "<")) else { return text }
        let title = rest[..<end]
        rest = rest[end...]
        for tag in ["</title>", "</channel>", "</rss>"] {
            rest.skipBlanks()
            guard rest.skip(tag) else { return text }
        }
        rest.skipBlanks()
        return rest.isEmpty ? TokenText.unescapedOnce(String(Substring(title))) : text
    }
}

extension Substring.UTF8View {
    fileprivate mutating func skip(_ prefix: String) -> Bool {
        guard starts(with: prefix.utf8) else { return false }
        self = dropFirst(prefix.utf8.count)
        return true
    }

    fileprivate mutating func skipBlanks() { self = drop { isBlank($0) } }
}

extension String {
    /// What stands between the first `start` and the first `end` after it.
    func between(_ start: String, _ end: String) -> String? {
        let bytes = Array(utf8)
        guard let opening = bytes.place(of: Array(start.utf8), from: 0) else { return nil }
        let first = opening + start.utf8.count
        guard let last = bytes.place(of: Array(end.utf8), from: first) else { return nil }
        return String(decoding: bytes[first..<last], as: UTF8.self)
    }
}

extension [UInt8] {
    /// Where `mark` stands first, at `start` or later; quicker than the general search of the standard library.
    fileprivate func place(of mark: [UInt8], from start: Int) -> Int? {
        guard let head = mark.first else { return start }
        var index = start
        while index + mark.count <= count {
            if self[index] == head, self[index..<index + mark.count].elementsEqual(mark) { return index }
            index += 1
        }
        return nil
    }
}
