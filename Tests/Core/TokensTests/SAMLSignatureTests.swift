import Checkout
import Testing
import Tokens

/// The parts of a signature, or beside it, that another reader takes for something else.
struct SAMLSignatureTests {
    static let transforms =
        #"<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>"#

    static func suspicions(_ signature: String) throws -> [String] {
        try SAMLDiagnosticsTests.suspicions { $0.responseSignature = signature }
    }

    static func refusal(_ signature: String) -> String? {
        do throws(SAMLError) {
            _ = try SAMLResponse(parsing: SAMLSample.with { $0.responseSignature = signature })
            return nil
        } catch {
            return error.name
        }
    }

    @Test("A signature of nothing but its own parts is sound")
    func sound() throws {
        let exclusive =
            #"<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"><ec:InclusiveNamespaces "#
            + #"xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="xs"/></ds:Transform>"#
        let certificate = "<ds:X509Certificate>Y2VydA==</ds:X509Certificate>"
        let key = "<ds:KeyInfo><ds:X509Data>\(certificate)</ds:X509Data></ds:KeyInfo>"
        let signature = SAMLSample.signature(over: "_r1", transforms: Self.transforms + exclusive, more: key)
        #expect(try Self.suspicions(signature).isEmpty)
    }

    @Test("Class 28: two lists of transforms are refused: who takes the first signs other bytes")
    func twoLists() {
        let two = Self.transforms + "</ds:Transforms><ds:Transforms>" + Self.transforms
        #expect(Self.refusal(SAMLSample.signature(over: "_r1", transforms: two)) == "repeated-part")
    }

    @Test("Class 28: a second KeyInfo is refused: readers differ on whose key it is")
    func twoKeys() {
        let keys = "<ds:KeyInfo/><ds:KeyInfo/>"
        #expect(Self.refusal(SAMLSample.signature(over: "_r1", more: keys)) == "repeated-part")
    }

    @Test("Class 10: an element within a digest or a signature value is refused, a comment suspicious")
    func elementsInValues() throws {
        let digest = SAMLSample.signature(over: "_r1", digest: "<x>ZmFrZQ==</x>ZGlnZXN0")
        #expect(Self.refusal(digest) == "unexpected-element")
        let value = SAMLSample.signature(over: "_r1").replacing("c2ln", with: "<x>ZmFr</x>c2ln")
        #expect(Self.refusal(value) == "unexpected-element")
        let comment = SAMLSample.signature(over: "_r1", digest: "<!--ZmFrZQ==-->ZGlnZXN0")
        #expect(try Self.suspicions(comment) == ["comment-split-digest-value"])
    }

    @Test(
        "Class 28: what stands in a signature and is not read is suspicious, wherever it stands",
        arguments: [
            "</ds:SignedInfo>", "</ds:Reference>", "</ds:Transforms>", "</ds:Transform>", "</ds:SignatureMethod>",
            "</ds:DigestMethod>", "</ds:CanonicalizationMethod>", "</ds:Signature>",
        ]
    )
    func unread(end: String) throws {
        let name = end.dropFirst(5).dropLast()
        let open = SAMLSample.signature(over: "_r1", transforms: Self.transforms)
            .replacing(#/<ds:(Transform|SignatureMethod|DigestMethod|CanonicalizationMethod) ([^>]*)/>/#) {
                "<ds:\($0.output.1) \($0.output.2)></ds:\($0.output.1)>"
            }
        #expect(try Self.suspicions(open).isEmpty)
        let more = open.replacing(end, with: #"<x:Foo xmlns:x="urn:x"/>"# + end)
        #expect(more != open, "\(name)")
        #expect(try Self.suspicions(more) == ["unread-part"], "\(name)")
    }

    @Test("Class 14: an element with an ID and an Id is suspicious: what is signed by one is looked up by the other")
    func twoIdentifiers() throws {
        #expect(try SAMLDiagnosticsTests.suspicions { $0.assertionAttributes += #" Id="_evil""# } == ["several-ids"])
        #expect(
            try SAMLDiagnosticsTests.suspicions { $0.assertionAttributes += #" xml:id="_evil""# } == ["several-ids"]
        )
    }

    @Test("Class 13: a namesake of the authentication context in another namespace is refused")
    func foreignContext() throws {
        let statement = { (inside: String) in
            #"<saml:AuthnStatement AuthnInstant="2026-11-20T21:59:00Z"><saml:AuthnContext>"#
                + inside + "<saml:AuthnContextClassRef>weak</saml:AuthnContextClassRef></saml:AuthnContext>"
                + "</saml:AuthnStatement>"
        }
        let foreign = #"<x:AuthnContextClassRef xmlns:x="urn:x">strong</x:AuthnContextClassRef>"#
        #expect(throws: SAMLError.self) {
            try SAMLResponse(parsing: SAMLSample.with { $0.statements = statement(foreign) })
        }
        #expect(try SAMLDiagnosticsTests.suspicions { $0.statements = statement("") }.isEmpty)
        let other = #"<x:Foo xmlns:x="urn:x"/>"#
        #expect(try SAMLDiagnosticsTests.suspicions { $0.statements = statement(other) } == ["unread-part"])
    }

    @Test("Class 11: what a restriction to audiences holds beside them is suspicious: it may take them back")
    func audiences() throws {
        let conditions = { (inside: String) in
            #"<saml:Conditions NotOnOrAfter="2026-11-21T21:59:12Z"><saml:AudienceRestriction>"#
                + "<saml:Audience>me</saml:Audience>\(inside)</saml:AudienceRestriction></saml:Conditions>"
        }
        #expect(try SAMLDiagnosticsTests.suspicions { $0.conditions = conditions("") }.isEmpty)
        let foreign = #"<x:NotAudience xmlns:x="urn:x">me</x:NotAudience>"#
        #expect(try SAMLDiagnosticsTests.suspicions { $0.conditions = conditions(foreign) } == ["unread-part"])
    }

    @Test("Of one kind of remark ten are made, however often there is reason for it")
    func manyDiagnostics() throws {
        let ids = (0..<300).map { #"<x b:ID="i\#($0)"/>"# }.joined()
        let extensions = #"<samlp:Extensions xmlns:b="urn:b">\#(ids)</samlp:Extensions>"#
        let response = try SAMLResponse(parsing: SAMLSample.with { $0.extensions = extensions })
        #expect(response.diagnostics.count { $0.name == "namespaced-id" } == 10)
        let attributes = String(repeating: #"<saml:Attribute Name="a"/>"#, count: 30)
        let names = try SAMLResponse(parsing: SAMLSample.with { $0.attributes = attributes }).diagnostics.map(\.name)
        #expect(names.count { $0 == "duplicate-attribute" } == 10)
        #expect(names.count { $0 == "attribute-without-values" } == 10)
    }
}
