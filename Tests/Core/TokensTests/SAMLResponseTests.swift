import Checkout
import Documents
import Testing
import Tokens
import VirtualTime

/// The content of a response, as values.
struct SAMLResponseTests {
    @Test("A response says who issued it, when, where to, in answer to what, and with what success")
    func frame() throws {
        let response = try SAMLResponse(
            parsing: SAMLSample.with {
                $0.responseAttributes += #" Destination="https://sp.kite.example/acs" InResponseTo="_q1""#
                $0.status =
                    #"<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>"#
                    + "<samlp:StatusMessage>fine</samlp:StatusMessage></samlp:Status>"
            }
        )
        #expect(response.id == "_r1")
        #expect(response.issuer?.value == "https://idp.meadowlark.example")
        #expect(response.issueInstant == Instant(iso8601: "2026-11-20T21:59:12Z"))
        #expect(response.destination == "https://sp.kite.example/acs")
        #expect(response.inResponseTo == "_q1")
        #expect(response.status.isSuccess)
        #expect(response.status.message == "fine")
        #expect(response.diagnostics.map(\.name) == ["unsigned"])
    }

    @Test("An assertion says whom it is about, under which conditions, with which attributes")
    func assertion() throws {
        let response = try SAMLResponse(
            parsing: SAMLSample.with {
                $0.nameID =
                    #"<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" "#
                    + #"NameQualifier="idp" SPNameQualifier="sp" SPProvidedID="p">u-81f0</saml:NameID>"#
                $0.confirmation =
                    #"<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">"#
                    + #"<saml:SubjectConfirmationData NotOnOrAfter="2026-11-20T22:04:12Z" "#
                    + #"Recipient="https://sp.kite.example/acs" InResponseTo="_q1" Address="192.0.2.7"/>"#
                    + "</saml:SubjectConfirmation>"
                $0.conditions =
                    #"<saml:Conditions NotBefore="2026-11-20T21:59:12Z" NotOnOrAfter="2026-11-21T21:59:12.5Z">"#
                    + "<saml:AudienceRestriction><saml:Audience>a</saml:Audience><saml:Audience>b</saml:Audience>"
                    + "</saml:AudienceRestriction><saml:OneTimeUse/><saml:ProxyRestriction Count=\"1\"/>"
                    + "</saml:Conditions>"
                $0.statements =
                    #"<saml:AuthnStatement AuthnInstant="2026-11-20T21:59:00Z" SessionIndex="s-1" "#
                    + #"SessionNotOnOrAfter="2026-12-20T21:59:12Z"><saml:AuthnContext><saml:AuthnContextClassRef>"#
                    + "urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>"
                    + "</saml:AuthnContext></saml:AuthnStatement>"
            }
        )
        let assertion = try response.successfulAssertion()
        #expect(assertion.id == "_a1")
        #expect(assertion.issuer.value == "https://idp.meadowlark.example")
        guard case .name(let name) = assertion.subject?.identifier else {
            Issue.record("no name")
            return
        }
        #expect(name.value == "u-81f0")
        #expect(name.format == "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent")
        #expect(name.nameQualifier == "idp")
        #expect(name.serviceProviderQualifier == "sp")
        #expect(name.serviceProvidedID == "p")
        let confirmation = try #require(assertion.subject?.confirmations.first)
        #expect(confirmation.method == "urn:oasis:names:tc:SAML:2.0:cm:bearer")
        #expect(confirmation.validity.expiry == Instant(iso8601: "2026-11-20T22:04:12Z"))
        #expect(confirmation.recipient == "https://sp.kite.example/acs")
        #expect(confirmation.inResponseTo == "_q1")
        #expect(confirmation.address == "192.0.2.7")
        let conditions = try #require(assertion.conditions)
        #expect(conditions.validity.notBefore == Instant(iso8601: "2026-11-20T21:59:12Z"))
        #expect(conditions.validity.expiry == Instant(iso8601: "2026-11-21T21:59:12.5Z"))
        #expect(conditions.audienceRestrictions == [["a", "b"]])
        #expect(conditions.isForOneTimeUse)
        #expect(conditions.unknownConditions.isEmpty)
        let statement = try #require(assertion.authenticationStatements.first)
        #expect(statement.sessionIndex == "s-1")
        #expect(statement.sessionNotOnOrAfter == Instant(iso8601: "2026-12-20T21:59:12Z"))
        #expect(statement.contextClass == "urn:oasis:names:tc:SAML:2.0:ac:classes:Password")
        #expect(assertion.attributes.map(\.name) == ["uid", "householdID"])
        #expect(assertion.attributes.map(\.values) == [[.text("u-81f0")], [.text("h-1")]])
    }

