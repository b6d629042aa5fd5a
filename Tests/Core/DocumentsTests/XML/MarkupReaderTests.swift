@testable import Documents
import Testing

@Suite("Markup is read without libxml2")
struct MarkupReaderTests {
    @Test(
        "where it is in no doubt, and as libxml2 reads it",
        arguments: [
            "<a/>", "<a></a>", "<a>b</a>", "<a><b>1</b><b></b>text <c>x y</c></a>", " <a/> ", "\n<a\n>\n</a\n>\n",
            "<token><ttl>300000</ttl><at>2026-11-20 21:59:18 -0000</at></token>", "<a>\"quoted' = /x?y#</a>",
            "<a> </a>", "<a>\n</a>", "<a>></a>", "<a>]]</a>", "<a>]></a>", "<a>]]&gt;</a>",
            // Attributes.
            "<a b=\"c\"/>", "<a b='c' d = \"'\" e=''></a>", "<a\nb\n=\n'c'\n/>", "<a b='>'/>", "<a b='x\ty\nz'/>",
            "<a b='&#9;&#10;&#13;&#32;'/>", "<a b='&lt;&gt;&amp;&quot;&apos;'/>", "<a b='&#38;lt;'/>", "<a b=']]>'/>",
            // References.
            "<a>&lt;&gt;&amp;&quot;&apos;</a>", "<a>&#65;&#x41;&#x1F600;&#xd;&#x20aC;</a>", "<a>&#xFFFD;&#x10FFFF;</a>",
            "<a>&#0065;</a>", "<a>&amp;lt;</a>",
            // Namespaces.
            "<a xmlns='u:x'><b/></a>", "<p:a xmlns:p='u:x' b='1' p:c='2'/>", "<a xmlns='u:x'><b xmlns=''><c/></b></a>",
            "<a xmlns:p='u:x'><p:b xmlns:p='u:y'><p:c/></p:b><p:d/></a>", "<a p:b='1' xmlns:p='u:x'/>",
            "<a xmlns='u:x' b='1'/>", "<a xmlns:p='http://www.w3.org/2001/XMLSchema-instance'/>",
            "<a xmlns='http://h/a:b'/>", "<a xmlns='http://h#f:g/'/>",
            "<a xmlns:p='u:x'><b xmlns:q='u:x'><q:c/><p:c/></b></a>",
            // Comments, sections, instructions.
            "<a><!-- x - y --><!----></a>", "<!--1--><a/><!--2-->", "<a>1<![CDATA[2<&]]]>3</a>", "<a><![CDATA[]]></a>",
            "<?p?><a><?p q ?></a><?p ?>", "<a><?p\n\nq?><b/></a>", "<a><![CDATA[1]]> <![CDATA[2]]></a>",
            // Declarations and marks.
            "<?xml version=\"1.0\"?><a/>", "<?xml version='1.0' encoding='UTF-8' standalone='no' ?>\n<a/>",
            "\u{FEFF}<a/>",
            // Characters and line ends.
            "<a b='é'>€😀\u{FFFD}\u{7F}</a>", "<a\r\nb='1\r\n2\r3'>\r\n\r</a>",
            "<a><![CDATA[\r\n]]><!--\r--><?p \r\n?></a>",
            "<a>\r<b/>\r\n<c/>\n\r<d/></a>",
        ]
    )
    func same(text: String) throws {
        let both = BothReadings(text)
        #expect(both.fast == (try both.slow.get()))
        #expect(both.agree)
        #expect(try XMLDocument(parsing: Array(text.utf8)) == both.fast)
    }

