import Checkout
@testable import Documents
import Foundation
import Testing
import VirtualTime

/// Both readings of one document: ``MarkupReader``'s, and libxml2's.
struct BothReadings {
    let fast: XMLDocument?
    let slow: Result<XMLDocument, any Error>

    init(_ bytes: [UInt8], _ limits: XMLLimits = .default) {
        fast = MarkupReader.document(of: bytes, limits: limits)
        slow = Result { try XMLDocument(XMLInput(bytes, limits: limits), limits: limits) }
    }

    init(_ text: String, _ limits: XMLLimits = .default) { self.init(Array(text.utf8), limits) }

    /// True if the fast reading is the same, byte for byte, or there is none.
    var agree: Bool {
        guard let fast else { return true }
        guard case .success(let slow) = slow else { return false }
        return slow == fast && "\(slow)".utf8.elementsEqual("\(fast)".utf8)
    }
}

@Suite("One document has one reading, with libxml2 and without")
struct MarkupAgreementTests {
    @Test("all recorded documents are read alike")
    func recordings() throws {
        let root = Checkout.top.appending(path: "Recordings")
        let files = try #require(
            FileManager.default.enumerator(at: root.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
        )
        var count = 0
        for case let file as URL in files where file.pathExtension == "xml" {
            let bytes = Array(try Data(contentsOf: file))
            count += 1
            #expect(BothReadings(bytes).agree, "\(file.lastPathComponent)")
            let windows = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
            #expect(BothReadings(windows).agree, "\(file.lastPathComponent) with carriage returns")
        }
        #expect(count > 30)
    }

    @Test("generated documents are read alike, and most of them fast")
    func generated() {
        var maker = MarkupMaker(seed: 1)
        var fastCount = 0
        for _ in 0..<4_000 {
            let text = maker.document()
            let both = BothReadings(text)
            #expect(both.agree, "\(text.debugDescription)")
            if both.fast != nil { fastCount += 1 }
        }
        #expect(fastCount > 2_000)
    }

    @Test("spoilt documents are read alike")
    func mutated() {
        var maker = MarkupMaker(seed: 2)
        var refusedCount = 0
        for _ in 0..<1_500 {
            let original = Array(maker.document().utf8)
            for _ in 0..<8 {
                let bytes = maker.spoilt(original)
                let both = BothReadings(bytes)
                #expect(both.agree, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
                if case .failure = both.slow { refusedCount += 1 }
            }
        }
        #expect(refusedCount > 3_000)
    }

    @Test("limits are kept alike")
    func limits() {
        var maker = MarkupMaker(seed: 3)
        for _ in 0..<3_000 {
            let text = maker.document()
            let limits = maker.limits()
            #expect(BothReadings(text, limits).agree, "\(text.debugDescription) \(limits)")
        }
    }
}

/// Makes documents, and spoils them, from a seed.
struct MarkupMaker {
    private var generator: SeededGenerator
    private var depth = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// A number below `bound`.
    mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    mutating func one(of choices: [String]) -> String { choices[number(choices.count)] }

    /// A document, which need not be well-formed.
    mutating func document() -> String {
        let declaration = one(of: [
            "", "", "", "<?xml version=\"1.0\"?>", "<?xml version='1.0' encoding='UTF-8'?>\n", "\u{FEFF}",
            "<?xml version=\"1.0\"  encoding=\"utf-8\" standalone=\"yes\" ?>", "<?xml version='1.1'?>",
        ])
        depth = 0
        return declaration + outside() + element() + outside()
    }

    /// Limits of which some are narrow.
    mutating func limits() -> XMLLimits {
        var limits = XMLLimits.default
        if number(3) == 0 { limits.depth = number(5) }
        if number(3) == 0 { limits.attributesPerElement = number(5) }
        if number(3) == 0 { limits.namespacesInScope = number(4) }
        if number(3) == 0 { limits.namespaceBytes = number(8) }
        if number(3) == 0 { limits.textBytes = number(20) }
        if number(3) == 0 { limits.nameBytes = number(6) }
        if number(3) == 0 { limits.nodes = number(12) }
        if number(3) == 0 { limits.totalBytes = number(300) }
        return limits
    }

    /// `bytes` with a few of them changed, taken out or put in.
    mutating func spoilt(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...number(2) {
            let index = number(bytes.count + 1)
            let piece = Array(one(of: Self.pieces).utf8)
            switch number(4) {
            case 0: bytes.insert(contentsOf: piece, at: index)
            case 1: bytes.replaceSubrange(index..<min(bytes.count, index + piece.count), with: piece)
            case 2: bytes.removeSubrange(index..<min(bytes.count, index + 1 + number(3)))
            default: if index < bytes.count { bytes[index] = UInt8(truncatingIfNeeded: number(256)) }
            }
        }
        return bytes
    }

