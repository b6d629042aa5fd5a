import Checkout
import Documents
import Report
import Testing
import Tokens
import VirtualTime

/// The 32 classes of fuzzing.md §4, each with the behavior that is right.
struct SAMLHostileTests {
    @Test("Class 20: elements as deep as a caller may allow are walked to the bottom")
    func deepest() throws {
        var options = SAMLResponse.Options()
        options.limits.depth = .max
        var sample = SAMLSample()
        // Response, Assertion, AttributeStatement, Attribute and AttributeValue stand around them.
        func value(_ depth: Int) -> String {
            #"<saml:Attribute Name="a"><saml:AttributeValue>"# + String(repeating: "<x>", count: depth)
                + String(repeating: "</x>", count: depth) + "</saml:AttributeValue></saml:Attribute>"
        }
        sample.attributes = value(251)
        let response = try SAMLResponse(parsing: sample.xml, options: options)
        #expect(response.assertions.first?.attributes.count == 1)
        sample.attributes = value(252)
        #expect(throws: SAMLError.self) { try SAMLResponse(parsing: sample.xml, options: options) }
    }

    /// The name of the error that a response is refused with; nil if it is read.
    static func refusal(_ text: String) -> String? { refusal(Array(text.utf8)) }

    static func refusal(_ bytes: [UInt8]) -> String? {
        do throws(SAMLError) {
            _ = try SAMLResponse(parsing: bytes)
            return nil
        } catch {
            #expect(!error.description.isEmpty)
            return error.name
        }
    }

    static func suspicions(_ text: String) throws -> [String] {
        try SAMLResponse(parsing: text).diagnostics.filter { $0.weight != .note }.map(\.name)
    }

    static let unsigned = SAMLSample().plainAssertion

