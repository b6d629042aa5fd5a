import FuzzReadings
import Testing
import Tokens

@testable import Fuzzing

/// The reading of a SAML response differs from libxml2's tree wherever it is wrong.
@Suite struct SAMLReadingsTests {
    /// A response with a comment, a section or an instruction in each of its texts.
    private static let response = Array(
        #"""
        <p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r"
          Version="2.0" IssueInstant="2026-11-20T21:59:12Z" Destination="https://sp.example/acs" InResponseTo="_q">
        <Issuer>https://<!-- x -->idp.example</Issuer>
        <p:Status><p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>
        <p:StatusMessage>f<?x y?>ine</p:StatusMessage></p:Status>
        <Assertion ID="_a" Version="2.0" IssueInstant="2026-11-20T21:59:13Z">
        <Issuer Format="urn:f">https://<![CDATA[idp]]>.example</Issuer>
        <Subject><NameID NameQualifier="q" SPNameQualifier="s" SPProvidedID="i">us<!-- x -->er</NameID>
        <SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
        <SubjectConfirmationData NotOnOrAfter="2026-11-20T22:04:12Z" Recipient="https://sp.example/acs" Address="192.0.2.1"/>
        </SubjectConfirmation></Subject>
        <Conditions NotBefore="2026-11-20T21:59:12Z" NotOnOrAfter="2026-11-20T22:04:12Z">
        <AudienceRestriction><Audience>https://sp.<!---->example</Audience><Audience>b</Audience></AudienceRestriction>
        <OneTimeUse/></Conditions>
        <AuthnStatement AuthnInstant="2026-11-20T21:59:11Z" SessionIndex="_s" SessionNotOnOrAfter="2026-11-21T05:59:12Z">
        <AuthnContext><AuthnContextClassRef>urn:<!-- x -->c</AuthnContextClassRef></AuthnContext></AuthnStatement>
        <AttributeStatement><Attribute Name="n" NameFormat="urn:n" FriendlyName="N"><AttributeValue>a<!-- x -->b</AttributeValue>
        <AttributeValue xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil=" true ">none</AttributeValue>
        <AttributeValue><e>c<!-- x --></e>-<e>d</e></AttributeValue></Attribute></AttributeStatement></Assertion></p:Response>
        """#.utf8
    )

    @Test("What is read of a response is what libxml2 has, text by text")
    func agrees() throws {
        let facts = SAMLReadings.facts(of: try SAMLResponse(parsing: Self.response))
        try SAMLReadings.agree(facts, with: Self.response)
        func value(_ place: String) -> String? {
            facts.first { $0.place == place }.map { String(decoding: $0.value, as: UTF8.self) }
        }
        #expect(value("Response Issuer") == "https://idp.example")
        #expect(value("StatusMessage") == "fine")
        #expect(value("Assertion[0] Issuer") == "https://idp.example")
        #expect(value("Assertion[0] NameID") == "user")
        #expect(value("Assertion[0] AudienceRestriction[0] Audience") == "https://sp.example")
        #expect(value("Assertion[0] AuthnStatement[0] SessionIndex") == "_s")
        #expect(value("Assertion[0] AuthnStatement[0] AuthnContextClassRef") == "urn:c")
        #expect(value("Assertion[0] Attribute[0] text") == "ab")
        #expect(value("Assertion[0] Attribute[0] null") == "")
        #expect(value("Assertion[0] Attribute[0] elements") == "cd")
        #expect(value("Assertion[0] Conditions NotOnOrAfter")?.hasPrefix("2026-11-20T22:04:12") == true)
    }

    @Test(
        "A signature refers to what it stands in, once; the whole document is what the root alone is",
        arguments: [
            ("Response", "#_a", true), ("Response", "", true), ("Response", "#_b", false), ("Response", "_a", false),
            ("Assertion", "#_a", true), ("Assertion", "", false), ("Assertion", "#_a\"/><d:Reference URI=\"#_a", false),
        ]
    )
    func signatures(parent: String, uri: String, isWhole: Bool) throws {
        let namespace = #"xmlns:d="http://www.w3.org/2000/09/xmldsig#""#
        let signature =
            #"<d:Signature \#(namespace)><d:SignedInfo><d:Reference URI="\#(uri)"/></d:SignedInfo></d:Signature>"#
        let root = try #require(LibXML2Element(parsing: Array("<\(parent) ID=\"_a\">\(signature)</\(parent)>".utf8)))
        if isWhole {
            try SAMLReadings.signatures(in: root)
        } else {
            #expect(throws: PropertyFailure.self) { try SAMLReadings.signatures(in: root) }
        }
    }

    @Test("Whatever fact is cut, left out or told twice is seen, and told where")
    func differs() throws {
        let facts = SAMLReadings.facts(of: try SAMLResponse(parsing: Self.response))
        #expect(facts.count == 34)
        for index in facts.indices {
            var cut = facts
            cut[index] = ReadFact(facts[index].place, facts[index].value + [0x78])
            var missing = facts
            missing.remove(at: index)
            for wrong in [cut, missing, facts + [facts[index]]] {
                let failure = #expect(throws: PropertyFailure.self) {
                    try SAMLReadings.agree(wrong, with: Self.response)
                }
                #expect(failure?.property == "reads-what-libxml2-reads")
            }
        }
        let cut = facts.map { $0.place == "Assertion[0] NameID" ? ReadFact($0.place, "us".utf8) : $0 }
        let failure = #expect(throws: PropertyFailure.self) { try SAMLReadings.agree(cut, with: Self.response) }
        #expect(failure?.detail == #"Assertion[0] NameID "us" and Assertion[0] NameID "user""#)
        #expect(throws: PropertyFailure.self) { try SAMLReadings.agree(facts, with: Array("<a>".utf8)) }
    }

    @Test("A response may be refused for a date that is none, and for no other")
    func refusedDates() throws {
        try SAMLReadings.refusedDate("2026-02-30T00:00:00Z")
        #expect(throws: PropertyFailure.self) { try SAMLReadings.refusedDate("2028-02-29T00:00:00Z") }
    }

    @Test("libxml2's element has its own text and that of its elements, without comments")
    func element() throws {
        let root = try #require(
            LibXML2Element(
                parsing: Array(#"<a b="c&amp;" x:b="d" xmlns:x="urn:x">1<!--2--><x:e>3<![CDATA[4]]></x:e></a>"#.utf8)
            )
        )
        #expect(root.content == Array("134".utf8))
        #expect(root.attribute("b") == Array("c&".utf8))
        #expect(root.attributes.map(\.namespace) == [nil, Array("urn:x".utf8)])
        #expect(root.elements("e", in: "urn:x").map(\.content) == [Array("34".utf8)])
        #expect(root.elements("e", in: "urn:y").isEmpty)
        #expect(root.elements("e").count == 1)
        #expect(root.all.count == 2)
        #expect(LibXML2Element(parsing: Array("<a>".utf8)) == nil)
    }
}