    @Test("An assertion ends when its conditions or its last confirmation do, whichever comes first")
    func validity() throws {
        func confirmation(until: String) -> String {
            #"<saml:SubjectConfirmation Method="m"><saml:SubjectConfirmationData NotOnOrAfter="\#(until)"/>"#
                + "</saml:SubjectConfirmation>"
        }
        let early = try SAMLResponse(
            parsing: SAMLSample.with {
                $0.confirmation =
                    confirmation(until: "2026-11-20T22:00:00Z") + confirmation(until: "2026-11-20T23:00:00Z")
            }
        )
        let end = try #require(Instant(iso8601: "2026-11-20T23:00:00Z"))
        #expect(early.validity.expiry == end)
        #expect(early.validity.isValid(at: end - .nanoseconds(1)))
        #expect(!early.validity.isValid(at: end))
        let open = try SAMLResponse(
            parsing: SAMLSample.with {
                $0.confirmation =
                    confirmation(until: "2026-11-20T22:00:00Z") + #"<saml:SubjectConfirmation Method="m"/>"#
            }
        )
        #expect(open.validity.expiry == Instant(iso8601: "2026-11-21T21:59:12Z"))
        let late = try SAMLResponse(
            parsing: SAMLSample.with { $0.confirmation = confirmation(until: "2027-01-01T00:00:00Z") }
        )
        #expect(late.validity.expiry == Instant(iso8601: "2026-11-21T21:59:12Z"))
    }

    @Test("Signatures are listed with the element that each is over, and nothing says they were verified")
    func signatures() throws {
        let response = try SAMLResponse(
            parsing: SAMLSample.with {
                $0.responseSignature = SAMLSample.signature(over: "_r1")
                $0.assertionSignature = SAMLSample.signature(over: "_a1")
            }
        )
        #expect(response.signatures.map(\.covers) == [.response, .assertion])
        #expect(response.signatures.map(\.coveredID) == ["_r1", "_a1"])
        #expect(response.signatures[0].algorithm.hasSuffix("#rsa-sha256"))
        #expect(response.signatures[0].digestAlgorithm.hasSuffix("#sha256"))
        #expect(response.signatures[0].transforms.count == 2)
        #expect(response.diagnostics.isEmpty)
    }

    @Test("K-63: the response of a capture is read, and its normalised form says the same")
    func captured() throws {
        let text = """
            <saml2p:Response xmlns:saml2p="urn:oasis:names:tc:SAML:2.0:protocol" ID="_b92d" \
            IssueInstant="2026-11-20T21:59:12Z" Version="2.0">
            \t\t<saml2:Issuer xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion">https://idp.example</saml2:Issuer>
            \t\t<saml2p:Status><saml2p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></saml2p:Status>
            \t\t<saml2:Assertion xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion" ID="_786c" \
            IssueInstant="2026-11-20T21:59:12Z" Version="2.0">
            \t\t<saml2:Issuer>https://idp.example</saml2:Issuer>
            \t\t<saml2:Subject><saml2:NameID>u-81f0</saml2:NameID></saml2:Subject>
            \t\t</saml2:Assertion>
            </saml2p:Response>

            """
        let response = try SAMLResponse(parsing: text)
        let normalized = try SAMLResponse(parsing: SAMLNormalization.normalize(text))
        #expect(response.assertions == normalized.assertions)
        #expect(response.assertions.first?.subject?.identifier == normalized.assertions.first?.subject?.identifier)
        #expect(response.bytes == Array(text.utf8))
    }

    @Test("UTF-16 with a byte order mark is read like UTF-8")
    func utf16() throws {
        let units = [0xFEFF] + Array(SAMLSample().xml.utf16)
        let bytes = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        #expect(try SAMLResponse(parsing: bytes).assertions == SAMLResponse(parsing: SAMLSample().xml).assertions)
    }

    @Test("Several assertions are read where the options permit them, each a child of the response")
    func several() throws {
        var sample = SAMLSample()
        let second = sample.plainAssertion.replacing("_a1", with: "_a2")
        sample.more = second
        var options = SAMLResponse.Options()
        options.permitsSeveralAssertions = true
        let response = try SAMLResponse(parsing: sample.xml, options: options)
        #expect(response.assertions.map(\.id) == ["_a1", "_a2"])
        #expect(throws: SAMLError(.ambiguousAssertions(count: 2))) { try response.successfulAssertion() }
    }

    @Test("The options' limits hold for the document")
    func limits() throws {
        var options = SAMLResponse.Options()
        options.limits.totalBytes = SAMLSample().xml.utf8.count
        #expect(try SAMLResponse(parsing: SAMLSample().xml, options: options).id == "_r1")
        options.limits.totalBytes -= 1
        #expect(throws: SAMLError.self) { try SAMLResponse(parsing: SAMLSample().xml, options: options) }
    }
}
