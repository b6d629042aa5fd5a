import Checkout
import Documents
import Exchanges
import Inspection
import Report
import Testing
import Tokens
import VirtualTime

/// Requests, answers, addresses and forms: what is read of them, and what is no reason to doubt.
struct InspectionMessageTests {
    static let now = Instant(iso8601: "2026-11-20T22:00:00Z") ?? .distantPast
    static let token = "eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjE5MDAwMDAwMDB9.c2ln"
    static let expired = "eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjEzMDAwMDAwMDB9.c2ln"

    static func inspect(_ text: String) -> Inspection { InspectionTests.inspect(text, at: now) }

    static func names(_ inspection: Inspection) -> [String] { inspection.diagnostics.map(\.name) }

    // MARK: Addresses

    @Test(
        "A token behind a number sign is inspected, and one before it ends there",
        arguments: [
            ("https://app.example/cb#access_token=TOKEN", "fragment.access_token"),
            ("https://app.example/cb?x=1#state=a&access_token=TOKEN", "fragment.access_token"),
            ("https://app.example/#/cb?access_token=TOKEN", "fragment.access_token"),
            ("https://app.example/cb#TOKEN", "fragment"), ("https://app.example/cb?token=TOKEN#top", "token"),
            ("GET /cb?token=TOKEN#a?b HTTP/1.1", "token"),
        ]
    )
    func fragments(text: String, name: String) {
        let found = Self.inspect(text.replacing("TOKEN", with: Self.expired))
        #expect(found.parts.map(\.name) == [name])
        #expect(found.parts.map(\.inspection.kind) == [.jsonWebToken])
        #expect(found.verdict.isQuestionable)
        let sound = Self.inspect(text.replacing("TOKEN", with: Self.token))
        #expect(sound.verdict == .ok, "\(sound.summary)")
    }

    @Test("A place on a page is listed, and nothing behind the sign is nothing")
    func places() {
        let place = Self.inspect("https://app.example/page?a=1#top")
        #expect(place.fields.map(\.name) == ["url", "a", "fragment"])
        #expect(place.fields.map(\.text) == ["https://app.example/page", "1", "top"])
        #expect(place.verdict == .ok)
        #expect(Self.inspect("https://app.example/page#").fields.map(\.name) == ["url"])
        #expect(Self.inspect("https://app.example/#/a?b=c").fields.map(\.name) == ["url", "fragment", "fragment.b"])
    }

    // MARK: Requests and answers

    @Test(
        "Every method and both forms of an address make a request",
        arguments: [
            ("OPTIONS /x HTTP/1.1\r\nHost: k", "OPTIONS", "/x"), ("PATCH /x", "PATCH", "/x"),
            ("GET https://h/x HTTP/1.1", "GET", "https://h/x"), ("OPTIONS * HTTP/1.1", "OPTIONS", "*"),
            ("CONNECT h:443 HTTP/1.1", "CONNECT", "h:443"), ("M-SEARCH /x", "M-SEARCH", "/x"),
        ]
    )
    func methods(text: String, method: String, address: String) {
        let found = Self.inspect(text)
        #expect(found.kind == .request)
        #expect(found.fields.prefix(2).map(\.text) == [method, address])
        #expect(found.verdict == .ok)
    }

    @Test("A sentence is no request", arguments: ["hello world", "hello /world", "GET", "GET it HTTP", "HTTP/1.1 OK"])
    func noRequest(text: String) {
        #expect(Self.inspect(text).refusal?.name == "unrecognized")
    }

    @Test("An answer is read like a request: status, headers, body, and where it leads")
    func answers() {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
        let found = Self.inspect(head + "{\"access_token\":\"\(Self.expired)\"}")
        #expect(found.kind == .response)
        #expect(found.fields.map(\.name) == ["version", "status", "Content-Type"])
        #expect(found.fields.prefix(2).map(\.text) == ["HTTP/1.1", "200 OK"])
        #expect(found.parts.map(\.name) == ["body"])
        #expect(found.verdict.isQuestionable)
        let sound = Self.inspect(head + "{\"access_token\":\"\(Self.token)\"}")
        #expect(sound.verdict == .ok, "\(sound.summary)")
        #expect(Self.inspect("HTTP/1.1 200 OK\r\nServer: k\r\n\r\nbody").verdict == .ok)
        #expect(Self.inspect("HTTP/2 204").kind == .response)
        let moved = "HTTP/1.1 302 Found\r\nLocation: https://app.example/cb#access_token="
        #expect(Self.inspect(moved + Self.expired).verdict.isQuestionable)
        #expect(Self.inspect(moved + Self.token).verdict == .ok)
    }

    @Test("A body of one field is a form, and its value is not taken for an encoding")
    func oneField() {
        for body in ["grant_type=client_credentials", "resource=KITE1", "%61=1"] {
            let found = Self.inspect("POST /o/client/token HTTP/1.1\r\nHost: k\r\n\r\n\(body)")
            #expect(found.parts.map(\.inspection.kind) == [.form])
            #expect(found.parts.first?.inspection.fields.count == 1)
            #expect(found.verdict == .ok, "\(found.summary)")
        }
        let held = Self.inspect("POST /x HTTP/1.1\n\ntoken=\(Self.expired)")
        #expect(held.parts.first?.inspection.parts.map(\.inspection.kind) == [.jsonWebToken])
        #expect(held.verdict.isQuestionable)
    }

