import Checkout
import Documents
import Inspection
import Report
import Testing
import Tokens
import VirtualTime

/// The flaws that an inspection once passed over in silence and called sound, each beside what is harmless.
struct InspectionBlindSpotTests {
    static let during = Instant(iso8601: "2026-11-20T22:00:00Z") ?? .distantPast

    static func inspect(_ text: String, at instant: Instant = InspectionTests.instant) -> Inspection {
        InspectionTests.inspect(text, at: instant)
    }

    static func names(_ inspection: Inspection) -> [String] { inspection.diagnostics.map(\.name) }

    /// More members than are listed.
    static let filler = (0..<600).map { "\"x\($0)\":\"v\"" }.joined(separator: ",")

    /// A SAML response as a form holds it.
    static let value = SAMLNormalization.parameterValue(SAMLSample().xml)

    // MARK: What stands twice

    @Test(
        "The first of two ends in an XML answer counts, as for regular expressions; that there are two is suspicious",
        arguments: [(1_000_000_000, 4_000_000_000), (4_000_000_000, 1_000_000_000)] as [(Int64, Int64)]
    )
    func repeatedTime(first: Int64, second: Int64) {
        let found = Self.inspect(
            "<authentication><expires>\(first)000</expires><expires>\(second)000</expires><mvpd>M</mvpd>"
                + "<requestor>K</requestor></authentication>"
        )
        #expect(found.kind.name == "authentication-response")
        #expect(found.validity.expiry == Instant(secondsSince1970: first))
        #expect(found.fields.prefix(2).map(\.name) == ["expires[0]", "expires[1]"])
        #expect(found.fields.first?.meaning == Instant(secondsSince1970: first).description)
        #expect(Self.names(found) == ["duplicate-element"])
        #expect(found.verdict.isQuestionable)
    }

    @Test("Both of two tokens in an XML answer are inspected, and that there are two is suspicious")
    func repeatedToken() {
        let token = "<authnToken>" + TokenText.escaped(TokenExamples.authentication) + "</authnToken>"
        let once = Self.inspect("<session>\(token)</session>")
        #expect(once.parts.map(\.name) == ["authnToken"])
        #expect(once.verdict == .ok)
        let twice = Self.inspect("<session>\(token)\(token)</session>")
        #expect(twice.parts.map(\.name) == ["authnToken[0]", "authnToken[1]"])
        #expect(twice.parts.allSatisfy { $0.inspection.kind == .authenticationToken })
        #expect(Self.names(twice) == ["duplicate-element"])
        #expect(twice.verdict.isQuestionable)
    }

    @Test("A list in an XML answer is nothing odd")
    func lists() {
        let resource = "<resource><id>KITE1</id><authorized>true</authorized></resource>"
        let found = Self.inspect("<resources>\(resource)\(resource)</resources>")
        #expect(found.kind.name == "preauthorization")
        #expect(found.diagnostics.isEmpty)
        #expect(found.verdict == .ok)
    }

    // MARK: What stands late

    @Test("An end behind more fields than are listed counts, in JSON and in XML")
    func lateTime() {
        let xml = String(repeating: "<x>v</x>", count: 600)
        let ends: [(Int64, Inspection.Verdict)] = [(1_000_000_000, .expired), (4_000_000_000, .ok)]
        for (seconds, verdict) in ends {
            for text in [
                "{\"requestor\":\"K\",\"mvpd\":\"M\",\(Self.filler),\"expires\":\"\(seconds)000\"}",
                "<authentication>\(xml)<expires>\(seconds)000</expires></authentication>",
            ] {
                let found = Self.inspect(text)
                #expect(found.kind.name == "authentication-response")
                #expect(found.fields.count == InspectionLimits.default.fields)
                #expect(found.validity.expiry == Instant(secondsSince1970: seconds))
                #expect(Self.names(found) == ["fields-left-out"])
                #expect(found.verdict == verdict)
            }
        }
    }

    @Test("A token behind more fields than are listed is inspected, in JSON and in XML, however deep it stands")
    func lateToken() {
        let xml = String(repeating: "<x>v</x>", count: 600)
        for text in [
            "{\(Self.filler),\"serializedToken\":\"!!\"}", "{\(Self.filler),\"a\":[{\"serializedToken\":\"!!\"}]}",
            "<play>\(xml)<serializedToken>!!</serializedToken></play>",
            "<play>\(xml)<a><serializedToken>!!</serializedToken></a></play>",
        ] {
            let found = Self.inspect(text)
            #expect(found.fields.count == InspectionLimits.default.fields)
            #expect(found.parts.map(\.name) == ["serializedToken"])
            #expect(Self.names(found) == ["unreadable-part", "fields-left-out"])
            #expect(found.verdict.isQuestionable)
        }
    }

