import Checkout
import Report
import Testing
import Tokens

/// The suspicious responses that can be read in one way, and those that only look suspicious.
struct SAMLDiagnosticsTests {
    static func suspicions(_ change: (inout SAMLSample) -> Void) throws -> [String] {
        try SAMLHostileTests.suspicions(SAMLSample.with(change))
    }

    static func notes(_ change: (inout SAMLSample) -> Void) throws -> [String] {
        try SAMLResponse(parsing: SAMLSample.with(change)).diagnostics.filter { $0.weight == .note }.map(\.name)
    }

    static let schema = #"xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#

    // MARK: What is not read

    @Test(
        "Class 11: what stands in an assertion and is not read is suspicious: it may deny what the rest permits",
        arguments: [
            #"<saml:AuthzDecisionStatement Resource="r" Decision="Deny"/>"#,
            #"<saml:Statement \#(schema) xsi:type="saml:AttributeStatementType"><saml:Attribute Name="a"/>"#
                + "</saml:Statement>",
            #"<x:Foo xmlns:x="urn:x"/>"#, "<Foo/>", #"<saml:Attribute Name="a"/>"#,
            #"<x:Foo ID="_x" xmlns:x="urn:x"/>"#,
        ]
    )
    func unreadInAssertion(element: String) throws {
        #expect(try Self.suspicions { $0.statements = element } == ["unread-part"])
    }

    @Test("What stands in a response, a subject, a status or an attribute and is not read is suspicious, too")
    func unreadElsewhere() throws {
        let foreign = #"<x:Foo xmlns:x="urn:x"/>"#
        let data = #"<e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#"/>"#
        for element in [foreign, data, "<saml:AttributeStatement/>", "<saml:Subject/>"] {
            #expect(try Self.suspicions { $0.more = element } == ["unread-part"], "\(element)")
        }
        #expect(try Self.suspicions { $0.attributes += foreign } == ["unread-part"])
        #expect(try Self.suspicions { $0.confirmation = foreign } == ["unread-part"])
        let confirmation = #"<saml:SubjectConfirmation Method="m">\#(foreign)</saml:SubjectConfirmation>"#
        #expect(try Self.suspicions { $0.confirmation = confirmation } == ["unread-part"])
        #expect(
            try Self.suspicions { $0.attributes = #"<saml:Attribute Name="a">\#(foreign)</saml:Attribute>"# }
                == ["unread-part"]
        )
        let status = SAMLSample().status.replacing("</samlp:Status>", with: foreign + "</samlp:Status>")
        #expect(try Self.suspicions { $0.status = status } == ["unread-part"])
    }

    @Test("Of many elements that are not read ten are named, each once, and each in few words")
    func manyUnread() throws {
        let long = String(repeating: "n", count: 500)
        let many = (0..<200).map { "<x\($0 % 30)\(long)/>" }.joined()
        let diagnostics = try SAMLResponse(parsing: SAMLSample.with { $0.statements = many }).diagnostics
            .filter { $0.name == "unread-part" }
        #expect(diagnostics.count == 10)
        #expect(Set(diagnostics.map(\.detail)).count == 10)
        #expect(diagnostics.allSatisfy { $0.detail.utf8.count <= 600 })
    }

    @Test("Advice and extensions change nothing of what an assertion means: notes, as are all parts that are read")
    func harmlessParts() throws {
        let advice = #"<saml:Advice><saml:AssertionIDRef>_b</saml:AssertionIDRef><x xmlns="urn:x"/></saml:Advice>"#
        let statement = #"<saml:AuthnStatement AuthnInstant="2026-11-20T21:59:00Z"/>"#
        let change = { (sample: inout SAMLSample) in
            sample.statements = advice + statement + statement
            sample.extensions = #"<samlp:Extensions><x xmlns="urn:x"/></samlp:Extensions>"#
            sample.status = sample.status.replacing(
                "</samlp:Status>",
                with: #"<samlp:StatusDetail><x xmlns="urn:x"/></samlp:StatusDetail></samlp:Status>"#
            )
        }
        #expect(try Self.suspicions(change).isEmpty)
        #expect(try Self.notes(change) == ["extensions", "advice", "unsigned"])
    }

    // MARK: None that holds something

