import Documents
import Exchanges
import Tokens

/// A resource as a request names it: a plain id, or an MRSS document that may say no more than that (§7.15).
public struct MRSSResource: Hashable, Sendable {
    /// The resource as it came.
    public var text: String

    /// The resource of this text.
    public init(_ text: String) { self.text = text }

    /// The resource of a parameter: the document itself, or its Base64, as `tvs/v1/sign` takes it (observed).
    public init(parameter: String) {
        // Base64 of `<rss`: no plain id is decoded by accident.
        guard parameter.hasPrefix("PHJzc"), let bytes = try? Base64.decode(parameter) else {
            self.init(parameter)
            return
        }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    /// The resource an AuthZ token is for, as its `simpleTokenResourceID` has it; nil if it has none.
    public init?(inToken token: String) {
        guard let text = token.between("<simpleTokenResourceID>", "</simpleTokenResourceID>") else { return nil }
        self.text = TokenText.unescapedOnce(text)
    }

    /// The `guid` of the document's item, by which clients keep tokens (access-enabler.md §14.3); nil if it has none.
    public var guid: String? {
        guard text.utf8.contains(UInt8(ascii: "<")), var rest = text.between("<guid", "</guid>")?.utf8[...],
            let close = rest.firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        // `<guide>` is another element; attributes, `isPermaLink` for one, are not.
        guard close == rest.startIndex || rest.first.map(isWhiteSpace) == true else { return nil }
        rest = rest[rest.index(after: close)...]
        guard let guid = Self.content(of: rest), !guid.isEmpty else { return nil }
        return guid
    }

    /// Returns the text inside an element: character data sections as they are, the rest without escapes; nil if there
    /// are elements in it.
    ///
    /// Templates that take any title have it in such a section: `<![CDATA[KITE1]]>` is KITE1.
    private static func content(of inside: Substring.UTF8View) -> String? {
        guard inside.contains(UInt8(ascii: "<")) else { return TokenText.unescapedOnce(String(Substring(inside))) }
        var rest = inside.trimmed
        var content = ""
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            content += TokenText.unescapedOnce(String(Substring(rest[..<start])))
            rest = rest[start...]
            guard rest.skip("<![CDATA["), let end = rest.start(of: "]]>") else { return nil }
            content += String(Substring(rest[..<end]))
            rest = rest[end...].dropFirst("]]>".utf8.count)
        }
        return content + TokenText.unescapedOnce(String(Substring(rest)))
    }

    /// The name of the resource for people and caches: the ``guid`` of a document that has one, else the ``canonical``
    /// form.
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
        guard let end = rest.start(of: "</title>"), let title = Self.content(of: rest[..<end]) else { return text }
        rest = rest[end...]
        for tag in ["</title>", "</channel>", "</rss>"] {
            rest.skipBlanks()
            guard rest.skip(tag) else { return text }
        }
        rest.skipBlanks()
        return rest.isEmpty ? title : text
    }
}

extension Substring.UTF8View {
    fileprivate mutating func skip(_ prefix: String) -> Bool {
        guard starts(with: prefix.utf8) else { return false }
        self = dropFirst(prefix.utf8.count)
        return true
    }

    fileprivate mutating func skipBlanks() { self = drop { isWhiteSpace($0) } }

    /// Without the blanks at both ends.
    fileprivate var trimmed: Self {
        var rest = self
        rest.skipBlanks()
        while let last = rest.last, isWhiteSpace(last) { rest.removeLast() }
        return rest
    }

    /// Returns the index at which `mark` is first.
    fileprivate func start(of mark: String) -> Index? {
        var rest = self
        while let first = mark.utf8.first, let found = rest.firstIndex(of: first) {
            rest = rest[found...]
            if rest.starts(with: mark.utf8) { return found }
            rest = rest.dropFirst()
        }
        return nil
    }
}

extension String {
    /// Returns the text between the first `start` and the first `end` after it.
    func between(_ start: String, _ end: String) -> String? {
        let bytes = Array(utf8)
        guard let opening = bytes.place(of: Array(start.utf8), from: 0) else { return nil }
        let first = opening + start.utf8.count
        guard let last = bytes.place(of: Array(end.utf8), from: first) else { return nil }
        return String(decoding: bytes[first..<last], as: UTF8.self)
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// Returns the place of the first `mark`, at `start` or later; quicker than the general search of the standard
    /// library.
    func place(of mark: [UInt8], from start: Int) -> Int? {
        guard let head = mark.first else { return start }
        var index = start
        while index + mark.count <= endIndex {
            if self[index] == head, self[index..<index + mark.count].elementsEqual(mark) { return index }
            index += 1
        }
        return nil
    }
}
