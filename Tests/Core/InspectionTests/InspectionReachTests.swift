import Checkout
import Documents
import Exchanges
import Inspection
import Report
import Testing
import Tokens
import VirtualTime

/// The depth, the length and the distance from the root at which something may stand and still be reported.
struct InspectionReachTests {
    static let now = Instant(iso8601: "2026-11-20T22:00:00Z") ?? .distantPast

    static func inspect(_ text: String) -> Inspection { InspectionTests.inspect(text, at: now) }

    static func names(_ inspection: Inspection) -> [String] { inspection.diagnostics.map(\.name) }

    // MARK: Depth

    @Test("What stands deeper than anything is looked at is said not to be; as deep as that it is")
    func depth() {
        func wrapped(_ token: String, times: Int) -> String {
            (0..<times).reduce(token) { text, _ in JSONValue.object(["token": .string(text)]).serialized }
        }
        func deepest(_ inspection: Inspection) -> Inspection {
            inspection.parts.first.map { deepest($0.inspection) } ?? inspection
        }
        let token = InspectionMessageTests.token
        let three = Self.inspect(wrapped(token, times: 3))
        #expect(deepest(three).kind == .jsonWebToken)
        #expect(three.verdict == .ok)
        #expect(Self.inspect(wrapped(InspectionMessageTests.expired, times: 3)).verdict.isQuestionable)
        let four = Self.inspect(wrapped(token, times: 4))
        #expect(Self.names(deepest(four)) == ["not-looked-at"])
        #expect(deepest(four).diagnostics.first?.weight == .suspicious)
        #expect(four.verdict.isQuestionable)
    }

    @Test("A body and what a form holds can stand too deep as well, and what is empty cannot")
    func otherDepths() {
        var limits = InspectionLimits.default
        limits.depth = 1
        func names(_ text: String) -> [String] {
            Self.names(InspectionTests.inspect(text, at: Self.now, limits: limits))
        }
        #expect(names("POST /x HTTP/1.1\n\na=1&b=2") == ["not-looked-at"])
        #expect(names("token=x&a=b") == ["not-looked-at"])
        #expect(names("{\"token\":\"x\"}") == ["not-looked-at"])
        #expect(names("token=&a=b").isEmpty)
        #expect(names("POST /x HTTP/1.1\nHost: k").isEmpty)
    }

    @Test("What a token of an unknown kind holds is looked at")
    func unknownToken() {
        let found = Self.inspect(
            "<signatureInfo>c2ln<signatureInfo><novelty><token>\(InspectionMessageTests.expired)</token></novelty>"
        )
        #expect(Self.names(found) == ["unknown-kind"])
        #expect(found.parts.map(\.inspection.kind) == [.jsonWebToken])
    }

    // MARK: Number

    @Test("As many fields are looked into as are listed, whatever they hold; of more a remark says so")
    func looks() {
        let form = { (count: Int) in String(repeating: "token=x&", count: count) + "a=b" }
        #expect(!Self.names(Self.inspect(form(512))).contains("parts-left-out"))
        #expect(Self.names(Self.inspect(form(513))).contains("parts-left-out"))
        let expired = InspectionMessageTests.expired
        #expect(Self.inspect("token=\(expired)&" + form(600)).parts.count == 1)
        #expect(Self.inspect(form(512) + "&token=\(expired)").parts.count == 1)
        #expect(Self.inspect(form(513) + "&token=\(expired)").parts.isEmpty)
    }

    @Test("A time right below the root that an attribute of the root says, too, is judged by itself")
    func timeBesideAttribute() {
        let past = "<expires>2026-11-20T21:00:00Z</expires>"
        #expect(Self.names(Self.inspect("<a>\(past)</a>")).isEmpty)
        let names = Self.names(Self.inspect("<a expires='2026-11-20T23:00:00Z'>\(past)</a>"))
        #expect(names == ["expired-inside"])
    }

    // MARK: SAML that is no response at the root

    static let samlp = "xmlns:p=\"urn:oasis:names:tc:SAML:2.0:protocol\""
    static let saml = "xmlns:s=\"urn:oasis:names:tc:SAML:2.0:assertion\""

    @Test(
        "SAML inside another document is suspicious, once however often it stands there",
        arguments: [
            "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>\(SAMLSample().xml)</e:Body></e:Envelope>",
            "<e><b>\(SAMLSample().xml)</b>\(SAMLSample().xml)</e>", "<e><s:Assertion \(saml)/></e>",
            "<authentication><mvpd>M</mvpd><p:LogoutRequest \(samlp)/></authentication>",
        ]
    )
    func samlInside(text: String) {
        let found = Self.inspect(text)
        #expect(Self.names(found) == ["saml-inside"])
        #expect(found.diagnostics.first?.weight == .suspicious)
        #expect(found.verdict.isQuestionable)
    }