    @Test(
        "Class 1, 2, 3, 4: any document type declaration is refused before its content is used",
        arguments: [
            "<!DOCTYPE r SYSTEM \"file:///etc/passwd\">",
            "<!DOCTYPE r SYSTEM \"http://192.0.2.1/x.dtd\">",
            "<!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>",
            "<!DOCTYPE r [<!ENTITY % p SYSTEM \"http://192.0.2.1/p\"> %p;]>",
            "<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">]>",
            "<!DOCTYPE r [<!ATTLIST samlp:Response ID CDATA \"_default\">]>",
            "<?xml version=\"1.0\"?>\n<!-- x -->\n<!DOCTYPE r>",
        ]
    )
    func documentType(declaration: String) {
        #expect(Self.refusal(declaration + SAMLSample().xml) == "document-type-declaration")
    }

    @Test("Class 1: a reference to an entity that is not predefined is refused")
    func entityReference() {
        #expect(Self.refusal(SAMLSample.with { $0.nameID = "<saml:NameID>&x;</saml:NameID>" }) != nil)
    }

    @Test("Class 5: a response inside the response is refused, before or after the signature, XSW 1 and 2")
    func nestedResponse() {
        let inner = SAMLSample.with { $0.responseAttributes = $0.responseAttributes.replacing("_r1", with: "_r2") }
            .replacing("_a1", with: "_a2")
        #expect(Self.refusal(SAMLSample.with { $0.more = inner }) == "nested-response")
        let object = #"<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">\#(inner)</ds:Object>"#
        let signature = SAMLSample.signature(over: "_r1", more: object)
        #expect(Self.refusal(SAMLSample.with { $0.responseSignature = signature }) == "nested-response")
    }

    @Test("Class 6: more than one assertion is refused, before, after or around the signed one, XSW 3 and 4")
    func severalAssertions() {
        var evil = SAMLSample()
        evil.assertionAttributes = evil.assertionAttributes.replacing("_a1", with: "_evil")
        evil.nameID = "<saml:NameID>admin</saml:NameID>"
        let signed = SAMLSample.signature(over: "_a1")
        #expect(
            Self.refusal(
                SAMLSample.with {
                    $0.assertionSignature = signed; $0.more = evil.plainAssertion
                }
            )
                == "several-assertions"
        )
        var original = SAMLSample()
        original.assertionSignature = signed
        #expect(
            Self.refusal(
                SAMLSample.with {
                    $0.assertion = evil.plainAssertion; $0.more = original.plainAssertion
                }
            )
                == "several-assertions"
        )
        evil.attributes += original.plainAssertion
        #expect(Self.refusal(SAMLSample.with { $0.assertion = evil.plainAssertion }) == "misplaced-assertion")
    }

    @Test("Class 7: an assertion inside a signature, or a signature over another element, is refused, XSW 5 and 6")
    func movedAssertion() {
        let object =
            #"<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">\#(Self.unsigned)</ds:Object>"#
        var evil = SAMLSample()
        evil.assertionAttributes = evil.assertionAttributes.replacing("_a1", with: "_evil")
        evil.assertionSignature = SAMLSample.signature(over: "_a1", more: object)
        #expect(["misplaced-assertion", "signature-wrapping"].contains(Self.refusal(evil.xml)))
        evil.assertionSignature = SAMLSample.signature(over: "_a1")
        evil.more = Self.unsigned
        #expect(["several-assertions", "signature-wrapping"].contains(Self.refusal(evil.xml)))
        evil.more = ""
        #expect(Self.refusal(evil.xml) == "signature-wrapping")
    }

    @Test("Class 8: an assertion inside extensions or an object counts, XSW 7 and 8")
    func hiddenAssertion() {
        let hidden = Self.unsigned.replacing("_a1", with: "_a2")
        #expect(
            Self.refusal(SAMLSample.with { $0.extensions = "<samlp:Extensions>\(hidden)</samlp:Extensions>" })
                == "misplaced-assertion"
        )
        let object = #"<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">\#(hidden)</ds:Object>"#
        #expect(
            Self.refusal(SAMLSample.with { $0.responseSignature = SAMLSample.signature(over: "_r1", more: object) })
                == "misplaced-assertion"
        )
        let value = "<saml:Attribute Name=\"x\"><saml:AttributeValue>\(hidden)</saml:AttributeValue></saml:Attribute>"
        #expect(Self.refusal(SAMLSample.with { $0.attributes += value }) == "misplaced-assertion")
    }

    @Test("Class 9: a second root element and anything after the document are refused")
    func trailing() {
        let text = SAMLSample().xml
        #expect(Self.refusal(text + text) != nil)
        #expect(Self.refusal(text + "junk") != nil)
        #expect(Self.refusal(text + "\u{0}") == "nul-byte")
        #expect(Self.refusal(text + "\n<!-- fine -->\n") == nil)
    }

    @Test(
        "Class 10: of a split text the whole counts, never the first node, and the split is reported by name",
        arguments: [
            ("admin@kite.example<!---->.evil.example", "comment-split-name-id"),
            ("admin@kite.example<?x y?>.evil.example", "comment-split-name-id"),
            ("admin@kite.example<![CDATA[.evil.example]]>", "cdata-split-name-id"),
        ]
    )
    func splitName(content: String, diagnostic: String) throws {
        let text = SAMLSample.with { $0.nameID = "<saml:NameID>\(content)</saml:NameID>" }
        let response = try SAMLResponse(parsing: text)
        guard case .name(let name) = try response.successfulAssertion().subject?.identifier else {
            Issue.record("no name")
            return
        }
        #expect(name.value == "admin@kite.example.evil.example")
        #expect(response.diagnostics.first?.name == diagnostic)
        #expect(response.diagnostics.first?.detail.contains("admin@kite.example.evil.example") == true)
    }

    @Test("Class 10: split attribute values and digests are reported too, and a name that holds elements is refused")
    func splitElsewhere() throws {
        let value =
            #"<saml:Attribute Name="uid"><saml:AttributeValue>a<!-- -->b</saml:AttributeValue></saml:Attribute>"#
        let response = try SAMLResponse(parsing: SAMLSample.with { $0.attributes = value })
        #expect(response.assertions.first?.attributes.first?.values == [.text("ab")])
        #expect(try Self.suspicions(SAMLSample.with { $0.attributes = value }) == ["comment-split-attribute-value"])
        let digest = SAMLSample.signature(over: "_r1", digest: "ZGln<!---->ZXN0")
        #expect(
            try Self.suspicions(SAMLSample.with { $0.responseSignature = digest }) == ["comment-split-digest-value"]
        )
        #expect(
            Self.refusal(SAMLSample.with { $0.nameID = "<saml:NameID>a<b xmlns=\"urn:x\"/></saml:NameID>" })
                == "unexpected-element"
        )
    }

    @Test("Class 11: what was read and what is forwarded are the same bytes")
    func sameBytes() throws {
        let bytes = Array(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n" + SAMLSample().xml + "\r\n").utf8)
        #expect(try SAMLResponse(parsing: bytes).bytes == bytes)
    }

    @Test("Class 12: a relative namespace name is refused", arguments: ["x", "../x", "1:x", ":x", "x y:z"])
    func relativeNamespace(name: String) {
        #expect(Self.refusal(SAMLSample.with { $0.responseAttributes += " xmlns:q=\"\(name)\"" }) != nil)
    }

    @Test("Class 13: SAML's local names in another namespace, or in none, are refused")
    func wrongNamespaces() {
        let samples = [
            SAMLSample.with { $0.nameID = "<NameID>u</NameID>" },
            SAMLSample.with { $0.nameID = "<x:NameID xmlns:x=\"urn:x\">u</x:NameID>" },
            SAMLSample.with { $0.nameID += "<samlp:NameID>admin</samlp:NameID>" },
            SAMLSample.with { $0.status = "<saml:Status/>" },
            SAMLSample.with { $0.conditions = "<Conditions NotOnOrAfter=\"2026-11-21T21:59:12Z\"/>" },
            SAMLSample.with { $0.assertionSignature = "<Signature/>" },
            SAMLSample.with { $0.extensions = "<samlp:Extensions><x:Assertion xmlns:x=\"urn:x\"/></samlp:Extensions>" },
        ]
        for sample in samples { #expect(Self.refusal(sample) == "wrong-namespace") }
        #expect(Self.refusal("<Response ID=\"_1\"/>") == "wrong-namespace")
        #expect(
            Self.refusal("<p:Response xmlns:p=\"urn:oasis:names:tc:SAML:1.0:protocol\" ID=\"_1\"/>")
                == "wrong-namespace"
        )
        let harmless = SAMLSample.with {
            $0.attributes +=
                "<saml:Attribute Name=\"x\"><saml:AttributeValue><Subject xmlns=\"urn:mail\">Hello</Subject>"
                + "</saml:AttributeValue></saml:Attribute>"
        }
        #expect(Self.refusal(harmless) == nil)
    }

    @Test("Class 13: the prefix does not matter, only the namespace does")
    func prefixes() throws {
        let swapped = SAMLSample().xml.replacing("samlp:", with: "q:").replacing("xmlns:samlp", with: "xmlns:q")
            .replacing("saml:", with: "samlp:").replacing("xmlns:saml=", with: "xmlns:samlp=")
        #expect(try SAMLResponse(parsing: swapped).assertions == SAMLResponse(parsing: SAMLSample().xml).assertions)
    }

    @Test("Class 14: only the ID attribute in no namespace counts, and a namesake is suspicious")
    func attributePollution() throws {
        let text = SAMLSample.with { $0.responseAttributes += " samlp:ID=\"_other\"" }
        #expect(try SAMLResponse(parsing: text).id == "_r1")
        #expect(try Self.suspicions(text) == ["namespaced-id"])
        let only = SAMLSample.with { $0.responseAttributes = $0.responseAttributes.replacing(" ID", with: " samlp:ID") }
            .replacing("ID=\"_r1\"", with: "samlp:ID=\"_r1\"")
        #expect(Self.refusal(only) == "missing-part")
    }

    @Test("Class 15: two elements of one ID are refused, wherever they stand")
    func duplicateIDs() {
        #expect(
            Self.refusal(
                SAMLSample.with { $0.assertionAttributes = $0.assertionAttributes.replacing("_a1", with: "_r1") }
            )
                == "duplicate-id"
        )
        let hidden = "<samlp:Extensions><x xmlns=\"urn:x\" ID=\"_a1\"/></samlp:Extensions>"
        #expect(Self.refusal(SAMLSample.with { $0.extensions = hidden }) == "duplicate-id")
        let object = "<ds:Object xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\" Id=\"_a1\"/>"
        #expect(
            Self.refusal(SAMLSample.with { $0.responseSignature = SAMLSample.signature(over: "_r1", more: object) })
                == "duplicate-id"
        )
        let xmlID = "<samlp:Extensions><x xmlns=\"urn:x\" xml:id=\"_a1\"/></samlp:Extensions>"
        #expect(Self.refusal(SAMLSample.with { $0.extensions = xmlID }) == "duplicate-id")
    }

    @Test("Class 16: undeclared prefixes and attributes that stand twice are refused")
    func namespaceWellFormedness() {
        #expect(Self.refusal("<samlp:Response ID=\"_1\"/>") == "bad-namespace")
        let twice = SAMLSample.with {
            $0.responseAttributes +=
                " xmlns:a=\"urn:x\" xmlns:b=\"urn:x\" a:y=\"1\" b:y=\"2\""
        }
        #expect(Self.refusal(twice) != nil)
        #expect(Self.refusal(SAMLSample.with { $0.responseAttributes += " ID=\"_2\"" }) != nil)
    }

    @Test("Class 19, 20, 21: too many attributes, too deep a tree, too long a name or text are refused")
    func costs() {
        let many = (0...256).map { "a\($0)=\"\"" }.joined(separator: " ")
        #expect(Self.refusal(SAMLSample.with { $0.extensions = "<samlp:Extensions \(many)/>" }) != nil)
        let deep = String(repeating: "<x>", count: 100) + String(repeating: "</x>", count: 100)
        #expect(Self.refusal(SAMLSample.with { $0.extensions = "<samlp:Extensions>\(deep)</samlp:Extensions>" }) != nil)
        let name = String(repeating: "n", count: 2_000)
        #expect(
            Self.refusal(SAMLSample.with { $0.extensions = "<samlp:Extensions><\(name)/></samlp:Extensions>" }) != nil
        )
        let text = String(repeating: "t", count: 300_000)
        #expect(Self.refusal(SAMLSample.with { $0.nameID = "<saml:NameID>\(text)</saml:NameID>" }) != nil)
    }

    @Test("Class 22, 23, 24: other encodings, broken UTF-8, NUL bytes and half UTF-16 units are refused")
    func encodings() {
        let text = SAMLSample().xml
        for encoding in ["UTF-7", "SCSU", "EBCDIC-CP-US", "ISO-2022-JP", "ISO-8859-1"] {
            // The declaration cannot switch the decoder: it is refused or ignored, and what is read is UTF-8.
            let declared =
                "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>"
                + SAMLSample.with { $0.nameID = "<saml:NameID>+ADw-x</saml:NameID>" }
            if let response = try? SAMLResponse(parsing: declared),
                case .name(let name)? = response.assertions.first?.subject?.identifier
            {
                #expect(name.value == "+ADw-x")
            }
        }
        for bad in [[0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0x00]] as [[UInt8]] {
            let parts = text.split(separator: "u-81f0", maxSplits: 1).map { Array($0.utf8) }
            #expect(Self.refusal(parts[0] + bad + parts[1]) != nil)
        }
        let utf16: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(Self.refusal(utf16) == nil)
        #expect(Self.refusal(utf16 + [0x20]) != nil)
    }

    @Test("Class 25, 26, 3: instructions, XInclude, xml:base and schema locations are ignored and mentioned")
    func ignored() throws {
        let text =
            "<?xml-stylesheet href=\"http://192.0.2.1/x.xsl\"?><?oasis-xml-catalog catalog=\"file:///x\"?>"
            + SAMLSample.with {
                $0.responseAttributes +=
                    " xml:base=\"http://192.0.2.1/\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
                    + " xsi:schemaLocation=\"urn:x http://192.0.2.1/x.xsd\""
                $0.extensions =
                    "<samlp:Extensions><xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" "
                    + "href=\"file:///etc/passwd\" parse=\"text\"/></samlp:Extensions>"
            }
        let names = try SAMLResponse(parsing: text).diagnostics.map(\.name)
        for name in ["processing-instruction", "xml-base", "schema-location", "extensions"] {
            #expect(names.contains(name))
        }
        #expect(try Self.suspicions(text).isEmpty)
    }
}
