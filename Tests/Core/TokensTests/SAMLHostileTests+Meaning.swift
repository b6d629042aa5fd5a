import Checkout
import Documents
import Report
import Testing
import Tokens
import VirtualTime

/// Dates, algorithms, encryption, statuses and values: what a response says once it is read.
extension SAMLHostileTests {
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
        #expect(try SAMLResponse(parsing: open).diagnostics.map(\.name) == ["unsigned", "no-expiry"])
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
        #expect(error?.description == "the response does not report success: a\\u{a}b (c\\u{2028}d)")
        let diagnostic = response.diagnostics.first { $0.name == "no-success" }
        #expect(diagnostic?.detail.contains("a\\u{a}b") == true)
        #expect(response.diagnostics.allSatisfy { !$0.detail.contains { $0.isNewline } })
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
        #expect(response.diagnostics.map(\.name) == ["no-success", "unsigned"])
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
    func normalized() throws {
        let text = SAMLSample().xml.replacing(" IssueInstant", with: "\nIssueInstant")
        #expect(Self.refusal(text) == nil)
        #expect(Self.refusal(SAMLNormalization.normalize(text)) == "not-well-formed")
        let indented = SAMLSample().xml.replacing(" IssueInstant", with: "\n  IssueInstant")
        #expect(Self.refusal(SAMLNormalization.normalize(indented)) == nil)
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
