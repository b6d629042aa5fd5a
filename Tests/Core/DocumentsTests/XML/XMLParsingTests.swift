import Documents
import Testing

/// Well-formed documents, and what they print as.
let wellFormed: [(String, String)] = [
    ("<a/>", "<a/>"), ("<a></a>", "<a/>"), ("<?xml version=\"1.0\"?>\n<a/>\n", "<a/>"),
    ("<?xml version='1.0' encoding='utf-8' standalone=\"yes\"?><a/>", "<a/>"),
    ("<?xml version=\"1.0\" encoding=\"US-ASCII\"?><a>b</a>", "<a>b</a>"),
    ("<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>é</a>", "<a>é</a>"), ("\u{FEFF}<a/>", "<a/>"),
    ("<a>x&lt;&amp;&gt;&quot;&apos;&#65;&#x42;</a>", "<a>x&lt;&amp;&gt;\"'AB</a>"),
    (
        "<a b='1' c=\"&lt;&quot;'&#9;&#10;&#13;\" d='x\ty\nz'/>",
        "<a b=\"1\" c=\"&lt;&quot;'&#9;&#10;&#13;\" d=\"x y z\"/>"
    ),
    ("<a>1\r\n2\r3\n&#13;</a>", "<a>1\n2\n3\n&#13;</a>"),
    ("<a><![CDATA[<b>&amp;]]&gt;]]></a>", "<a><![CDATA[<b>&amp;]]&gt;]]></a>"),
    ("<a><![CDATA[]]></a>", "<a><![CDATA[]]></a>"), ("<a><![CDATA[1\r2\r\n3]]>\r</a>", "<a><![CDATA[1\n2\n3]]>\n</a>"),
    ("<a>]]&gt;</a>", "<a>]]&gt;</a>"),
    ("<a>x<!-- c -->y<?p d?>z</a>", "<a>x<!-- c -->y<?p d?>z</a>"),
    ("<!--1--><?p?><a/><!--2--><?q r s ?>", "<!--1--><?p?><a/><!--2--><?q r s ?>"),
    ("<a><!----></a>", "<a><!----></a>"),
    (
        "<a xmlns='u:x'><b xmlns=''/><c xmlns:p='u:p' p:d='1' d='2'/></a>",
        "<a xmlns=\"u:x\"><b xmlns=\"\"/><c xmlns:p=\"u:p\" p:d=\"1\" d=\"2\"/></a>"
    ),
    ("<p:a xmlns:p='urn:x'><p:b p:c='1'/></p:a>", "<p:a xmlns:p=\"urn:x\"><p:b p:c=\"1\"/></p:a>"),
    ("<a xml:lang='de'/>", "<a xml:lang=\"de\"/>"),
    // xml:id 1.0 §7: no fatal errors.
    ("<a xml:id='1'/>", "<a xml:id=\"1\"/>"),
    ("<a xml:id='b'><c xml:id='b'/></a>", "<a xml:id=\"b\"><c xml:id=\"b\"/></a>"),
    ("<é>😀</é>", "<é>😀</é>"), ("<a b='😀&amp;é'/>", "<a b=\"😀&amp;é\"/>"),
    (
        "<a><!-- <!DOCTYPE x> --><![CDATA[<!DOCTYPE x>]]><?p <!DOCTYPE x>?></a>",
        "<a><!-- <!DOCTYPE x> --><![CDATA[<!DOCTYPE x>]]><?p <!DOCTYPE x>?></a>"
    ),
    ("<a b='&lt;!DOCTYPE x&gt;'/>", "<a b=\"&lt;!DOCTYPE x&gt;\"/>"), ("<a\n b = '1'\n></a\n>", "<a b=\"1\"/>"),
    (
        "<a xsi:schemaLocation='x y' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'/>",
        "<a xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"x y\"/>"
    ),
    (
        "<?xml-stylesheet encoding='x'?><a/>", "<?xml-stylesheet encoding='x'?><a/>"
    ),
    (
        "<?xml-stylesheet href='file:///etc/passwd'?><?oasis-xml-catalog catalog=\"file:///nowhere\"?><a/>",
        "<?xml-stylesheet href='file:///etc/passwd'?><?oasis-xml-catalog catalog=\"file:///nowhere\"?><a/>"
    ),
    (
        "<a><xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='/etc/passwd' parse='text'/></a>",
        "<a><xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"/etc/passwd\" parse=\"text\"/></a>"
    ),
    // For Swift a `>` with a mark behind it is no `>`, for XML it is.
    ("<a><![CDATA[]]]]><![CDATA[>\u{338}]]></a>", "<a><![CDATA[]]]]><![CDATA[>\u{338}]]></a>"),
    ("<a><![CDATA[]]]]]><![CDATA[>]>]]></a>", "<a><![CDATA[]]]]]><![CDATA[>]>]]></a>"),
    ("<a><![CDATA[1]]><![CDATA[2]]></a>", "<a><![CDATA[12]]></a>"), ("<a> \n <b/> </a>", "<a> \n <b/> </a>"),
    ("<a ID='1' p:ID='2' xmlns:p='u:p'/>", "<a xmlns:p=\"u:p\" ID=\"1\" p:ID=\"2\"/>"),
]

