import Checkout
import Documents
import Report
import Testing
import Tokens
import VirtualTime

@testable import Inspection

/// What a response of web browser single sign-on has to have (SAML profiles §4.1.4.2), and what is said where it lacks it.
@Suite struct InspectionProfileTests {
    private static let during = Instant(iso8601: "2026-11-20T22:00:00Z") ?? .distantPast
    private static let acs = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"

    /// A response that has all of it.
    private static func whole(_ change: (inout SAMLSample) -> Void = { _ in }) -> String {
        SAMLSample.with { sample in
            sample.responseAttributes += #" Destination="\#(acs)" InResponseTo="_q1""#
            sample.confirmation = confirmation(#"Recipient="\#(acs)" InResponseTo="_q1""#)
            sample.conditions =
                #"<saml:Conditions NotBefore="2026-11-20T21:59:12Z" NotOnOrAfter="2026-11-21T21:59:12Z">"#
                + "<saml:AudienceRestriction><saml:Audience>https://saml.sp.kite.example</saml:Audience>"
                + "</saml:AudienceRestriction></saml:Conditions>"
            sample.statements = statement("2026-12-20T21:59:12Z")
            sample.responseSignature = SAMLSample.signature(over: "_r1")
            change(&sample)
        }
    }

    private static func confirmation(_ data: String, method: String = "bearer") -> String {
        #"<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:\#(method)"><saml:SubjectConfirmationData "#
            + #"NotOnOrAfter="2026-11-21T21:59:12Z" \#(data)/></saml:SubjectConfirmation>"#
    }

    private static func statement(_ end: String) -> String {
        #"<saml:AuthnStatement AuthnInstant="2026-11-20T21:59:00Z" SessionNotOnOrAfter="\#(end)"><saml:AuthnContext>"#
            + "<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>"
            + "</saml:AuthnContext></saml:AuthnStatement>"
    }

    private static func inspect(_ text: String, at instant: Instant = during) -> Inspection {
        Inspection(of: Array(text.utf8), at: instant)
    }

    private static func names(_ found: Inspection) -> [String] { found.diagnostics.map(\.name) }

    @Test("A response that has all of it is ok, and nothing is said of it")
    func complete() {
        let found = Self.inspect(Self.whole())
        #expect(found.verdict == .ok && Self.names(found) == [], "\(found.diagnostics)")
    }

    @Test("What is missing is named, and makes it weak, not attacked")
    func missing() {
        let acs = Self.acs
        let changes: [(String, (inout SAMLSample) -> Void)] = [
            ("no-bearer", { $0.confirmation = Self.confirmation(#"Recipient="\#(acs)""#, method: "sender-vouches") }),
            ("no-bearer", { $0.confirmation = "" }),
            ("no-recipient", { $0.confirmation = Self.confirmation(#"InResponseTo="_q1""#) }),
            ("no-authn-statement", { $0.statements = "" }),
            (
                "no-audience-restriction",
                { $0.conditions = #"<saml:Conditions NotOnOrAfter="2026-11-21T21:59:12Z"/>"# }
            ),
            ("no-conditions", { $0.conditions = "" }),
            (
                "empty-destination",
                {
                    $0.responseAttributes = $0.responseAttributes.replacing(
                        #"Destination="\#(acs)""#,
                        with: #"Destination="""#
                    )
                }
            ),
        ]
        for (name, change) in changes {
            let found = Self.inspect(Self.whole(change))
            #expect(Self.names(found) == [name] && found.verdict == .weak, "\(name): \(found.diagnostics)")
        }
    }

    @Test("Another recipient than the destination, and a request that one side alone states, are suspicious")
    func differences() {
        let acs = Self.acs
        let changes: [(String, (inout SAMLSample) -> Void)] = [
            (
                "recipient-differs",
                { $0.confirmation = Self.confirmation(#"Recipient="https://evil.example/" InResponseTo="_q1""#) }
            ),
            ("request-on-one-side", { $0.confirmation = Self.confirmation(#"Recipient="\#(acs)""#) }),
            (
                "request-on-one-side",
                { $0.responseAttributes = $0.responseAttributes.replacing(#" InResponseTo="_q1""#, with: "") }
            ),
        ]
        for (name, change) in changes {
            let found = Self.inspect(Self.whole(change))
            #expect(Self.names(found) == [name] && found.verdict == .suspicious, "\(name): \(found.diagnostics)")
        }
    }

    @Test("A response to a query for attributes need not have it")
    func attributeQuery() { #expect(Self.names(Self.inspect(SAMLSample().xml)) == ["unsigned"]) }

    @Test("The session is over at its end, also while the conditions are open")
    func session() throws {
        let end = "2026-11-20T22:30:00Z"
        let text = Self.whole { $0.statements = Self.statement(end) }
        let instant = try #require(Instant(iso8601: end))
        let before = Self.inspect(text, at: instant - .nanoseconds(1))
        #expect(before.verdict == .ok && before.sessionEnd == instant && !before.isSessionOver)
        let after = Self.inspect(text, at: instant)
        #expect(after.verdict == .expired && Self.names(after) == ["session-past"])
        #expect(after.validity.isValid(at: instant))
    }

    @Test(
        "A signature with SHA-1 is weak, and no sign of an attack; SHA-384 and Canonical XML 1.1 are nothing to report",
        arguments: [
            (
                "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
                "weak-algorithm"
            ),
            ("http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2000/09/xmldsig#sha1", "weak-digest"),
            ("http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmlenc#sha384", nil),
            (
                #"Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#""#,
                #"Transform Algorithm="http://www.w3.org/2006/12/xml-c14n11""#, nil
            ),
            (
                #"CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#""#,
                #"CanonicalizationMethod Algorithm="http://www.w3.org/2006/12/xml-c14n11""#, nil
            ),
        ] as [(String, String, String?)]
    )
    func algorithms(old: String, new: String, name: String?) {
        let text = Self.whole()
        #expect(text.contains(old))
        let found = Self.inspect(text.replacing(old, with: new))
        #expect(Self.names(found) == (name.map { [$0] } ?? []) && found.verdict == (name == nil ? .ok : .weak))
    }

    @Test(
        "A reference without ID, and a signature that is not behind the issuer, are findings (SAML core §5.4.2, §3.2.2)"
    )
    func signatures() {
        let document = Self.inspect(Self.whole { $0.responseSignature = SAMLSample.signature(over: "_r1", uri: "") })
        #expect(Self.names(document) == ["signature-without-id"] && document.verdict == .suspicious)
        let late = Self.inspect(
            Self.whole { sample in
                sample.more = sample.responseSignature
                sample.responseSignature = ""
            }
        )
        #expect(Self.names(late) == ["signature-order"] && late.verdict == .suspicious)
        let unnamed = Self.inspect(Self.whole { $0.issuer = "" })
        #expect(Self.names(unnamed) == [])
    }

    @Test(
        "An assertion in advice is allowed, and refused for what readers make of it; +00:00 is UTC, and refused for its form"
    )
    func words() {
        let inner = SAMLSample.with {
            $0.assertionAttributes = #"ID="_a2" Version="2.0" IssueInstant="2026-11-20T21:59:12Z""#
        }
        let start = inner.firstRange(of: "<saml:Assertion")?.lowerBound ?? inner.startIndex
        let assertion = inner[start...].replacing("</samlp:Response>", with: "")
        let advised = Self.inspect(
            Self.whole { $0.statements = "<saml:Advice>\(assertion)</saml:Advice>" + $0.statements }
        )
        #expect(advised.refusal?.name == "misplaced-assertion")
        #expect(advised.refusal?.values.first?.contains("§2.6.1") == true, "\(String(describing: advised.refusal))")
        let zoned = Self.inspect(
            Self.whole().replacing(
                "IssueInstant=\"2026-11-20T21:59:12Z\"",
                with: "IssueInstant=\"2026-11-20T21:59:12+00:00\""
            )
        )
        #expect(zoned.refusal?.values.first?.contains("ends with Z") == true, "\(String(describing: zoned.refusal))")
    }

    @Test(
        "The page that an identity provider posts a response with is looked into as the form that it sends",
        arguments: [
            "<html><body><form method=post>", "<!DOCTYPE html>\n<HTML><FORM>",
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/x.dtd\"><html xmlns=\"a\"><form>",
        ]
    )
    func page(start: String) {
        let value = Base64.encode(Array(Self.whole().utf8))
        let page =
            start + #"<input type="hidden" name="SAMLResponse" value="\#(value.replacing("+", with: "&#43;"))"/>"#
            + "<INPUT TYPE=hidden NAME='RelayState' VALUE='a&amp;b'><input type=submit></form></body></html>"
        let found = Self.inspect(page)
        #expect(found.kind == .htmlPage && found.verdict == .ok && Self.names(found) == [], "\(found.summary)")
        #expect(found.parts.map(\.name) == ["SAMLResponse"] && found.parts.first?.inspection.kind == .samlResponse)
        #expect(found.text.contains("RelayState    a&b"))
        // What is wrong with the response is wrong with the page.
        #expect(Self.inspect(page, at: Self.during + .seconds(30 * 86_400)).verdict == .expired)
        let two = page.replacing("<input type=submit>", with: #"<input name="SAMLResponse" value="\#(value)">"#)
        #expect(Self.names(Self.inspect(two)).contains("duplicate-field"))
        #expect(Self.names(Self.inspect("<html><input name=user value=a></html>")) == ["html"])
    }
}