    @Test(
        "Class 31: white space around xsi:nil is a schema's to take away",
        arguments: [" true ", "1", "\n1\t", "true"]
    )
    func nilInBlanks(value: String) throws {
        let attribute = { (content: String) in
            #"<saml:Attribute Name="a"><saml:AttributeValue \#(Self.schema) xsi:nil="\#(value)">\#(content)"#
                + "</saml:AttributeValue></saml:Attribute>"
        }
        let empty = try SAMLResponse(parsing: SAMLSample.with { $0.attributes = attribute("") })
        #expect(empty.assertions.first?.attributes.first?.values == [.null])
        #expect(try Self.suspicions { $0.attributes = attribute("") }.isEmpty)
        #expect(try Self.suspicions { $0.attributes = attribute("text") } == ["nil-with-content"])
    }

    @Test(
        "Class 31: what does not say true is no none",
        arguments: ["false", "0", "", "true x", "TRUE", "\u{A0}true"]
    )
    func notNil(value: String) throws {
        let text = SAMLSample.with {
            $0.attributes =
                #"<saml:Attribute Name="a"><saml:AttributeValue \#(Self.schema) xsi:nil="\#(value)">text"#
                + "</saml:AttributeValue></saml:Attribute>"
            $0.nameID = #"<saml:NameID \#(Self.schema) xsi:nil="\#(value)">u</saml:NameID>"#
        }
        #expect(try SAMLResponse(parsing: text).assertions.first?.attributes.first?.values == [.text("text")])
        #expect(try SAMLHostileTests.suspicions(text).isEmpty)
    }

    @Test("Class 31: a name or an issuer that says it is none is suspicious; its text counts all the same")
    func nilNames() throws {
        let name = #"<saml:NameID \#(Self.schema) xsi:nil="true">u-81f0</saml:NameID>"#
        #expect(try Self.suspicions { $0.nameID = name } == ["nil-name-id"])
        let response = try SAMLResponse(parsing: SAMLSample.with { $0.nameID = name })
        guard case .name(let read)? = response.assertions.first?.subject?.identifier else {
            Issue.record("no name")
            return
        }
        #expect(read.value == "u-81f0")
        let issuer = #"<saml:Issuer \#(Self.schema) xsi:nil=" 1 ">https://idp.meadowlark.example</saml:Issuer>"#
        #expect(try Self.suspicions { $0.issuer = issuer } == ["nil-issuer"])
    }

    // MARK: Attributes