    @Test(
        "whatever is a fault, rare or in doubt is left to libxml2",
        arguments: [
            "", " ", "a", "<a>", "<a", "<", "<a/", "<a/>x", "<a/><b/>", "<a></b>", "</a>", "<a><b></a></b>", "<a></a",
            "<1/>", "</>",
            "<a>]]></a>", "<a>\u{1}</a>", "<a>\u{FFFE}</a>", "<a b='\u{FFFF}'/>", "<a>\0</a>", "<a/>\0",
            "<a b='1' b='2'/>",
            "<a b='<'/>", "<a b/>", "<a b=1/>", "<a b='1'c='2'/>", "<a b='1", "<a / >", "<a>&</a>", "<a>&nbsp;</a>",
            "<a>&#;</a>",
            "<a>&#x;</a>", "<a>&#0;</a>", "<a>&#x0;</a>", "<a>&#xD800;</a>", "<a>&#xFFFE;</a>", "<a>&#x110000;</a>",
            "<a>&#1;</a>",
            "<a>&#99999999999;</a>", "<a>&#x000041;</a>&", "<a>&#65</a>", "<a>&lt</a>", "<a>&#X41;</a>",
            // Namespaces.
            "<p:a/>", "<a p:b='1'/>", "<a xmlns:p=''/>", "<a xmlns:p='u:x' xmlns:p='u:y'/>", "<xml:a/>",
            "<a xml:lang='de'/>",
            "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>", "<a xmlns:xmlns='u:x'/>",
            "<a xmlns='http://www.w3.org/2000/xmlns/'/>", "<a xmlns='http://www.w3.org/XML/1998/namespace'/>",
            "<a xmlns='relative'/>", "<a xmlns='u:x y'/>", "<a xmlns='1:x'/>", "<a xmlns='http://h:x/'/>",
            "<a xmlns='u:a#b#c'/>",
            "<a xmlns='u:a&amp;b'/>", "<a xmlns='u_v:x'/>", "<a xmlns=':x'/>", "<a xmlns='u:'/>",
            "<a xmlns='http://'/>",
            "<a b='1' p:b='2' xmlns:p='u:x'/>", "<a:b:c xmlns:a='u:x'/>", "<:a/>", "<a:/>", "<a b:='1'/>",
            "<a :b='1'/>",
            // Comments, sections, instructions.
            "<a><!-- -- --></a>", "<a><!--></a>", "<a><!---></a>", "<a><!-- --->", "<a><!-- </a>", "<a><!- - ></a>",
            "<a><![CDATA[1]]><![CDATA[2]]></a>", "<a><![CDATA[</a>", "<a><![cdata[x]]></a>", "<![CDATA[]]><a/>",
            "<a/><![CDATA[]]>",
            "<?xml?><a/>", "<a><?xml version='1.0'?></a>", "<?XML x?><a/>", "<?xml-stylesheet href='x'?><a/>",
            "<?p:q?><a/>",
            "<?p", "<?p?", "<?é?><a/>", "<?p+?><a/>", "<?p/x?><a/>", "<!DOCTYPE a><a/>", "<a><!DOCTYPE a></a>",
            "<a><!x></a>",
            // Declarations.
            "<?xml version='1.1'?><a/>", "<?xml version='1.0' encoding='latin1'?><a/>", "<?xml encoding='UTF-8'?><a/>",
            " <?xml version='1.0'?><a/>",
            "<?xml version='1.0'encoding='UTF-8'?><a/>", "<?xml version='1.0' standalone='maybe'?><a/>",
            "<?xml version='1.0' encoding='UTF-16'?><a/>", "<?xml version='1.0\"?><a/>", "<?xml\nversion='1.0'?><a/>",
            "<?xml version='1.0' standalone='yes' encoding='UTF-8'?><a/>", "\u{FEFF}\u{FEFF}<a/>", "\u{FEFF}",
            // Names.
            "<é/>", "<a é='1'/>", "<aé/>",
        ]
    )
    func doubt(text: String) {
        let both = BothReadings(text)
        #expect(both.fast == nil)
    }