/// The kinds of faults in a document.
enum Fault: Equatable {
    case empty, documentType, nul, encoding, comment, malformed, namespace, entity, trailingBytes
    case limit(String)

    init(_ error: XMLError) {
        self =
            switch error.cause {
            case .empty: .empty
            case .limit(let name, _): .limit(name)
            case .documentType: .documentType
            case .nul: .nul
            case .encoding: .encoding
            case .comment: .comment
            case .malformed: .malformed
            case .namespace: .namespace
            case .entity: .entity
            case .trailingBytes: .trailingBytes
            }
    }
}

/// Documents that are refused.
let illFormed: [(String, Fault)] = [
    ("", .empty), (" \r\n\t", .empty), ("\u{FEFF}", .empty), ("x", .malformed), ("<a>", .malformed), ("<a", .malformed),
    ("<a></b>", .malformed), ("<a/><b/>", .trailingBytes),
    ("<a/>x", .trailingBytes), ("<a b=1/>", .malformed), ("<a b/>", .malformed), ("<a b='1' b='2'/>", .malformed),
    ("<a b='<'/>", .malformed),
    ("<a b='1'c='2'/>", .malformed), ("<ab=\"c\"/>", .malformed), ("<a>]]></a>", .malformed),
    ("<a><!-- -- --></a>", .malformed), ("<a>&</a>", .malformed),
    ("<a>&#0;</a>", .malformed), ("<a>&#xD800;</a>", .malformed), ("<a>&#x110000;</a>", .malformed),
    ("<a>\u{1}</a>", .malformed), ("<a>\u{FFFE}</a>", .malformed),
    ("<a>&nbsp;</a>", .entity), ("<a b='&x;'/>", .entity), ("<p:a/>", .namespace), ("<a p:b='1'/>", .namespace),
    ("<a xmlns:p=''/>", .namespace),
    ("<a xmlns:p='u:x' xmlns:q='u:x' p:b='1' q:b='2'/>", .namespace),
    ("<a><b xmlns:p='1:x'/></a>", .namespace), ("<a xmlns:p='u:x y'/>", .namespace),
    ("<a xmlns:xmlns='u:x'/>", .namespace), ("<a xmlns:xml='u:x'/>", .namespace), ("<a/><!--><b>x-->", .comment),
    ("<a><!---><b>x--></a>", .comment), ("<a xmlns='u:x?a&amp;b'/>", .namespace),
    ("<a xmlns:p='u:x?a&#38;b'/>", .namespace),
    ("<!DOCTYPE a><a/>", .documentType),
    ("<?xml version='1.0'?><!-- x --> <!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", .documentType),
    ("<a/><!DOCTYPE a>", .documentType),
    ("<a><!DOCTYPE a></a>", .documentType), ("<!doctype a><a/>", .malformed), ("<!DOCTYPEa>", .documentType),
    (" <?xml version='1.0'?><a/>", .malformed), ("<?xml version='1.0'?>", .malformed),
    ("<?xml version='1.0' encoding='ISO-8859-1'?><a/>", .encoding),
    ("<?xml version='1.0' encoding='UTF-7'?><a/>", .encoding), ("<?xml version='1.0' encoding='SCSU'?><a/>", .encoding),
    ("<?xml version='1.0' encoding='EBCDIC-CP-US'?><a/>", .encoding),
    ("<?xml version='1.0' encoding='ISO-2022-JP'?><a/>", .encoding),
    ("<?xml version=\"1.0\"\n encoding = 'x'?><a/>", .encoding),
    ("<?xml version='1.0' encoding='US-ASCII'?><a>é</a>", .encoding),
    ("<?xml version='1.0' encoding=''?><a/>", .encoding), ("<a>\0</a>", .nul), ("<a>x</a>\0<b/>junk", .nul),
    ("<a/>\0", .nul),
]

@Suite("XML is read whole or refused")
struct XMLParsingTests {
    @Test("well-formed documents are read, and read again from what they print as", arguments: wellFormed)
    func accepts(text: String, printed: String) throws {
        let document = try XMLDocument(parsing: text.utf8)
        #expect(document.serialized == printed)
        #expect(try XMLDocument(parsing: document.serialized.utf8).withoutLines == document.withoutLines)
    }

