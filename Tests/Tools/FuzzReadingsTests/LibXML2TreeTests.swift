import Documents
import Testing

@testable import FuzzReadings

/// The whole tree, as the house reads it and as libxml2 does.
@Suite struct LibXML2TreeTests {
    @Test(
        "Both read the same tree",
        arguments: [
            "<a/>", "<?xml version='1.0'?><!-- b --><a b='c' d=\"e\"/><?f g?>",
            "<a>b<!--c-->d<![CDATA[e]]>f<?g h?></a>",
            "<x:a xmlns:x='urn:x' x:b='c' b='d'><c xmlns='urn:c'><d xmlns=''/></c></x:a>",
            "<a b='&#10;&lt;c&amp;&quot; \n\td'>&#x1F4FA;&gt;\r\n</a>", "<a><b><c/></b><b/>\u{E9}e\u{301}</a>",
            "<a xml:lang='en'><![CDATA[]]><![CDATA[b]]><![CDATA[c]]></a>", "<a><?b?><!----></a>",
        ]
    )
    func same(text: String) throws {
        let bytes = Array(text.utf8)
        let other = LibXML2Reading(of: bytes)
        #expect(other.steps.count >= 2)
        try sameTree(XMLDocument(parsing: bytes), other)
    }

    @Test(
        "Any difference is seen, and told where",
        arguments: [
            ("<a b='c'/>", "<a b='d'/>", "step 1"), ("<a b='c'/>", "<a/>", "step 1"),
            ("<a>b</a>", "<a>c</a>", "step 1"),
            ("<a>b</a>", "<a><![CDATA[b]]></a>", "step 1"), ("<a><b/></a>", "<a/>", "step 1"),
            ("<a xmlns='urn:b'/>", "<a xmlns='urn:c'/>", "step 0"), ("<a/><!--b-->", "<a/>", "step 2"),
            ("<a><b/><c/></a>", "<a><b><c/></b></a>", "step 2"), ("<a>\u{E9}</a>", "<a>e\u{301}</a>", "step 1"),
            ("<?b c?><a/>", "<?b d?><a/>", "step 0"), ("<x:a xmlns:x='urn:x'/>", "<y:a xmlns:y='urn:x'/>", "step 0"),
        ]
    )
    func different(one: String, other: String, told: String) throws {
        let document = try XMLDocument(parsing: Array(one.utf8))
        let failure = #expect(throws: PropertyFailure.self) {
            try sameTree(document, LibXML2Reading(of: Array(other.utf8)))
        }
        #expect(failure?.property == "same-tree-as-libxml2")
        #expect(failure?.detail.hasPrefix(told) == true, "\(String(describing: failure))")
        let broken = #expect(throws: PropertyFailure.self) {
            try sameTree(document, LibXML2Reading(of: Array("<a>".utf8)))
        }
        #expect(broken?.property == "accepts-only-what-libxml2-accepts")
    }

    @Test("Texts beside each other are one step, and none is none")
    func texts() {
        var steps: [TreeStep] = []
        for text in ["", "a", "", "b"] { TreeStep.append(.text(Array(text.utf8)), to: &steps) }
        #expect(steps == [.text(Array("ab".utf8))])
        #expect(TreeStep.difference(steps, steps) == nil)
        #expect(TreeStep.difference(steps, []) == "step 0: text \"ab\" and nothing more")
    }
}
