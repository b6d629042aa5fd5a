@testable import Documents
import Testing

@Suite struct PlainMarkupTests {
    static func root(_ text: String, _ limits: XMLLimits = .default) -> XMLElement? {
        PlainMarkup.root(of: Array(text.utf8), limits: limits)
    }

    @Test(
        "Plain markup is read as libxml2 reads it",
        arguments: [
            "<a></a>", "<a>b</a>", "<a><b>1</b><b></b>text <c>x y</c></a>",
            "<token><ttl>300000</ttl><at>2026-11-20 21:59:18 -0000</at></token>",
            "<a>\"quoted' = /x?y#</a>", "<a> b</a>",
        ]
    )
    func same(text: String) throws {
        // What follows the root takes the document off the plain path, and changes nothing about the root.
        let read = try XMLDocument(parsing: Array((text + "<!---->").utf8)).root
        #expect(Self.root(text) == read)
        #expect(try XMLDocument(parsing: Array(text.utf8)).root == read)
    }

    @Test(
        "What is not plain is left to libxml2",
        arguments: [
            "", "a", "<a>", "<a/>", "<a b=\"c\"></a>", "<a>&amp;</a>", "<a> </a>", "<a>\n</a>", "<a></b>", "<a></a> ",
            "<a>]]></a>",
            "<a>></a>", "<p:a></p:a>", "<a>é</a>", "<!--x--><a></a>", "<?xml version=\"1.0\"?><a></a>", "<1></1>",
            "<></>", "<a", "</a>",
            "<a><b></a></b>",
        ]
    )
    func notPlain(text: String) { #expect(Self.root(text) == nil) }

    @Test("What comes near a limit is left to libxml2")
    func limits() {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(Self.root(nested(16)) != nil)
        #expect(Self.root(nested(17)) == nil)
        #expect(Self.root("<a>" + String(repeating: "x", count: 1_017) + "</a>") != nil)
        #expect(Self.root("<a>" + String(repeating: "x", count: 1_018) + "</a>") == nil)
        var shallow = XMLLimits.default
        shallow.depth = 2
        #expect(Self.root(nested(2), shallow) != nil)
        #expect(Self.root(nested(3), shallow) == nil)
    }
}