    @Test("what is not well-formed or not safe is refused by its kind", arguments: illFormed)
    func refuses(text: String, fault: Fault) throws {
        let error = try #require(throws: XMLError.self) { try XMLDocument(parsing: Array(text.utf8)) }
        #expect(Fault(error) == fault, "\(error)")
        #expect(error.cause == .empty || error.line != nil || error.byteOffset != nil)
    }

    @Test("names carry namespace and prefix, and lookups ignore namesakes with a prefix")
    func names() throws {
        let text = "<p:a xmlns:p='urn:x' xmlns='urn:y'>\n<b p:ID='2' ID='1'/><c xmlns='urn:x'/></p:a>"
        let root = try XMLDocument(parsing: Array(text.utf8)).root
        #expect(root.name == XMLName("a", namespace: "urn:x", prefix: "p"))
        #expect(root.elements("c", in: "urn:x").count == 1)
        let child = try #require(root.elements("b", in: "urn:y").first)
        #expect(child.attribute("ID") == "1")
        #expect(child.attributes.first?.name == XMLName("ID", namespace: "urn:x", prefix: "p"))
        #expect((root.line, child.line) == (1, 2))
    }

    @Test("names are compared by their bytes, not by what Unicode calls equivalent")
    func namesAreBytes() throws {
        let root = try XMLDocument(parsing: "<a xmlns='urn:K' \u{212A}='1' K='2'><\u{212A}/></a>".utf8).root
        #expect(root.attribute("K") == "2")
        #expect(root.elements("K", in: "urn:K").isEmpty)
        #expect(root.elements("\u{212A}", in: "urn:K").count == 1)
        #expect(!XMLName("a", namespace: "urn:\u{212A}").isNamed("a", in: "urn:K"))
    }

    @Test("text is the whole of it, whatever comments and sections split it")
    func wholeText() throws {
        let root = try XMLDocument(parsing: Array("<a>ad<!-- x -->min<![CDATA[@evil]]><?p?>.<b>com</b></a>".utf8)).root
        #expect(root.text == "admin@evil.com")
        #expect(root.children.count == 7)
    }

    @Test("every kind of character is written so that a reader gets it back, or as U+FFFD if XML cannot hold it")
    func charactersAreWritten() throws {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x3000, 0xD7B0...0xD7FF, 0xE000...0xE0FF, 0xFE00...0x100FF, 0x1FF00...0x200FF, 0x10FF00...0x10FFFF,
        ]
        let scalars = ranges.flatMap { $0.compactMap(Unicode.Scalar.init) }
        let text = scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
        let held = scalars.map { scalar in
            switch scalar.value {
            case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...: scalar
            default: "\u{FFFD}" as Unicode.Scalar
            }
        }
        let made = XMLElement(XMLName("a"), attributes: [XMLAttribute(XMLName("b"), text)], children: [.text(text)])
        let again = try XMLDocument(parsing: made.serialized.utf8).root
        #expect(again.text.unicodeScalars.elementsEqual(held))
        #expect(again.attribute("b").map { $0.unicodeScalars.elementsEqual(held) } == true)
    }

    @Test("an element cut out of its document declares the namespaces that it needs")
    func cutOut() throws {
        let text = "<p:a xmlns:p='urn:x' xmlns='urn:y'><p:b q='1' p:c='2'><d/></p:b></p:a>"
        let element = try #require(XMLDocument(parsing: Array(text.utf8)).root.elements.first)
        #expect(element.serialized == "<p:b xmlns:p=\"urn:x\" q=\"1\" p:c=\"2\"><d xmlns=\"urn:y\"/></p:b>")
        let made = XMLElement(
            XMLName("e", namespace: "urn:z"),
            attributes: [XMLAttribute(XMLName("f", namespace: "urn:w"), "]]>\t")],
            children: [.cdata("a]]>b"), .element(XMLElement(XMLName("g")))]
        )
        let again = try XMLDocument(parsing: Array(made.serialized.utf8)).root
        #expect(again.name.isNamed("e", in: "urn:z"))
        #expect(again.attributes.first?.name.isNamed("f", in: "urn:w") == true)
        #expect(again.attributes.first?.value == "]]>\t")
        #expect(again.text == "a]]>b")
        #expect(again.elements("g", in: nil).count == 1)
    }
}

extension XMLDocument {
    /// The document with every line number taken out.
    var withoutLines: XMLDocument {
        XMLDocument(root: root.withoutLines, prolog: prolog, epilog: epilog)
    }
}

extension XMLElement {
    /// The element with every line number taken out.
    var withoutLines: XMLElement {
        var element = self
        element.line = 0
        element.children = children.map { child in
            if case .element(let inner) = child { .element(inner.withoutLines) } else { child }
        }
        return element
    }
}
