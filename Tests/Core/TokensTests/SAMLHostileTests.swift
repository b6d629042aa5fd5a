import Documents
import Testing
import Tokens
import VirtualTime

/// The 32 classes of fuzzing.md §4, each with the behaviour that is right.
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
        try SAMLResponse(parsing: text).remarks.filter { $0.weight == .suspicious }.map(\.name)
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
    func splitName(content: String, remark: String) throws {
        let text = SAMLSample.with { $0.nameID = "<saml:NameID>\(content)</saml:NameID>" }
        let response = try SAMLResponse(parsing: text)
        guard case .name(let name) = try response.successfulAssertion().subject?.identifier else {
            Issue.record("no name")
            return
        }
        #expect(name.value == "admin@kite.example.evil.example")
        #expect(response.remarks.first?.name == remark)
        #expect(response.remarks.first?.detail.contains("admin@kite.example.evil.example") == true)
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
        let names = try SAMLResponse(parsing: text).remarks.map(\.name)
        for name in ["processing-instruction", "xml-base", "schema-location", "extensions"] {
            #expect(names.contains(name))
        }
        #expect(try Self.suspicions(text).isEmpty)
    }

    @Test(
        "Class 27: a date that is not in UTC, or none, is refused",
        arguments: [
            "2026-11-21T21:59:12", "2026-11-21T21:59:12+00:00", "2026-11-21T21:59:12+0100", "2026-11-21t21:59:12Z",
            "2026-11-21T21:59:12z", "2026-11-21T24:00:00Z", "2026-11-21T23:59:60Z", "2026-13-01T00:00:00Z",
            "2026-02-29T00:00:00Z", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "-2026-01-01T00:00:00Z",
            "2026-11-21T21:59:12.Z", "2026-11-21 21:59:12Z", "2026-11-21", "", " 2026-11-21T21:59:12Z",
            "2026-11-21T21:59:12Z ", "99999999999999999999", "2026-11-21T21:59:1٢Z",
        ]
    )
    func badDates(date: String) {
        #expect(
            Self.refusal(SAMLSample.with { $0.conditions = "<saml:Conditions NotOnOrAfter=\"\(date)\"/>" })
                == "bad-date"
        )
        #expect(Instant(samlDateTime: date) == nil)
    }

    @Test("Class 27: fractions of any length and the year 9999 are read; the end is exclusive to the nanosecond")
    func goodDates() throws {
        #expect(Instant(samlDateTime: "2026-11-21T21:59:12.123456789123Z")?.nanosecond == 123_456_789)
        #expect(Instant(samlDateTime: "9999-12-31T23:59:59Z") == Instant(secondsSince1970: 253_402_300_799))
        let digits = String(repeating: "0", count: 64 - 21)
        #expect(Instant(samlDateTime: "2026-11-21T21:59:12." + digits + "Z") != nil)
        #expect(Instant(samlDateTime: "2026-11-21T21:59:12.0" + digits + "Z") == nil)
        let response = try SAMLResponse(parsing: SAMLSample().xml)
        let end = try #require(Instant(samlDateTime: "2026-11-21T21:59:12Z"))
        #expect(response.validity.isValid(at: end - .nanoseconds(1)))
        #expect(!response.validity.isValid(at: end))
        #expect(response.validity.isValid(at: end, skew: ClockSkew(.seconds(1))))
    }

    @Test("Class 27: an interval turned inside out is suspicious and never valid, a missing end is mentioned")
    func oddIntervals() throws {
        let inverted = SAMLSample.with {
            $0.conditions =
                #"<saml:Conditions NotBefore="2026-11-21T21:59:12Z" NotOnOrAfter="2026-11-20T21:59:12Z"/>"#
        }
        #expect(try Self.suspicions(inverted) == ["empty-interval"])
        let validity = try SAMLResponse(parsing: inverted).validity
        #expect(!validity.isValid(at: Instant(secondsSince1970: 1_795_255_200)))
        let open = SAMLSample.with { $0.conditions = "" }
        #expect(try SAMLResponse(parsing: open).remarks.map(\.name) == ["unsigned", "no-expiry"])
        #expect(Self.refusal(SAMLSample.with { $0.conditions += $0.conditions }) == "repeated-part")
    }

    @Test("Class 28: MACs, broken hashes and foreign transforms are suspicious; the type says unverified")
    func algorithms() throws {
        func suspicions(_ signature: String) throws -> [String] {
            try Self.suspicions(SAMLSample.with { $0.responseSignature = signature })
        }
        #expect(
            try suspicions(
                SAMLSample.signature(over: "_r1", algorithm: "http://www.w3.org/2000/09/xmldsig#hmac-sha1")
            ) == ["symmetric-algorithm"]
        )
        #expect(
            try suspicions(SAMLSample.signature(over: "_r1", algorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1"))
                == ["weak-algorithm"]
        )
        let filter = #"<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/>"#
        #expect(try suspicions(SAMLSample.signature(over: "_r1", transforms: filter)) == ["unknown-transform"])
        let signature = SAMLSample.signature(over: "_r1")
        let sha512 = "http://www.w3.org/2001/04/xmlenc#sha512"
        let digest = #"DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256""#
        #expect(signature.contains(digest))
        func with(digest other: String) -> String {
            signature.replacing(digest, with: #"DigestMethod Algorithm="\#(other)""#)
        }
        #expect(try suspicions(with(digest: sha512)).isEmpty)
        #expect(try suspicions(with(digest: "http://digest.example/constant")) == ["unknown-digest"])
        #expect(try suspicions(with(digest: "http://www.w3.org/2000/09/xmldsig#sha1")) == ["weak-digest"])
        let canonical = #"CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#""#
        #expect(signature.contains(canonical))
        func with(canonicalization other: String) -> String {
            signature.replacing(canonical, with: #"CanonicalizationMethod Algorithm="\#(other)""#)
        }
        let inclusive = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments"
        #expect(try suspicions(with(canonicalization: inclusive)).isEmpty)
        let stylesheet = "http://www.w3.org/TR/1999/REC-xslt-19991116"
        #expect(try suspicions(with(canonicalization: stylesheet)) == ["unknown-canonicalization"])
    }

    @Test("Class 28: a signature of several infos or references, or a broken reference, is refused")
    func malformedSignatures() {
        func refusal(_ change: (String) -> String) -> String? {
            let signature = change(SAMLSample.signature(over: "_r1"))
            return Self.refusal(SAMLSample.with { $0.responseSignature = signature })
        }
        #expect(refusal { $0 } == nil)
        let canonical = #"<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>"#
        #expect(refusal { $0.replacing(canonical, with: "") } == "malformed-signature")
        #expect(refusal { $0.replacing(canonical, with: canonical + canonical) } == "malformed-signature")
        #expect(
            refusal { $0.replacing("</ds:SignedInfo>", with: "</ds:SignedInfo><ds:SignedInfo/>") }
                == "malformed-signature"
        )
        #expect(
            refusal { $0.replacing("</ds:Reference>", with: "</ds:Reference><ds:Reference URI=\"#_a1\"/>") }
                == "malformed-signature"
        )
        #expect(refusal { $0.replacing(" URI=\"#_r1\"", with: "") } == "malformed-signature")
        #expect(refusal { $0.replacing("URI=\"#_r1\"", with: "URI=\"\"") } == nil)
        #expect(refusal { $0.replacing("URI=\"#_r1\"", with: "URI=\"#xpointer(id('_r1'))\"") } == "signature-wrapping")
        #expect(refusal { $0.replacing("URI=\"#_r1\"", with: "URI=\"#_nobody\"") } == "signature-wrapping")
        #expect(refusal { $0.replacing("#_r1", with: "http://192.0.2.1/#_r1") } == "signature-wrapping")
        #expect(refusal { $0 + $0 } == "repeated-part")
        let stray = "<samlp:Extensions>\(SAMLSample.signature(over: "_r1"))</samlp:Extensions>"
        #expect(Self.refusal(SAMLSample.with { $0.extensions = stray }) == "misplaced-signature")
    }

    @Test("Class 7: a signature in an assertion with an empty reference would be over the whole response: refused")
    func emptyReference() {
        let signature = SAMLSample.signature(over: "_a1", uri: "")
        #expect(Self.refusal(SAMLSample.with { $0.assertionSignature = signature }) == "signature-wrapping")
    }

    @Test("Class 29: encrypted parts are typed as encrypted, without partial values")
    func encrypted() throws {
        let data = #"<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/>"#
        let assertion = try SAMLResponse(
            parsing: SAMLSample.with { $0.assertion = "<saml:EncryptedAssertion>\(data)</saml:EncryptedAssertion>" }
        )
        #expect(assertion.assertions.isEmpty)
        #expect(assertion.encryptedAssertionCount == 1)
        #expect(throws: SAMLError(.encrypted("assertion"))) { try assertion.successfulAssertion() }
        let both = SAMLSample.with { $0.more = "<saml:EncryptedAssertion>\(data)</saml:EncryptedAssertion>" }
        #expect(Self.refusal(both) == "several-assertions")
        let name = try SAMLResponse(
            parsing: SAMLSample.with { $0.nameID = "<saml:EncryptedID>\(data)</saml:EncryptedID>" }
        )
        #expect(name.assertions.first?.subject?.identifier == .encrypted)
        let attribute = try SAMLResponse(
            parsing: SAMLSample.with {
                $0.attributes += "<saml:EncryptedAttribute>\(data)</saml:EncryptedAttribute>"
            }
        )
        #expect(attribute.assertions.first?.encryptedAttributeCount == 1)
        #expect(attribute.assertions.first?.attributes.count == 2)
        let twoNames = SAMLSample.with { $0.nameID += "<saml:EncryptedID>\(data)</saml:EncryptedID>" }
        #expect(Self.refusal(twoNames) == "repeated-part")
    }

    @Test("Whatever a status says, its error and its remark stay in one line")
    func statusOverLines() throws {
        let response = try SAMLResponse(
            parsing: SAMLSample.with {
                $0.status =
                    "<samlp:Status><samlp:StatusCode Value=\"a&#10;b\"/>"
                    + "<samlp:StatusMessage>c\u{2028}d</samlp:StatusMessage></samlp:Status>"
            }
        )
        let error = #expect(throws: SAMLError.self) { try response.successfulAssertion() }
        #expect(error?.description == "the response says no success: a\\u{a}b (c\\u{2028}d)")
        let remark = response.remarks.first { $0.name == "no-success" }
        #expect(remark?.detail.contains("a\\u{a}b") == true)
        #expect(response.remarks.allSatisfy { !$0.detail.contains { $0.isNewline } })
    }

    @Test("Class 30: a status that is no success carries its codes, nested ones too, and a missing one is refused")
    func statuses() throws {
        let prefix = "urn:oasis:names:tc:SAML:2.0:status:"
        let response = try SAMLResponse(
            parsing: SAMLSample.with {
                $0.status =
                    "<samlp:Status><samlp:StatusCode Value=\"\(prefix)Responder\"><samlp:StatusCode "
                    + "Value=\"\(prefix)AuthnFailed\"/></samlp:StatusCode><samlp:StatusMessage>no</samlp:StatusMessage>"
                    + "</samlp:Status>"
                $0.assertion = ""
            }
        )
        let codes = [prefix + "Responder", prefix + "AuthnFailed"]
        #expect(response.status.codes == codes)
        #expect(throws: SAMLError(.status(codes: codes, message: "no"))) { try response.successfulAssertion() }
        #expect(response.remarks.map(\.name) == ["no-success", "unsigned"])
        #expect(Self.refusal(SAMLSample.with { $0.status = "" }) == "missing-part")
        #expect(Self.refusal(SAMLSample.with { $0.status = "<samlp:Status/>" }) == "missing-part")
        #expect(Self.refusal(SAMLSample.with { $0.status += $0.status }) == "repeated-part")
    }

    @Test("Class 30: no more than sixteen status codes may stand inside each other")
    func nestedStatuses() {
        func nested(_ count: Int) -> String {
            SAMLSample.with {
                $0.status =
                    "<samlp:Status>" + String(repeating: "<samlp:StatusCode Value=\"x\">", count: count)
                    + String(repeating: "</samlp:StatusCode>", count: count) + "</samlp:Status>"
            }
        }
        #expect(Self.refusal(nested(SAMLStatus.maximumCodes)) == nil)
        #expect(Self.refusal(nested(SAMLStatus.maximumCodes + 1)) == "repeated-part")
    }

    @Test("Class 30: success without an assertion is an error for whoever wants one")
    func noAssertion() throws {
        let response = try SAMLResponse(parsing: SAMLSample.with { $0.assertion = "" })
        #expect(throws: SAMLError(.noAssertion)) { try response.successfulAssertion() }
    }

    @Test("Class 31: values are a list; empty, null and absent ones are kept apart, and names are never merged")
    func attributeValues() throws {
        let text = SAMLSample.with {
            $0.attributes =
                "<saml:Attribute Name=\"none\"/>"
                + "<saml:Attribute Name=\"empty\"><saml:AttributeValue/></saml:Attribute>"
                + "<saml:Attribute Name=\"nil\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">"
                + "<saml:AttributeValue xsi:nil=\"true\"/></saml:Attribute>"
                + "<saml:Attribute Name=\"five\">"
                + (1...5).map { "<saml:AttributeValue>\($0)</saml:AttributeValue>" }.joined() + "</saml:Attribute>"
                + "<saml:Attribute Name=\"tree\"><saml:AttributeValue> <saml:NameID>n</saml:NameID> "
                + "</saml:AttributeValue></saml:Attribute>"
                + "<saml:Attribute Name=\"five\"><saml:AttributeValue>6</saml:AttributeValue></saml:Attribute>"
        }
        let response = try SAMLResponse(parsing: text)
        let attributes = try response.successfulAssertion().attributes
        #expect(attributes.map(\.name) == ["none", "empty", "nil", "five", "tree", "five"])
        #expect(attributes[0].values == [])
        #expect(attributes[1].values == [.text("")])
        #expect(attributes[2].values == [.null])
        #expect(attributes[3].values == ["1", "2", "3", "4", "5"].map { .text($0) })
        guard case .elements(let elements)? = attributes[4].values.first else {
            Issue.record("no elements")
            return
        }
        #expect(elements.map(\.text) == ["n"])
        #expect(try Self.suspicions(text) == ["duplicate-attribute"])
        #expect(Self.refusal(SAMLSample.with { $0.attributes = "<saml:Attribute/>" }) == "missing-part")
    }

    @Test("Class 32, K-63: the vendor's pipeline joins attributes that a newline parted, and the result is no XML")
    func normalised() throws {
        let text = SAMLSample().xml.replacing(" IssueInstant", with: "\nIssueInstant")
        #expect(Self.refusal(text) == nil)
        #expect(Self.refusal(SAMLNormalisation.normalise(text)) == "not-well-formed")
        let indented = SAMLSample().xml.replacing(" IssueInstant", with: "\n  IssueInstant")
        #expect(Self.refusal(SAMLNormalisation.normalise(indented)) == nil)
    }

    @Test("Anything but a Response of SAML 2.0 is refused, and so are missing parts and other versions")
    func otherDocuments() {
        #expect(Self.refusal("<a/>") == "not-a-response")
        #expect(Self.refusal("") == "empty")
        #expect(Self.refusal("not XML") == "not-well-formed")
        for part in ["ID=\"_r1\"", "Version=\"2.0\"", "IssueInstant=\"2026-11-20T21:59:12Z\""] {
            #expect(
                Self.refusal(
                    SAMLSample.with { $0.responseAttributes = $0.responseAttributes.replacing(part, with: "") }
                )
                    == "missing-part"
            )
        }
        #expect(
            Self.refusal(
                SAMLSample.with { $0.responseAttributes = $0.responseAttributes.replacing("2.0", with: "1.1") }
            )
                == "wrong-version"
        )
    }

    @Test("What differs between a response and its assertion is suspicious: the issuer, the request")
    func differences() throws {
        #expect(
            try Self.suspicions(SAMLSample.with { $0.issuer = "<saml:Issuer>https://other.example</saml:Issuer>" })
                == ["issuers-differ"]
        )
        let confirmation =
            #"<saml:SubjectConfirmation Method="m"><saml:SubjectConfirmationData InResponseTo="_q2"/>"#
            + "</saml:SubjectConfirmation>"
        let text = SAMLSample.with {
            $0.responseAttributes += " InResponseTo=\"_q1\""
            $0.confirmation = confirmation
        }
        #expect(try Self.suspicions(text) == ["requests-differ"])
        let condition = "<saml:Conditions><saml:Novelty/></saml:Conditions>"
        #expect(try Self.suspicions(SAMLSample.with { $0.conditions = condition }) == ["unknown-condition"])
        #expect(
            try Self.suspicions(SAMLSample.with { $0.nameID = "<saml:NameID/>" }) == ["empty-name-id"]
        )
    }
}