    @Test(
        "A message of SAML's that is no response is suspicious: nothing in it was judged",
        arguments: [
            "<s:Assertion \(saml)><s:Conditions NotOnOrAfter=\"2011-01-01T00:00:00Z\"/></s:Assertion>",
            "<p:ArtifactResponse \(samlp)>\(SAMLSample().xml)</p:ArtifactResponse>",
            "<p:LogoutRequest \(samlp) NotOnOrAfter=\"2011-01-01T00:00:00Z\"/>",
        ]
    )
    func otherMessages(text: String) {
        let found = Self.inspect(text)
        #expect(found.kind == .samlMessage)
        #expect(Self.names(found) == ["not-a-response"])
        #expect(found.verdict.isQuestionable)
    }

    @Test("A document that is none of SAML's is nothing odd, and neither is a namespace that is only declared")
    func noSAML() {
        #expect(Self.inspect("<e \(Self.saml)><Assertion>a</Assertion></e>").diagnostics.isEmpty)
        #expect(Self.inspect(SAMLSample().xml).verdict == .ok)
    }

    // MARK: Names of many marks

    @Test("Names of many combining marks take linear time, wherever they stand")
    func marks() {
        let marks = String(repeating: "\u{301}\u{316}", count: 32 * 1024)
        let name = PercentEncoding.form(marks)
        let clock = ContinuousClock()
        let inputs = [
            "a=1&\(marks)=2&\(marks)=3", "\(marks)=1&a=2", "a=1&\(name)=2", "{\"\(marks)\":1,\"\(marks)\":{\"a\":2}}",
            "{\"a\":\"\(marks)\"}", "GET /x?\(marks)=1", "https://h/#\(marks)=1", "HTTP/1.1 200 \(marks)\nA: \(marks)",
            "<a><b>\(marks)</b></a>", "ey\(marks).", marks,
        ]
        for input in inputs {
            var length = 0
            let time = clock.measure {
                let found = Self.inspect(input)
                length = found.text.utf8.count + found.summary.utf8.count
            }
            #expect(length > 0)
            #expect(time < .seconds(5), "\(input.utf8.count) bytes")
        }
    }

    @Test("Names that are one only for Swift are two: they are not numbered")
    func equivalentNames() {
        let two = Self.inspect("<a><\u{E9}>1</\u{E9}><e\u{301}>2</e\u{301}></a>")
        #expect(two.fields.count == 2)
        #expect(two.fields.allSatisfy { !$0.name.utf8.contains(UInt8(ascii: "[")) })
        let twice = Self.inspect("<a><\u{E9}>1</\u{E9}><\u{E9}>2</\u{E9}></a>")
        #expect(twice.fields.allSatisfy { $0.name.utf8.last == UInt8(ascii: "]") })
    }

    @Test("A value is cut by what is in it, not by what it looks like")
    func cut() {
        let value = "e" + String(repeating: "\u{301}", count: 500)
        #expect(Self.inspect("{\"a\":\"\(value)\"}").text.contains("… (501 characters)"))
        let fits = String(repeating: "x", count: 400)
        #expect(Self.inspect("{\"a\":\"\(fits)\"}").text.contains("\(fits)\n"))
    }

    // MARK: Places of errors

    @Test("The place of an error is one in the input, blanks before it included")
    func places() {
        func detail(_ text: String) -> String { Self.inspect(text).refusal?.detail ?? "" }
        #expect(detail("\n\n\n\n<signatureInfo>c2ln<signatureInfo><a><b></a>").contains("begins at byte 38"))
        #expect(detail("<signatureInfo>c2ln<signatureInfo><a><b></a>").contains("begins at byte 34"))
        #expect(detail("<signatureInfo>c2l!<signatureInfo><a/>").contains("at byte 18"))
        #expect(detail("\n\n<signatureInfo>c2l!<signatureInfo><a/>").contains("at byte 20"))
        #expect(detail("2026-13-01 00:00:00 +0000").contains("at byte 0"))
        #expect(detail("  2026-13-01 00:00:00 +0000").contains("at byte 2"))
        #expect(detail("PHNpZ25hdHVyZUluZm8+YzJs====").contains("at byte 24"))
        #expect(detail(" \nPHNpZ25hdHVyZUluZm8+YzJs====").contains("at byte 26"))
    }
}
