import Documents
import Testing

private func limits(_ change: (inout XMLLimits) -> Void) -> XMLLimits {
    var limits = XMLLimits()
    change(&limits)
    return limits
}

private func nested(_ depth: Int) -> String {
    String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
}

private func attributes(_ count: Int) -> String { "<a \((0..<count).map { "a\($0)='='" }.joined(separator: " "))/>" }

@Suite("XML limits hold at their edges")
struct XMLLimitsTests {
    @Test(
        "the limit itself is allowed, one more is refused by its name",
        arguments: [
            ("totalBytes", limits { $0.totalBytes = 4 }, "<a/>", "<ab/>"),
            (
                "totalBytes", .default,
                "<a>" + String(repeating: " ", count: 65_529) + "<b c='" + String(repeating: "x", count: 131_072)
                    + "'/>" + String(repeating: " ", count: 65_525) + "</a>", String(repeating: "<", count: 262_145)
            ),
            ("depth", limits { $0.depth = 2 }, "<a><b/></a>", "<a><b><c/></b></a>"),
            ("depth", .default, nested(64), nested(65)),
            (
                "attributesPerElement", limits { $0.attributesPerElement = 2 }, "<a xmlns:b='u:x' c='='/>",
                "<a xmlns:b='u:x' c='1' d='2'/>"
            ),
            ("attributesPerElement", .default, attributes(256), attributes(257)),
            ("namespacesInScope", .default, declarations(128, 128), declarations(128, 129)),
            (
                "namespacesInScope", limits { $0.namespacesInScope = 2 },
                "<a xmlns='u:1'><b xmlns='u:2'/><b xmlns='u:3'><c/></b><b xmlns='u:4'></b></a>",
                "<a xmlns='u:1'><b xmlns='u:2'><c\txmlns:d='u:3'/></b></a>"
            ),
            (
                "namespaceBytes", .default, "<a xmlns='u:" + String(repeating: "x", count: 1022) + "'/>",
                "<a xmlns='u:" + String(repeating: "x", count: 1023) + "'/>"
            ),
            ("namespaceBytes", limits { $0.namespaceBytes = 3 }, "<a xmlns='u:x'/>", "<a xmlns:b='u:xy'/>"),
            (
                "textBytes", limits { $0.textBytes = 4 }, "<a b='éé'>éé<!--1234--><?p 1234?><![CDATA[1234]]></a>",
                "<a>éé1</a>"
            ),
            ("textBytes", limits { $0.textBytes = 4 }, "<a>&lt;&lt;&lt;&lt;</a>", "<a b='12345'/>"),
            ("textBytes", limits { $0.textBytes = 4 }, "<a xmlns='u:12'/>", "<a xmlns='u:123'/>"),
            ("textBytes", limits { $0.textBytes = 4 }, "<a/>", "<a><!--12345--></a>"),
            ("textBytes", limits { $0.textBytes = 4 }, "<a/>", "<?p 12345?><a/>"),
            ("textBytes", limits { $0.textBytes = 4 }, "<a/>", "<a><![CDATA[12345]]></a>"),
            (
                "textBytes", .default, "<a>" + String(repeating: "x", count: 131_072) + "</a>",
                "<a>" + String(repeating: "x", count: 131_073) + "</a>"
            ),
            ("nameBytes", limits { $0.nameBytes = 2 }, "<é b1=''><?pi?></é>", "<abc/>"),
            ("nameBytes", limits { $0.nameBytes = 2 }, "<a/>", "<a abc=''/>"),
            ("nameBytes", limits { $0.nameBytes = 2 }, "<ab:cd xmlns:ab='u:x'/>", "<a xmlns:abc='u:x'/>"),
            ("nameBytes", limits { $0.nameBytes = 2 }, "<a/>", "<a><?abc?></a>"),
            ("nodes", limits { $0.nodes = 4 }, "<!--1--><a>2<b/></a>", "<!--1--><a>2<b/>3</a>"),
        ] as [(String, XMLLimits, String, String)]
    )
    func edges(name: String, limits: XMLLimits, allowed: String, refused: String) throws {
        _ = try XMLDocument(parsing: allowed.utf8, limits: limits)
        let error = try #require(throws: XMLError.self) { try XMLDocument(parsing: refused.utf8, limits: limits) }
        #expect(Fault(error) == .limit(name), "\(error)")
        #expect(error.line != nil || error.byteOffset != nil)
    }

    @Test("however high the limit, depth ends where the stack is still safe")
    func ceiling() throws {
        let deep = limits {
            $0.depth = .max
            $0.totalBytes = .max
        }
        _ = try XMLDocument(parsing: nested(256).utf8, limits: deep)
        for depth in [257, 100_000] {
            let error = try #require(throws: XMLError.self) {
                try XMLDocument(parsing: nested(depth).utf8, limits: deep)
            }
            #expect(error.cause == .limit(name: "depth", value: 256))
        }
    }

    @Test("a long namespace name that all elements bear is kept once")
    func sharedNamespace() throws {
        // What the fast path leaves to libxml2, by its length.
        let name = "u:" + String(repeating: "x", count: 1000)
        let text = "<a xmlns='\(name)'>" + String(repeating: "<b/>", count: 60_000) + "</a>"
        let document = try XMLDocument(parsing: text.utf8)
        let places = Set(
            document.root.elements.map { element in
                element.name.namespace?.utf8.withContiguousStorageIfAvailable {
                    UInt(bitPattern: $0.baseAddress)
                }
            }
        )
        #expect(places.count == 1)
    }

    @Test("tens of thousands of attributes cost nothing, since libxml2 never sees them")
    func manyAttributes() throws {
        let wide = limits { $0.totalBytes = .max }
        let error = try #require(throws: XMLError.self) {
            try XMLDocument(parsing: attributes(64_000).utf8, limits: wide)
        }
        #expect(error.cause == .limit(name: "attributesPerElement", value: 256))
        #expect((error.line, error.column, error.byteOffset) == (1, 1, 0))
    }
}

/// Two elements inside each other with so many declarations.
private func declarations(_ outer: Int, _ inner: Int) -> String {
    func list(_ count: Int, _ prefix: String) -> String {
        (0..<count).map { " xmlns:\(prefix)\($0)='u:\($0)'" }.joined()
    }
    return "<a\(list(outer, "p"))><b\(list(inner, "q"))/></a>"
}