    private static let pieces = [
        "<", ">", "/", "\"", "'", "=", "&", ";", "]", "]]>", "--", "-->", "<!--", "<![CDATA[", "<?p ", "?>", "\n", "\r",
        "\r\n", "\t", " ", "\u{1}", "\u{7F}", "\u{80}", "é", "€", "😀", "\u{FFFE}", "\u{FFFF}", "&lt;", "&#13;", "&#x;",
        "&#38;", "&#60;", "&nbsp;", "&#xD800;", "&#0;", ":", "xmlns", " xmlns:p=\"u:x\"", " xmlns=\"\"", " xml:id='1'",
        "</a>", "<a>", "<p:a/>", "<!DOCTYPE a>", "xml", "#", "//", "%", " a='1'", "1", "_", ".", "-",
    ]

    private mutating func outside() -> String {
        var text = ""
        while number(4) == 0 { text += one(of: ["\n", " ", "<!--x-->", "<?q r?>", "\r\n", comment(), instruction()]) }
        return text
    }

    private mutating func blanks() -> String { one(of: [" ", " ", " ", "\n", "\t", "  ", "\r\n "]) }

    private mutating func name() -> String {
        if number(40) == 0 { return one(of: ["é", "xmlns", "a:b:c", "1", "undeclared:a", "xml:lang", "p:"]) }
        let local = one(of: ["a", "b", "c", "Attribute", "a-b.c_d", "_1", "AttributeStatementOfLength", "b2"])
        return one(of: ["", "", "", "", "p:", "q:", "samlp:", "longprefix9:"]) + local
    }

    /// Names with a number, so that most are there once in their tag.
    private mutating func attributeName(_ index: Int) -> String { number(20) == 0 ? name() : name() + "\(index)" }

    private mutating func element() -> String {
        depth += 1
        defer { depth -= 1 }
        let tag = name()
        var text = "<" + tag
        if depth == 1 {
            text +=
                " xmlns:p='urn:p:x' xmlns:samlp=\"http://h.example/2000/09/x#\" xmlns:q='u:q' xmlns:longprefix9='u:l'"
        } else if number(3) == 0 {
            text += blanks() + one(of: ["xmlns:q", "xmlns:longprefix9", "xmlns", "xmlns:p"]) + "=\"" + uri() + "\""
        }
        var count = 0
        while number(2) == 0 {
            text += blanks() + attributeName(count) + one(of: ["=", "=", " = ", "\n="]) + value()
            count += 1
        }
        text += one(of: ["", "", " ", "\n"])
        if number(5) == 0 { return text + "/>" }
        text += ">"
        while depth < 6, number(3) > 0 {
            switch number(8) {
            case 0: text += comment()
            case 1: text += "<![CDATA[" + one(of: ["", "]", "]]", "x\n", "<&>", "é\r\n", "\u{FFFD}"]) + "]]>"
            case 2: text += instruction()
            case 3, 4: text += element()
            default: text += characters()
            }
        }
        return text + "</" + tag + one(of: ["", "", "", " ", "\n"]) + ">"
    }

    private mutating func uri() -> String {
        guard number(8) == 0 else {
            return one(of: ["u:x", "urn:oasis:names:tc:SAML:2.0:protocol", "http://www.w3.org/2000/09/xmldsig#"])
        }
        return one(of: [
            "", "relative", "a b", "http://h:80/x", "http://h:x", "u:x#a#b", "1:x", "u:%41", "u:%", "http://h/é",
            "u:a&amp;b", "u_v:x", "u:", "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/", "//x",
            "u:/x//y", "u:x?y", "u:[", "http://h_1/", "http://1.2.3.4/", "http://256.1.1/", "http://a@b/", "u:_", "u:1",
        ])
    }

    private mutating func value() -> String {
        let quote = one(of: ["'", "\""])
        var text = ""
        while number(3) > 0 {
            text += one(of: [
                "x", "long enough for several words", "&lt;", "&amp;", "&#38;", "&quot;", "\n", "\t", "\r\n", "é", "😀",
                "&#10;", "&#x20AC;", ">", "]]>", "&#9;", "-", quote == "'" ? "\"" : "'",
            ])
        }
        return quote + text + quote
    }

    private mutating func characters() -> String {
        one(of: [
            "x", " ", "\n    ", "text of some length, over several words", "&lt;&gt;&apos;", "&amp;amp;", "]", "]]",
            "]&gt;",
            "\r\n\r", "é€😀", "&#13;", "&#x1F600;", "\u{7F}", "\u{FFFD}", "\u{10FFFF}", ">", "\"'", "\t",
        ])
    }

    private mutating func comment() -> String {
        "<!--" + one(of: ["", " ", "x", "-x", "a - b", "\n", "é", "<a>&b;"]) + "-->"
    }

    private mutating func instruction() -> String {
        "<?" + one(of: ["p", "p1", "x", "target", "xm", "a-b"])
            + one(of: ["", " ", " d", "\n\td ?", " é>", "  a=\"b\""]) + "?>"
    }
}