    @Test(
        "bytes that are no UTF-8 are left to libxml2",
        arguments: [
            [0x80], [0xC0, 0xAF], [0xC3], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
            [0xF0, 0x80, 0x80, 0xAF], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xE2, 0x82],
            [0xEF, 0xBF, 0xBE], [0xF0, 0x9F, 0x98],
        ] as [[UInt8]]
    )
    func encoding(bytes: [UInt8]) {
        for (before, after) in [("<a>", "</a>"), ("<a b='", "'/>"), ("<a><!--", "--></a>"), ("<a>", "")] {
            let document = Array(before.utf8) + bytes + Array(after.utf8)
            #expect(MarkupReader.document(of: document, limits: .default) == nil)
        }
        #expect(MarkupReader.document(of: utf16("<a/>", lowByteFirst: true), limits: .default) == nil)
    }

    @Test("elements stand on the lines that libxml2 gives them")
    func lines() throws {
        let text =
            "<?xml version='1.0'?>\n<!--\n\n-->\n<a\n\n>\n<b c='\n'\n/>&#10;<![CDATA[\n]]><d/><?p\n?><e></e\n><f/></a>"
        let root = try #require(BothReadings(text).fast).root
        #expect(root.line == 7)
        #expect(root.elements.map(\.line) == [10, 11, 12, 13])
        #expect(BothReadings(text).agree)
    }

    @Test("limits are kept at their edges, and documents larger than it cares for are left to libxml2")
    func limits() {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        func isFast(_ text: String, _ change: (inout XMLLimits) -> Void = { _ in }) -> Bool {
            var limits = XMLLimits.default
            change(&limits)
            let both = BothReadings(text, limits)
            #expect(both.agree)
            return both.fast != nil
        }
        #expect(isFast(nested(64)))
        #expect(!isFast(nested(65)))
        #expect(!isFast(nested(65)) { $0.depth = 100 })
        #expect(isFast(nested(2)) { $0.depth = 2 })
        #expect(!isFast(nested(3)) { $0.depth = 2 })
        #expect(!isFast("<a/>") { $0.depth = 0 })
        #expect(isFast("<ab c='1'/>") { $0.totalBytes = 11 })
        #expect(!isFast("<ab c='1'/>") { $0.totalBytes = 10 })
        #expect(isFast("<a>&lt;123</a>") { $0.textBytes = 4 })
        #expect(!isFast("<a>&lt;1234</a>") { $0.textBytes = 4 })
        #expect(!isFast("<a b='12345'/>") { $0.textBytes = 4 })
        #expect(!isFast("<a xmlns='u:123'/>") { $0.textBytes = 4 })
        #expect(!isFast("<a><!--12345--></a>") { $0.textBytes = 4 })
        #expect(isFast("<ab cd='1'><?ef?></ab>") { $0.nameBytes = 2 })
        #expect(!isFast("<abc/>") { $0.nameBytes = 2 })
        #expect(!isFast("<a abc='1'/>") { $0.nameBytes = 2 })
        #expect(isFast("<!--1--><a>2<b/></a>") { $0.nodes = 4 })
        #expect(!isFast("<!--1--><a>2<b/></a><?p?>") { $0.nodes = 4 })
        #expect(isFast("<a xmlns:p='u:x' b='1'/>") { $0.attributesPerElement = 2 })
        #expect(!isFast("<a xmlns:p='u:x' b='1' c='2'/>") { $0.attributesPerElement = 2 })
        func attributes(_ count: Int) -> String { "<a\((0..<count).map { " b\($0)=''" }.joined())/>" }
        #expect(isFast(attributes(32)))
        #expect(!isFast(attributes(33)))
        let name = String(repeating: "n", count: 1_024)
        #expect(isFast("<\(name)/>"))
        #expect(!isFast("<\(name)n/>"))
        #expect(isFast(String(repeating: "\n", count: 64_998) + "<a/>"))
        #expect(!isFast(String(repeating: "\n", count: 64_999) + "<a/>"))
        #expect(isFast("<a>" + String(repeating: "x", count: 131_072) + "</a>"))
        #expect(!isFast("<a>" + String(repeating: "x", count: 131_073) + "</a>"))
    }
}