    @Test(
        "Class 31: one name twice is suspicious, however its format is spelt; without one it is unspecified",
        arguments: [
            ("", #" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified""#, "duplicate-attribute"),
            (#" NameFormat="urn:x""#, #" NameFormat=" urn:x ""#, "duplicate-attribute"),
            (#" NameFormat="urn:x""#, #" NameFormat="urn:y""#, "attribute-in-two-formats"),
            ("", #" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri""#, "attribute-in-two-formats"),
            (#" NameFormat="urn:e\#u{301}""#, #" NameFormat="urn:\#u{E9}""#, "attribute-in-two-formats"),
        ]
    )
    func formats(one: String, other: String, diagnostic: String) throws {
        let attributes = [one, other].map { #"<saml:Attribute Name="uid"\#($0)/>"# }.joined()
        #expect(try Self.suspicions { $0.attributes = attributes } == [diagnostic])
    }

    @Test("Class 31: an attribute in three formats is told of once, one in a format of another's not at all")
    func manyFormats() throws {
        let formats = ["urn:a", "urn:b", "urn:c"]
        let one = formats.map { #"<saml:Attribute Name="uid" NameFormat="\#($0)"/>"# }.joined()
        #expect(try Self.suspicions { $0.attributes = one } == ["attribute-in-two-formats"])
        let several = formats.map { #"<saml:Attribute Name="\#($0)" NameFormat="urn:x"/>"# }.joined()
        #expect(try Self.suspicions { $0.attributes = several }.isEmpty)
        let equivalent = ["e\u{301}", "\u{E9}"].map { #"<saml:Attribute Name="\#($0)"/>"# }.joined()
        #expect(try Self.suspicions { $0.attributes = equivalent }.isEmpty, "two names by their bytes")
    }

    // MARK: Names and IDs

    @Test("Class 11: a NameID before the subject's is suspicious, wherever it stands; one behind it is not")
    func earlierNames() throws {
        let value = "<saml:AttributeValue><saml:NameID>evil</saml:NameID></saml:AttributeValue>"
        let attribute = #"<saml:Attribute Name="a">\#(value)</saml:Attribute>"#
        let confirmation =
            #"<saml:SubjectConfirmation Method="m"><saml:NameID>evil</saml:NameID></saml:SubjectConfirmation>"#
        let name = SAMLSample().nameID
        #expect(try Self.suspicions { $0.nameID = confirmation + name } == ["earlier-name-id"])
        let extensions = "<samlp:Extensions><saml:NameID>evil</saml:NameID></samlp:Extensions>"
        #expect(try Self.suspicions { $0.extensions = extensions } == ["earlier-name-id"])
        #expect(
            try Self.suspicions {
                $0.assertionSignature = "<saml:AttributeStatement>\(attribute)</saml:AttributeStatement>"
            } == ["earlier-name-id"]
        )
        #expect(try Self.suspicions { $0.nameID = name + confirmation }.isEmpty)
        #expect(try Self.suspicions { $0.attributes += attribute }.isEmpty)
    }

    @Test("Class 15: an ID in a namespace is suspicious, and so is one that another element bears")
    func namespacedIDs() throws {
        func extensions(_ attributes: String) -> String {
            #"<samlp:Extensions><x xmlns:w="urn:w" \#(attributes)/></samlp:Extensions>"#
        }
        #expect(try Self.suspicions { $0.extensions = extensions(#"w:Id="_x""#) } == ["namespaced-id"])
        for attribute in [#"w:Id="_a1""#, #"w:ID="_a1""#, #"w:Id="_r1""#] {
            #expect(
                try Self.suspicions { $0.extensions = extensions(attribute) } == ["namespaced-id", "duplicate-id"],
                "\(attribute)"
            )
        }
        let twice = extensions(#"w:Id="_x""#).replacing("/></", with: #"/><y xmlns:w="urn:w" w:Id="_x"/></"#)
        #expect(try Self.suspicions { $0.extensions = twice } == ["namespaced-id", "namespaced-id", "duplicate-id"])
        #expect(try Self.suspicions { $0.extensions = extensions(#"w:id="_a1" w:Idx="_a1""#) }.isEmpty)
        let equivalent = extensions(#"w:Id="_e\#u{301}""#)
        let text = SAMLSample.with {
            $0.extensions = equivalent
            $0.assertionAttributes = $0.assertionAttributes.replacing("_a1", with: "_\u{E9}")
        }
        #expect(try SAMLHostileTests.suspicions(text) == ["namespaced-id"])
    }

    @Test(
        "Class 13: the parts of what is signed are refused in another namespace, and those of ciphers are not meant",
        arguments: [
            "Reference", "Transforms", "Transform", "CanonicalizationMethod", "SignatureMethod", "DigestMethod",
        ]
    )
    func partsOfSignatures(name: String) throws {
        for element in ["<\(name)/>", #"<x:\#(name) xmlns:x="urn:x"/>"#] {
            for end in ["</ds:SignedInfo>", "</ds:Reference>", "</ds:Transforms>", "</ds:Signature>"] {
                let signature = SAMLSample.signature(over: "_r1").replacing(end, with: element + end)
                let text = SAMLSample.with { $0.responseSignature = signature }
                #expect(SAMLHostileTests.refusal(text) == "wrong-namespace", "\(element) before \(end)")
            }
        }
        let cipher = #"xmlns:e="http://www.w3.org/2001/04/xmlenc#""#
        let key =
            #"<e:EncryptedKey \#(cipher)><e:CipherData><e:CipherReference URI="urn:c"><e:\#(name)/></e:CipherReference>"#
            + "</e:CipherData></e:EncryptedKey>"
        let text = SAMLSample.with {
            $0.assertion = #"<saml:EncryptedAssertion><e:EncryptedData \#(cipher)/>\#(key)</saml:EncryptedAssertion>"#
        }
        #expect(try SAMLHostileTests.suspicions(text).isEmpty)
        let extensions = "<samlp:Extensions><\(name)/></samlp:Extensions>"
        #expect(try Self.suspicions { $0.extensions = extensions }.isEmpty)
    }
}
