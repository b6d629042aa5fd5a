import Checkout
import Report
import Testing
import Tokens
import VirtualTime

/// The responses that other readers take otherwise, and those that would cost more than the response itself.
struct SAMLReadersTests {
    @Test("Class 15: an ID that is empty or holds white space or # is none: schemas take blanks for nothing")
    func malformedIDs() {
        for id in ["", " ", " _r1", "_r1 ", "_r 1", "_r1&#10;", "#_r1", "xpointer(id('_b'))", "_a%31"] {
            let text = SAMLSample.with { $0.assertionAttributes = $0.assertionAttributes.replacing("_a1", with: id) }
            #expect(SAMLHostileTests.refusal(text) == "malformed-id", "\(id.debugDescription)")
        }
        for id in ["_", "1", "a:b", "é"] {
            let text = SAMLSample.with { $0.assertionAttributes = $0.assertionAttributes.replacing("_a1", with: id) }
            #expect(SAMLHostileTests.refusal(text) == nil, "\(id)")
        }
    }

    @Test("A response is never valid at a time at which none of its confirmations is")
    func confirmationsApart() throws {
        func confirmation(_ start: Int, _ end: Int) -> String {
            #"<saml:SubjectConfirmation Method="m"><saml:SubjectConfirmationData "#
                + #"NotBefore="2026-11-20T\#(start):00:00Z" NotOnOrAfter="2026-11-20T\#(end):00:00Z"/>"#
                + "</saml:SubjectConfirmation>"
        }
        func response(_ times: [(Int, Int)]) throws -> SAMLResponse {
            try SAMLResponse(
                parsing: SAMLSample.with {
                    $0.conditions = ""
                    $0.confirmation = times.map { confirmation($0.0, $0.1) }.joined()
                }
            )
        }
        func hours(_ response: SAMLResponse) -> [Int] {
            (10...20).filter { hour in
                let instant = Instant(iso8601: "2026-11-20T\(hour):30:00Z") ?? .distantPast
                return response.validity.state(at: instant) == .valid
            }
        }
        let swapped = try response([(12, 11), (14, 13)])
        #expect(hours(swapped).isEmpty)
        #expect(swapped.diagnostics.map(\.name) == ["unsigned", "empty-interval"])
        let oneSwapped = try response([(18, 11), (14, 16)])
        #expect(hours(oneSwapped) == [14, 15])
        let apart = try response([(14, 15), (11, 12)])
        #expect(hours(apart) == [11], "the first in time, not in the document")
        // The sample was issued at 21:59, after all of them end.
        #expect(apart.diagnostics.map(\.name) == ["unsigned", "issued-after-end", "confirmations-apart"])
        let touching = try response([(13, 15), (11, 13), (12, 14)])
        #expect(hours(touching) == [11, 12, 13, 14])
        #expect(touching.diagnostics.map(\.name) == ["unsigned", "issued-after-end"])
    }

    @Test("However long what it quotes and however many parts quote it, remarks stay short and few")
    func shortDiagnostics() throws {
        let long = String(repeating: "x", count: 1000)
        let other = "http://\(long)"
        let conditions = String(repeating: "<o:C/>", count: 500)
        let confirmation =
            #"<saml:SubjectConfirmation Method="m"><saml:SubjectConfirmationData InResponseTo="\#(long)"/>"#
            + "</saml:SubjectConfirmation>"
        let response = try SAMLResponse(
            parsing: SAMLSample.with {
                $0.responseAttributes += #" InResponseTo="_q1" xmlns:o="\#(other)""#
                $0.conditions = "<saml:Conditions>\(conditions)</saml:Conditions>"
                $0.confirmation = String(repeating: confirmation, count: 50)
            }
        )
        let diagnostics = response.diagnostics
        #expect(response.assertions.first?.conditions?.unknownConditions == ["{\(other)}C"])
        #expect(diagnostics.count { $0.name == "unknown-condition" } == 1)
        #expect(diagnostics.count { $0.name == "requests-differ" } == 1)
        #expect(diagnostics.allSatisfy { $0.detail.utf8.count <= 600 })
    }

    @Test("Of conditions that are not understood the first ten are named: each name bears its namespace")
    func unknownConditions() throws {
        let conditions = (0..<30).map { "<o:C\($0)/>" }.joined()
        let response = try SAMLResponse(
            parsing: SAMLSample.with {
                $0.responseAttributes += #" xmlns:o="urn:o""#
                $0.conditions = "<saml:Conditions>\(conditions)</saml:Conditions>"
            }
        )
        #expect(response.assertions.first?.conditions?.unknownConditions == (0..<10).map { "{urn:o}C\($0)" })
        #expect(response.diagnostics.count { $0.name == "unknown-condition" } == 10)
    }
}
