import Testing

@testable import Documents

@Suite struct MarkupWalkTests {
    private static func pieces(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        var pieces: [String] = []
        var walk = MarkupWalk(bytes)
        while let piece = walk.next() {
            switch piece {
            case .tag(let tag):
                let attributes = tag.attributes.map { "\(string($0.name))=\(string($0.value))" }
                pieces.append(([string(tag.name)] + attributes).joined(separator: " "))
            case .text(let range, let isVerbatim):
                let path = walk.path
                #expect(walk.name.map(string) == path.last)
                pieces.append("\(path.joined(separator: "/"))\(isVerbatim ? " verbatim" : ""): \(string(range))")
            }
        }
        return pieces
    }

    @Test("Tags with their attributes and texts with their elements, without prefixes")
    func elements() {
        #expect(
            Self.pieces(
                #"<?xml version="1.0"?><!-- <c/> --><x:a b='1' y:c = "2>3"><d/>text &amp; <e><![CDATA[<f>]]></e> more</x:a>"#
            )
                == ["a b=1 c=2>3", "d", "a: text &amp; ", "e", "a/e verbatim: <f>", "a:  more"]
        )
        // The wrapper of a token is never closed (tokens.md §2).
        #expect(
            Self.pieces("<signatureInfo>c2ln<signatureInfo><ttl>5</ttl>")
                == [
                    "signatureInfo", "signatureInfo: c2ln", "signatureInfo", "ttl",
                    "signatureInfo/signatureInfo/ttl: 5",
                ]
        )
        // White space between tags is no text.
        #expect(Self.pieces("<a>\n <b/> \n</a>") == ["a", "b"])
    }

    @Test(
        "Attributes as pages have them: without quotes, without values, joined by a pipeline that took out line breaks"
    )
    func attributes() {
        #expect(Self.pieces("<input type=hidden name=a value=b/c disabled>") == ["input type=hidden name=a value=b/c"])
        #expect(Self.pieces(#"<a b="1"c="2"/>"#) == ["a b=1 c=2"])
        #expect(Self.pieces(#"<a "b" = c>"#) == ["a =c"])
        let text = Array("<a Value='x' b='y'>".utf8)
        var walk = MarkupWalk(text)
        guard case .tag(let tag)? = walk.next() else {
            Issue.record("no tag")
            return
        }
        #expect(tag.value(of: "vALUE", in: text) == 10..<11)
        #expect(tag.value(of: "c", in: text) == nil)
        #expect(walk.next() == nil)
    }

    @Test("What a script or style sheet holds is not markup")
    func scripts() {
        #expect(
            Self.pieces("<html><script>if (a<b) '<input>'</script><p>x</p>") == ["html", "script", "p", "html/p: x"]
        )
        #expect(Self.pieces("<SCRIPT>a<b</sCrIpT>") == ["SCRIPT"])
        #expect(Self.pieces("<script>never closed <a>") == ["script"])
        #expect(Self.pieces("<script src='x'/><a>") == ["script src=x", "a"])
    }

    @Test(
        "What is cut off anywhere ends",
        arguments: [
            "<", "<a", "<a ", "<a b", "<a b=", "<a b='", "<a b='c", "</", "</a", "<!--", "<!-- x", "<![CDATA[",
            "<![CDATA[x", "<?", "<!", "<a><b>",
            "", "<>", "a<b>c</d>e", "<a/", "<a =>", "<a //>",
        ]
    )
    func cut(text: String) {
        for range in MarkupWalk(Array(text.utf8)).map(Self.range) {
            #expect(range.lowerBound >= 0 && range.upperBound <= text.utf8.count)
        }
    }

    private static func range(of piece: MarkupPiece) -> Range<Int> {
        switch piece {
        case .tag(let tag): tag.attributes.first?.value ?? 0..<0
        case .text(let range, _): range
        }
    }
}