    @Test("A body that is nothing known is worth a note, unless its type says that it is a document")
    func unknownBodies() {
        let multipart = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--"
        for body in ["hello world", multipart, "aaaaaaaaaaaaaaaaa", "%zz"] {
            let found = Self.inspect("POST /x HTTP/1.1\nHost: k\n\n\(body)")
            #expect(Self.names(found) == ["unknown-body"])
            #expect(found.verdict == .ok)
        }
        for type in ["application/json", "text/xml; charset=utf-8", "application/problem+json"] {
            let found = Self.inspect("POST /x HTTP/1.1\nContent-Type: \(type)\n\nhello world")
            #expect(Self.names(found) == ["unreadable-part"])
            #expect(found.verdict.isQuestionable)
        }
        let document = Self.inspect("POST /x HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\n{\"a\":")
        #expect(document.verdict.isQuestionable, "it is read as what it is")
    }

    // MARK: Credentials that stand twice

    @Test(
        "Credentials that stand in two places of a message are suspicious",
        arguments: [
            "GET /x HTTP/1.1\nAuthorization: Bearer TOKEN\nauthorization: Bearer TOKEN",
            "GET /x HTTP/1.1\nAuthorization: Basic eDp5\nAuthorization: Bearer TOKEN",
            "POST /x?token=TOKEN HTTP/1.1\nHost: k\n\ntoken=TOKEN&a=b", "POST /x?token=TOKEN HTTP/1.1\n\ntoken=TOKEN",
            "GET /x?access_token=TOKEN HTTP/1.1\nAuthorization: Bearer TOKEN",
            "https://app.example/cb?access_token=TOKEN#access_token=TOKEN",
        ]
    )
    func twins(text: String) {
        let found = Self.inspect(text.replacing("TOKEN", with: Self.token))
        #expect(Self.names(found) == ["duplicate-field"])
        #expect(found.diagnostics.first?.weight == .suspicious)
        #expect(found.verdict.isQuestionable)
    }

    @Test("Different credentials in one request are nothing odd")
    func noTwins() {
        let found = Self.inspect(
            "POST /x?device_info=a HTTP/1.1\nAuthorization: Bearer \(Self.token)\nAccept: a\nAccept: b\n\ntoken=a&b=c"
        )
        #expect(found.diagnostics.isEmpty, "\(found.summary)")
        #expect(found.verdict == .ok)
    }

    @Test("A line that begins with a blank belongs to the one before, and is suspicious; there has to be one")
    func folds() {
        let found = Self.inspect("GET /x HTTP/1.1\r\nX-A: b\r\n Authorization: Bearer \(Self.token)\r\nX-B: c")
        #expect(found.fields.map(\.name) == ["method", "path", "X-A", "X-B"])
        #expect(found.fields[2].text == "b Authorization: Bearer \(Self.token)")
        #expect(Self.names(found) == ["folded-header"])
        #expect(found.parts.isEmpty)
        #expect(found.verdict.isQuestionable)
        #expect(Self.names(Self.inspect("GET /x HTTP/1.1\r\n\tX-A: b")) == ["not-looked-at"])
        #expect(Self.inspect("GET /x HTTP/1.1\r\nX-A:  b \r\nX-B: c").diagnostics.isEmpty)
    }

    // MARK: Forms

    @Test("A form whose first name is encoded is decoded once")
    func encodedNames() {
        let form = Self.inspect("%61=1&token=a%252Bb")
        #expect(form.kind == .form)
        #expect(form.layers.isEmpty)
        #expect(form.fields.map(\.name) == ["a", "token"])
        #expect(form.fields.map(\.text) == ["1", "a%2Bb"])
        // Wherever they stand, one of four such signs in a row ends as a plus in Base64.
        let xml = SAMLSample.with { $0.nameID = "<saml:NameID>>>></saml:NameID>" }
        let value = SAMLNormalization.parameterValue(xml)
        #expect(value.contains("%2B"))
        let held = Self.inspect("%52elayState=x&SAMLResponse=\(value)")
        #expect(held.fields.first?.name == "RelayState")
        #expect(held.parts.map(\.inspection.kind) == [.samlResponse])
        #expect(held.parts.first?.inspection.diagnostics.contains { $0.name == "plus-became-blank" } == false)
    }

    @Test(
        "Brackets, a question mark before it and fields without values make a form, too",
        arguments: [
            ("resource[]=a&resource[]=b", ["resource[]", "resource[]"]), ("a%5B%5D=1&a%5B%5D=2", ["a[]", "a[]"]),
            ("debug&a=b&c=d", ["debug", "a", "c"]), ("?a=1&b=2", ["a", "b"]), ("a+b=1&c=2", ["a b", "c"]),
        ]
    )
    func forms(text: String, names: [String]) {
        let found = Self.inspect(text)
        #expect(found.kind == .form)
        #expect(found.fields.map(\.name) == names)
        #expect(found.verdict == .ok)
    }

    @Test("A document that was encoded but for its equals signs is no form, and Base64 with padding is none either")
    func noForms() {
        #expect(Self.inspect("%3Ca%20b=%221&amp;2%22/%3E").kind == .xmlDocument)
        #expect(Self.inspect("PHI%2BeCB5PC9yPg==").kind == .xmlDocument)
        #expect(Self.inspect("PHI+eCB5PC9yPg==").kind == .xmlDocument)
        let alone = Self.inspect("?SAMLResponse=PGEvPg%3D%3D")
        #expect(alone.layers == [.parameter("SAMLResponse"), .percent, .base64])
        let twice = Self.inspect("%0Aa=1&token=a%252Bb")
        #expect(twice.refusal?.name == "unrecognized", "decoded twice it would be a form")
    }
}
