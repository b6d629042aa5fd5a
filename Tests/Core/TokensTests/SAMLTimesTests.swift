import Checkout
import Testing
import Tokens
import VirtualTime

/// The times that can never hold, those that are over, and those that only look so.
struct SAMLTimesTests {
    static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
    static let vouching = "urn:oasis:names:tc:SAML:2.0:cm:sender-vouches"

    static func confirmation(_ method: String, _ data: String?) -> String {
        let data = data.map { "<saml:SubjectConfirmationData \($0)/>" } ?? ""
        return #"<saml:SubjectConfirmation Method="\#(method)">\#(data)</saml:SubjectConfirmation>"#
    }

    static func until(_ hour: Int) -> String { #"NotOnOrAfter="2026-11-20T\#(hour):00:00Z""# }

    @Test("Class 27: a session that was over before the assertion was issued is suspicious, one of a nanosecond is not")
    func sessions() throws {
        func suspicions(_ end: String, authenticated: String = "2026-11-20T21:59:00Z") throws -> [String] {
            try SAMLDiagnosticsTests.suspicions {
                $0.statements =
                    #"<saml:AuthnStatement AuthnInstant="\#(authenticated)" SessionNotOnOrAfter="\#(end)"/>"#
            }
        }
        #expect(try suspicions("2002-01-01T00:00:00Z") == ["session-over"])
        #expect(try suspicions("2026-11-20T21:59:12Z") == ["session-over"], "the end is exclusive")
        #expect(try suspicions("2026-11-20T21:59:12.000000001Z").isEmpty)
        #expect(try suspicions("2026-11-20T22:00:00Z", authenticated: "2026-11-20T22:00:00Z") == ["session-over"])
        #expect(try suspicions("2026-11-20T22:00:01Z", authenticated: "2026-11-20T22:00:00Z").isEmpty)
        #expect(try suspicions("2026-12-20T21:59:12Z").isEmpty)
    }

    @Test("Class 27: where there is a bearer, no other confirmation makes up for its end")
    func bearers() throws {
        func response(_ confirmations: [String]) throws -> SAMLResponse {
            try SAMLResponse(parsing: SAMLSample.with { $0.confirmation = confirmations.joined() })
        }
        let end = Instant(iso8601: "2026-11-20T22:00:00Z")
        let bearer = Self.confirmation(Self.bearer, Self.until(22))
        for other in [
            Self.confirmation(Self.vouching, nil), Self.confirmation(Self.vouching, Self.until(23)),
            Self.confirmation("m", #"NotBefore="2026-11-20T23:00:00Z""#),
        ] {
            #expect(try response([bearer, other]).validity.expiry == end)
            #expect(try response([other, bearer]).validity.expiry == end)
            #expect(try !response([bearer, other]).diagnostics.contains { $0.name == "confirmations-apart" })
        }
        let padded = Self.confirmation(" \(Self.bearer)&#10;", Self.until(22))
        #expect(try response([padded, Self.confirmation(Self.vouching, nil)]).validity.expiry == end)
        let two = [bearer, Self.confirmation(Self.bearer, Self.until(23))]
        #expect(try response(two).validity.expiry == Instant(iso8601: "2026-11-20T23:00:00Z"))
        let none = [Self.confirmation(Self.vouching, Self.until(22)), Self.confirmation("m", Self.until(23))]
        #expect(try response(none).validity.expiry == Instant(iso8601: "2026-11-20T23:00:00Z"))
    }

    /// SAML core §2.4.1.2: NotOnOrAfter is exclusive, NotBefore is not.
    @Test(
        "Class 27: of confirmations that touch the latest end counts, of such that are apart the first; touching is enough",
        arguments: [
            ("21:00:00Z", false), ("21:59:59.999999999Z", false), ("22:00:00Z", false), ("22:00:00.000000001Z", true),
            ("22:30:00Z", true),
        ],
        [bearer, vouching]
    )
    func touching(_ second: (start: String, isApart: Bool), method: String) throws {
        let (start, isApart) = second
        let first = Self.confirmation(method, Self.until(22))
        let second = Self.confirmation(method, "NotBefore=\"2026-11-20T\(start)\" \(Self.until(23))")
        let end = Instant(iso8601: "2026-11-20T\(isApart ? 22 : 23):00:00Z")
        for confirmations in [[first, second], [second, first]] {
            let response = try SAMLResponse(parsing: SAMLSample.with { $0.confirmation = confirmations.joined() })
            #expect(response.validity.expiry == end)
            #expect(response.diagnostics.map(\.name) == ["unsigned"] + (isApart ? ["confirmations-apart"] : []))
        }
    }

    @Test("Class 27: a bearer confirmation without an end is suspicious; others need none")
    func endlessBearers() throws {
        for data in [nil, "", #"Recipient="https://sp.kite.example/acs""#] {
            #expect(
                try SAMLDiagnosticsTests.suspicions { $0.confirmation = Self.confirmation(Self.bearer, data) }
                    == ["bearer-without-end"]
            )
            #expect(
                try SAMLDiagnosticsTests.suspicions { $0.confirmation = Self.confirmation(Self.vouching, data) }.isEmpty
            )
        }
        #expect(
            try SAMLDiagnosticsTests.suspicions { $0.confirmation = Self.confirmation(Self.bearer, Self.until(22)) }
                .isEmpty
        )
    }

    @Test("Class 27: what was issued when it was over is suspicious, the assertion as well as the response")
    func issuedAfterEnd() throws {
        func suspicions(response: String, assertion: String) throws -> [String] {
            try SAMLDiagnosticsTests.suspicions {
                $0.responseAttributes = $0.responseAttributes.replacing("2026-11-20T21:59:12Z", with: response)
                $0.assertionAttributes = $0.assertionAttributes.replacing("2026-11-20T21:59:12Z", with: assertion)
            }
        }
        let (before, end) = ("2026-11-21T21:59:11.999999999Z", "2026-11-21T21:59:12Z")
        #expect(try suspicions(response: before, assertion: before).isEmpty)
        #expect(try suspicions(response: end, assertion: before) == ["issued-after-end"])
        #expect(try suspicions(response: before, assertion: end) == ["issued-after-end"])
        #expect(try suspicions(response: "2027-01-01T00:00:00Z", assertion: end) == ["issued-after-end"])
        #expect(try suspicions(response: "2026-01-01T00:00:00Z", assertion: before).isEmpty, "too early is no wonder")
    }

    @Test("A restriction to audiences of which none is named lets nobody in: suspicious")
    func audiences() throws {
        func suspicions(_ restrictions: String) throws -> [String] {
            try SAMLDiagnosticsTests.suspicions { $0.conditions = "<saml:Conditions>\(restrictions)</saml:Conditions>" }
        }
        let named = "<saml:AudienceRestriction><saml:Audience>a</saml:Audience></saml:AudienceRestriction>"
        let nobody = "<saml:AudienceRestriction><saml:Audience> </saml:Audience></saml:AudienceRestriction>"
        #expect(try suspicions("<saml:AudienceRestriction/>") == ["no-audience"])
        #expect(try suspicions(named + "<saml:AudienceRestriction/>" + nobody) == ["no-audience"])
        #expect(try suspicions(nobody) == ["no-audience"])
        #expect(try suspicions(named + named).isEmpty)
        #expect(try suspicions("").isEmpty)
    }

    @Test("Class 30: a failure inside a success is suspicious, a code that is not known is a note")
    func successes() throws {
        let prefix = "urn:oasis:names:tc:SAML:2.0:status:"
        func status(_ inner: String) -> String {
            #"<samlp:Status><samlp:StatusCode Value="\#(prefix)Success">\#(inner)</samlp:StatusCode></samlp:Status>"#
        }
        func code(_ value: String, _ inner: String = "") -> String {
            #"<samlp:StatusCode Value="\#(value)">\#(inner)</samlp:StatusCode>"#
        }
        func suspicions(_ inner: String) throws -> [String] {
            try SAMLDiagnosticsTests.suspicions { $0.status = status(inner) }
        }
        for inner in [
            code(prefix + "AuthnFailed"), code("urn:x", code(prefix + "Responder")), code(" \(prefix)NoPassive"),
        ] {
            #expect(try suspicions(inner) == ["failure-inside-success"])
        }
        for inner in ["", code(prefix + "PartialLogout"), code(prefix + "Success"), code("urn:x")] {
            #expect(try suspicions(inner).isEmpty)
        }
        let other = status(code("urn:x"))
        #expect(try SAMLDiagnosticsTests.notes { $0.status = other } == ["code-inside-success", "unsigned"])
        #expect(try SAMLDiagnosticsTests.notes { $0.status = status("") } == ["unsigned"])
    }

    @Test("White space around an issuer, a name or an audience makes nobody somebody else: a note")
    func whiteSpace() throws {
        let issuer = "<saml:Issuer>\n  https://idp.meadowlark.example\n</saml:Issuer>"
        #expect(try SAMLDiagnosticsTests.suspicions { $0.issuer = issuer }.isEmpty)
        #expect(try SAMLDiagnosticsTests.notes { $0.issuer = issuer } == ["unsigned", "surrounding-white-space"])
        let all = { (sample: inout SAMLSample) in
            sample.issuer = issuer
            sample.nameID = "<saml:NameID> u </saml:NameID>"
            sample.conditions =
                "<saml:Conditions><saml:AudienceRestriction><saml:Audience>\ta</saml:Audience><saml:Audience>b "
                + "</saml:Audience></saml:AudienceRestriction></saml:Conditions>"
        }
        #expect(try SAMLDiagnosticsTests.suspicions(all).isEmpty)
        #expect(try SAMLDiagnosticsTests.notes(all).count { $0 == "surrounding-white-space" } == 3)
        #expect(
            try SAMLDiagnosticsTests.suspicions { $0.issuer = issuer.replacing("idp", with: "other") } == [
                "issuers-differ"
            ]
        )
        #expect(
            try SAMLDiagnosticsTests.suspicions { $0.nameID = "<saml:NameID>\n</saml:NameID>" } == ["empty-name-id"]
        )
        #expect(try SAMLDiagnosticsTests.notes { $0.nameID = "<saml:NameID>u v</saml:NameID>" } == ["unsigned"])
    }

    @Test("However many combining marks stand in a row, a response is read in linear time", .timeLimit(.minutes(1)))
    func combiningMarks() throws {
        func marks(_ kibibytes: Int) -> String { String(repeating: "\u{301}\u{316}", count: kibibytes * 256) }
        let known = "http://www.w3.org/2001/04/xmlenc#sha256"
        let signature = SAMLSample.signature(over: "_r1").replacing(known, with: marks(50) + known)
        #expect(try SAMLDiagnosticsTests.suspicions { $0.responseSignature = signature } == ["unknown-digest"])
        for algorithm in ["http://www.w3.org/2001/04/xmldsig-more#\(marks(50))sha1", marks(50) + "#hmac-sha1"] {
            let signature = SAMLSample.signature(over: "_r1", algorithm: algorithm)
            #expect(try SAMLDiagnosticsTests.suspicions { $0.responseSignature = signature }.count == 1)
        }
        let transform = #"<ds:Transform Algorithm="\#(marks(50))"/>"#
        let transformed = SAMLSample.signature(over: "_r1", transforms: transform)
        #expect(try SAMLDiagnosticsTests.suspicions { $0.responseSignature = transformed } == ["unknown-transform"])
        let attribute = #"<saml:Attribute Name="\#(marks(25))" NameFormat="\#(marks(25))"/>"#
        #expect(
            try SAMLDiagnosticsTests.suspicions { $0.attributes = attribute + attribute } == ["duplicate-attribute"]
        )
        let conditions = "<saml:Conditions><saml:AudienceRestriction/></saml:Conditions>"
        #expect(
            try SAMLDiagnosticsTests.suspicions {
                $0.conditions = conditions
                $0.status = $0.status.replacing("Success", with: "Success" + marks(100))
            } == ["no-success", "no-audience"]
        )
        let swapped = String(repeating: "\u{316}\u{301}", count: 60 * 256)
        let ids = #"<samlp:Extensions><x Id="\#(marks(25))"/><y Id="\#(swapped)"/></samlp:Extensions>"#
        // Whether they are equivalent is asked of short ones only.
        #expect(throws: SAMLError.self) { try SAMLDiagnosticsTests.suspicions { $0.extensions = ids } }
        let short = "<samlp:Extensions><x Id=\"\u{E9}\"/><y Id=\"\u{E8}\"/></samlp:Extensions>"
        #expect(try SAMLDiagnosticsTests.suspicions { $0.extensions = short }.isEmpty)
    }
}