    @Test("A token below a name that is too long for its path is inspected")
    func longPath() {
        let name = String(repeating: "n", count: FieldPath.maximumBytes)
        let found = Self.inspect("{\"\(name)\":{\"serializedToken\":\"!!\"}}")
        #expect(Self.names(found) == ["unreadable-part"])
    }

    @Test("As many things inside are inspected as fields are listed, and one more is suspicious")
    func partsLimit() {
        var limits = InspectionLimits.default
        limits.fields = 2
        let two = InspectionTests.inspect(#"{"authnToken":"!","authzToken":"!"}"#, limits: limits)
        #expect(two.parts.count == 2)
        #expect(Self.names(two) == ["unreadable-part", "unreadable-part"])
        let three = InspectionTests.inspect(#"{"authnToken":"!","authzToken":"!","SAMLResponse":"!"}"#, limits: limits)
        #expect(three.parts.map(\.name) == ["authnToken", "authzToken"])
        #expect(three.diagnostics.first { $0.name == "parts-left-out" }?.weight == .suspicious)
    }

    // MARK: Forms

    @Test("A form's response that was percent-encoded twice is suspicious, as it is alone; once is right")
    func encodedTwice() {
        let once = Self.inspect("SAMLResponse=\(Self.value)&deviceType=tvOS", at: Self.during)
        #expect(once.parts.map(\.inspection.kind) == [.samlResponse])
        #expect(once.verdict == .ok)
        #expect(once.diagnostics.isEmpty)
        let twice = Self.inspect("SAMLResponse=\(PercentEncoding.form(Self.value))&deviceType=tvOS", at: Self.during)
        #expect(twice.parts.map(\.inspection.kind) == [.samlResponse])
        #expect(twice.parts.map { Self.names($0.inspection).contains("encoded-twice") } == [true])
        #expect(twice.verdict.isQuestionable)
    }

    @Test("Bytes in a form that are no UTF-8 are suspicious, and not mended where a token is read; other letters are")
    func notUTF8() {
        let name = "<p:Response xmlns:p=\"urn:oasis:names:tc:SAML:2.0:protocol\">u"
        let found = Self.inspect("SAMLResponse=\(PercentEncoding.form(name))%FF&deviceType=tvOS")
        #expect(found.parts.map { $0.inspection.refusal?.name } == ["bad-encoding"])
        #expect(Self.names(found) == ["unreadable-part", "bad-encoding"])
        #expect(Self.names(Self.inspect("a=%FF&b=1")) == ["bad-encoding"])
        #expect(Self.names(Self.inspect("a=1&%FF=1")) == ["bad-encoding"])
        let harmless = Self.inspect("a=%C3%A9&b=1")
        #expect(harmless.fields.first?.text == "\u{E9}")
        #expect(harmless.verdict == .ok)
    }

    @Test("A percent sign in a form without two digits after it is suspicious; the value stands as it came")
    func badPercent() {
        let found = Self.inspect("a=i%OS&b=1&c=%")
        #expect(found.fields.map(\.text) == ["i%OS", "1", "%"])
        #expect(Self.names(found) == ["bad-percent-encoding"])
        #expect(found.diagnostics.first?.detail.contains("\"a\" and 1 more") == true)
        #expect(found.verdict.isQuestionable)
        #expect(Self.inspect("a=100%25&b=1").verdict == .ok)
    }

    @Test("A token that stands twice in a form is suspicious; a list of resources is worth a note")
    func repeatedField() {
        let found = Self.inspect("SAMLResponse=\(Self.value)&SAMLResponse=\(Self.value)", at: Self.during)
        #expect(found.parts.count == 2)
        #expect(Self.names(found) == ["duplicate-field"])
        #expect(found.verdict.isQuestionable)
        let list = Self.inspect("resource_id=KITE1&resource_id=KITE2&mvpd=Meadowlark")
        #expect(Self.names(list) == ["duplicate-field"])
        #expect(list.verdict == .ok)
        #expect(Self.inspect("resource_id=KITE1&mvpd=Meadowlark").diagnostics.isEmpty)
    }

    @Test("A form is cut at its bytes, whatever accent follows the ampersand")
    func accents() {
        let found = Self.inspect("a=1&\u{301}b=2&c=3")
        #expect(found.fields.map(\.name) == ["a", "\u{301}b", "c"])
        #expect(found.fields.map(\.text) == ["1", "2", "3"])
        let request = Self.inspect("GET /x?\u{301}a=1&b=2")
        #expect(request.fields.map(\.text) == ["GET", "/x", "1", "2"])
    }

    // MARK: Whole requests

    @Test("The headers and the body behind a request line are looked at")
    func wholeRequest() {
        let head = "POST /api/v1/tokens/authn?deviceType=iOS HTTP/1.1\r\nHost: api.kite.example\r\n\r\n"
        let found = Self.inspect(head + "SAMLResponse=PCFET0NUWVBFIHg%2BPHgvPg%3D%3D&x=1")
        #expect(found.kind == .request)
        #expect(found.fields.map(\.name) == ["method", "path", "deviceType", "Host"])
        let body = found.parts.first { $0.name == "body" }?.inspection
        #expect(body?.kind == .form)
        #expect(body?.parts.map { $0.inspection.refusal?.name } == ["document-type-declaration"])
        #expect(found.verdict.isQuestionable)
        let harmless = Self.inspect(head + "a=1&b=2")
        #expect(harmless.parts.map(\.name) == ["body"])
        #expect(harmless.diagnostics.isEmpty)
        #expect(harmless.verdict == .ok)
        #expect(Self.inspect(head).verdict == .ok)
    }

    @Test("What a request authorises itself with is inspected like the header alone, and may be anything")
    func authorization() {
        let token = InspectionTests.webToken(header: #"{"alg":"RS256"}"#, claims: #"{"exp":1767000000}"#)
        let found = Self.inspect("GET /x HTTP/1.1\nauthorization: Bearer \(token)")
        #expect(found.parts.map(\.inspection.kind) == [.jsonWebToken])
        #expect(found.verdict.isQuestionable)
        #expect(Self.inspect("GET /x HTTP/1.1\nAuthorization: Basic eDp5").verdict == .ok)
    }

    @Test(
        "What follows a request and is neither header nor body is said not to be looked at",
        arguments: [
            "GET /x?a=1 HTTP/1.1\nSAMLResponse=%21", "GET /x?a=1 and more", "https://kite.example/x?a=1 and more",
            "https://kite.example/x?a=1\nhttps://kite.example/x?SAMLResponse=%21",
        ]
    )
    func notLookedAt(text: String) {
        let found = Self.inspect(text)
        #expect(found.kind == .request)
        #expect(Self.names(found) == ["not-looked-at"])
        #expect(found.verdict.isQuestionable)
    }

    @Test(
        "A request line and a URL need nothing behind them",
        arguments: ["GET /x?a=1 HTTP/1.1", "GET /x?a=1", "https://kite.example/x?a=1\n", "DELETE /x HTTP/1.1\nHost: k"]
    )
    func nothingFollows(text: String) {
        #expect(Self.inspect(text).kind == .request)
        #expect(Self.inspect(text).diagnostics.isEmpty)
    }

    // MARK: Blanks before a document

    @Test("An error's place is a place in the input, blank lines before the document included")
    func places() {
        let json = Self.inspect("\n\n\n\n{\"a\":\n x}")
        #expect(json.refusal?.detail.contains("line 6, column 2 (byte 11)") == true)
        let xml = Self.inspect("\n\n<a>\n&b;</a>")
        #expect(xml.refusal?.name == "entity-reference")
        #expect(xml.refusal?.detail.contains("(line 4,") == true)
    }

    @Test("Blanks before a document are allowed, but not before an XML declaration")
    func blanksBefore() {
        let declared = Self.inspect("\n\n<?xml version=\"1.0\"?>\n<a>x</a>")
        #expect(declared.fields.map(\.text) == ["x"])
        #expect(Self.names(declared) == ["blank-before-declaration"])
        #expect(declared.verdict.isQuestionable)
        for text in [
            "<?xml version=\"1.0\"?>\n<a>x</a>", "\n<?xml-stylesheet href=\"a\"?><a>x</a>", "\r\n\t <a>x</a>\n",
            "\n {\"a\":\"x\"}\n", " \"{}\"", "\n\(SAMLSample().xml)",
        ] {
            let found = Self.inspect(text, at: Self.during)
            #expect(found.verdict == .ok, "\(text): \(found.summary)")
            #expect(!Self.names(found).contains("blank-before-declaration"))
        }
        #expect(Self.inspect("\n \(TokenExamples.media)").verdict == .ok)
    }

    // MARK: What grows

    @Test("Elements in a value that would all declare a long namespace again are cut, and said to be")
    func elementsInValues() {
        let namespace = "urn:" + String(repeating: "n", count: 900)
        var limits = InspectionLimits.default
        limits.totalBytes = 32 * 1024
        for (count, remark) in [(1, .elements), (20, .elements), (200, .truncatedElements)]
            as [(Int, InspectedField.Remark)]
        {
            let children = String(repeating: "<p:a/>", count: count)
            // As children of the value and as grandchildren.
            for value in [children, "<b>\(children)</b>"] {
                let xml = SAMLSample.with {
                    $0.attributes =
                        "<saml:Attribute Name=\"x\" xmlns:p=\"\(namespace)\"><saml:AttributeValue>\(value)"
                        + "</saml:AttributeValue></saml:Attribute>"
                }
                let field = InspectionTests.inspect(xml, at: Self.during, limits: limits).fields
                    .first { $0.code == .attribute && $0.name == "x" }
                #expect(field?.reading == .remark(remark))
                let length = field?.text?.utf8.count ?? .max
                #expect(length <= 32 * 1024)
            }
        }
    }
}
