import Checkout
import Documents
import Inspection
import Report
import Testing
import Tokens
import VirtualTime

struct InspectionTests {
    static let instant = Instant(iso8601: "2026-01-01T00:01:00Z") ?? .distantPast

    static func inspect(
        _ text: String,
        at instant: Instant = InspectionTests.instant,
        limits: InspectionLimits = .default
    ) -> Inspection {
        Inspection(of: Array(text.utf8), at: instant, limits: limits)
    }

    /// A compact token of this header and these claims.
    static func webToken(header: String, claims: String, signature: String = "c2ln") -> String {
        let parts = [header, claims].map { Base64.encode(Array($0.utf8), alphabet: .urlSafe, padding: false) }
        return "\(parts[0]).\(parts[1]).\(signature)"
    }

    @Test(
        "Each token of tokens.md is recognized, explained and judged at the instant",
        arguments: [
            (TokenExamples.authentication, "authn-token", "2026-01-31T16:00:00Z"),
            (TokenExamples.authorization, "authz-token", "2026-01-02T00:00:00Z"),
            (TokenExamples.media, "media-token", "2026-01-01T00:07:00Z"),
        ]
    )
    func tokens(text: String, kind: String, expiry: String) throws {
        let inspection = Self.inspect(text)
        #expect(inspection.kind.name == kind)
        #expect(inspection.layers.isEmpty)
        #expect(inspection.verdict == .ok)
        #expect(inspection.refusal == nil)
        let end = try #require(Instant(iso8601: expiry))
        #expect(inspection.validity.expiry == end)
        #expect(Self.inspect(text, at: end - .nanoseconds(1)).verdict == .ok)
        #expect(Self.inspect(text, at: end).verdict.isQuestionable)
    }

    @Test("An element that counts, standing elsewhere as well, is suspicious: a regular expression takes the first")
    func decoys() {
        func diagnostics(_ text: String) -> [String] { Self.inspect(text).diagnostics.map(\.name) }
        let expires = "<simpleTokenExpires>2020/01/01 00:00:00 GMT +0000</simpleTokenExpires>"
        let start = "<simpleAuthenticationToken>"
        #expect(TokenExamples.authentication.contains(start))
        #expect(!diagnostics(TokenExamples.authentication).contains("duplicate-element"))
        let hidden = TokenExamples.authentication.replacing(start, with: "\(start)<x>\(expires)</x>")
        #expect(diagnostics(hidden).filter { $0 == "duplicate-element" }.count == 1)
        let fingerprint = "<simpleTokenFingerprint>decoy</simpleTokenFingerprint>"
        let beside = TokenExamples.authentication.replacing(start, with: start + fingerprint)
        #expect(diagnostics(beside).filter { $0 == "duplicate-element" }.count == 1)
        let twice = TokenExamples.media.replacing("<ttl>", with: "<ttl>1</ttl><ttl>")
        #expect(diagnostics(twice).filter { $0 == "duplicate-element" }.count == 1, "told of once")
    }

    @Test("A field that is a date or a span says what it means")
    func meanings() {
        let fields = Self.inspect(TokenExamples.media).fields
        func reading(_ name: String) -> InspectedField.Reading? { fields.first { $0.name == name }?.reading }
        #expect(reading("ttl") == .span(.seconds(420)))
        #expect(reading("issueTime") == .instant(Instant(secondsSince1970: 1_767_225_600)))
        #expect(reading("resourceID") == nil)
    }

    static let wrappings: [(String, [TransportLayer])] = {
        let token = TokenExamples.media
        let base64 = Base64.encode(Array(token.utf8))
        let escaped = TokenText.escaped(token)
        func percent(_ text: String) -> String { PercentEncoding.form(text).replacing("+", with: "%20") }
        return [
            (base64, [.base64]),
            (Base64.encode(Array(token.utf8), alphabet: .urlSafe, padding: false), [.base64URL]),
            (percent(base64), [.percent, .base64]),
            (percent(percent(base64)), [.percent, .percent, .base64]),
            (percent(token), [.percent]),
            (PercentEncoding.form(token), [.form]),
            (escaped, [.entities]),
            (TokenText.escaped(escaped), [.entities, .entities]),
            (JSONValue.string(token).serialized, [.jsonString]),
            (JSONValue.string(base64).serialized, [.jsonString, .base64]),
            (Base64.encode(Array(base64.utf8)), [.base64, .base64]),
            ("serializedToken=" + percent(base64), [.parameter("serializedToken"), .percent, .base64]),
            ("X-Media-Token: " + base64, [.header("X-Media-Token"), .base64]),
            ("Bearer " + base64, [.scheme("Bearer"), .base64]),
            ("\u{FEFF}" + token, [.byteOrderMark]),
            (" \n" + base64 + "\r\n", [.base64]),
        ]
    }()

    @Test("Transport encodings are peeled off one by one and named, outermost first", arguments: wrappings)
    func layers(text: String, layers: [TransportLayer]) {
        let inspection = Self.inspect(text)
        #expect(inspection.layers == layers)
        #expect(inspection.kind == .mediaToken)
        #expect(inspection.refusal == nil)
        #expect(inspection.validity.expiry == Instant(iso8601: "2026-01-01T00:07:00Z"))
    }

    @Test("The URL-safe alphabet is told from the standard one")
    func urlSafe() {
        let text = TokenExamples.media.replacing("KITE1", with: "ÿ??>>ÿ~~")
        let encoded = Base64.encode(Array(text.utf8), alphabet: .urlSafe, padding: false)
        #expect(encoded.contains("-") || encoded.contains("_"))
        #expect(Self.inspect(encoded).layers == [.base64URL])
        #expect(Self.inspect(encoded).kind == .mediaToken)
    }

    @Test("UTF-16 with a mark of either order is a layer; half a unit and half a pair are refused")
    func utf16() {
        let units = Array(TokenExamples.media.utf16)
        let little = [0xFF, 0xFE] + units.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
        let big = [0xFE, 0xFF] + units.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 255)] }
        for bytes in [little, big] {
            let inspection = Inspection(of: bytes, at: Self.instant)
            #expect(inspection.layers == [.utf16])
            #expect(inspection.kind == .mediaToken)
        }
        #expect(Inspection(of: little + [0x20], at: Self.instant).refusal?.name == "bad-encoding")
        #expect(Inspection(of: little + [0x00, 0xD8], at: Self.instant).refusal?.name == "bad-encoding")
    }

    @Test("Eight layers are peeled off, a ninth is refused")
    func layerLimit() {
        var text = TokenExamples.media
        for _ in 1...8 { text = Base64.encode(Array(text.utf8)) }
        #expect(Self.inspect(text).layers.count == 8)
        #expect(Self.inspect(text).kind == .mediaToken)
        #expect(Self.inspect(Base64.encode(Array(text.utf8))).refusal?.name == "too-many-layers")
    }

    @Test("An input of the greatest length is read, one byte more is refused")
    func lengthLimit() {
        var limits = InspectionLimits.default
        limits.totalBytes = TokenExamples.media.utf8.count
        #expect(Self.inspect(TokenExamples.media, limits: limits).verdict == .ok)
        limits.totalBytes -= 1
        #expect(Self.inspect(TokenExamples.media, limits: limits).refusal?.name == "too-long")
    }

    @Test("As many fields are listed as the limit says, and a remark says that there are more")
    func fieldLimit() {
        var limits = InspectionLimits.default
        limits.fields = 3
        #expect(Self.inspect(#"{"a":1,"b":2,"c":3}"#, limits: limits).diagnostics.isEmpty)
        let cut = Self.inspect(#"{"a":1,"b":2,"c":3,"d":4}"#, limits: limits)
        #expect(cut.fields.map(\.name) == ["a", "b", "c"])
        #expect(cut.diagnostics.map(\.name) == ["fields-left-out"])
        let xml = "<r>" + String(repeating: "<x>1</x>", count: 100) + "</r>"
        #expect(Self.inspect(xml, limits: limits).fields.count == 3)
    }

    @Test("A long name above very many values costs no more than what is listed")
    func longNames() {
        let name = String(repeating: "n", count: 400_000)
        let json = "{\"\(name)\":[" + String(repeating: "1,", count: 200_000) + "1]}"
        let inspection = Self.inspect(json)
        #expect(inspection.fields.count == InspectionLimits.default.fields)
        #expect(inspection.fields.allSatisfy { $0.name.utf8.count <= FieldPath.maximumBytes })
    }

    @Test("Things inside things are inspected as deep as the limit says")
    func depthLimit() {
        func nested(_ depth: Int) -> String {
            depth == 0 ? "{}" : JSONValue.object(["serializedToken": .string(nested(depth - 1))]).serialized
        }
        func depth(_ inspection: Inspection) -> Int { 1 + (inspection.parts.map { depth($0.inspection) }.max() ?? 0) }
        #expect(depth(Self.inspect(nested(3))) == 4)
        #expect(depth(Self.inspect(nested(8))) == 4)
    }

    @Test(
        "The dates of tokens.md are dates, with their instants",
        arguments: [
            ("2011/03/19 02:29:34 GMT +0200", "2011-03-19T00:29:34Z"),
            ("2026-11-20 21:59:12 -0000", "2026-11-20T21:59:12Z"),
            ("1769817600000", "2026-01-31T00:00:00Z"),
            ("2026%2F01%2F31+08%3A00%3A00+GMT+-0800", "2026-01-31T16:00:00Z"),
        ]
    )
    func dates(text: String, instant: String) {
        let inspection = Self.inspect(text)
        #expect(inspection.kind == .date)
        #expect(inspection.fields.first?.meaning == instant)
        #expect(inspection.verdict == .ok)
    }

    @Test(
        "What can only be meant as a date and is none is refused as one",
        arguments: ["2011/13/19 02:29:34 GMT +0200", "2026-11-20 21:59:12", "99999999999999999999"]
    )
    func badDates(text: String) {
        #expect(Self.inspect(text).refusal?.name == "bad-date")
        #expect(Self.inspect(text).verdict == .malformed)
    }

    @Test("A number of the size of seconds is read as milliseconds, and the remark says what it would be as seconds")
    func seconds() {
        let inspection = Self.inspect("1767225600")
        #expect(inspection.diagnostics.map(\.name) == ["seconds"])
        #expect(inspection.diagnostics.first?.detail.contains("2026-01-01T00:00:00Z") == true)
    }

    @Test("JSON web tokens are shown with their times, and unsecured ones are suspicious")
    func webTokens() {
        let token = Self.webToken(header: #"{"alg":"RS256"}"#, claims: #"{"sub":"kite","exp":1767247200}"#)
        let inspection = Self.inspect(token)
        #expect(inspection.kind == .jsonWebToken)
        #expect(inspection.verdict == .ok)
        #expect(inspection.fields.first { $0.name == "exp" }?.meaning == "2026-01-01T06:00:00Z")
        let unsecured = Self.webToken(header: #"{"alg":"none"}"#, claims: "{}", signature: "")
        #expect(Self.inspect(unsecured).verdict.isQuestionable)
        #expect(Self.inspect(token + ".x").refusal?.name == "bad-jwt")
        #expect(Self.inspect("Bearer " + token).layers == [.scheme("Bearer")])
    }

    @Test(
        "What cannot be read is refused by name",
        arguments: [
            ("", "empty"), (" \n", "empty"), ("hello", "unrecognized"), ("KITE", "unrecognized"),
            ("kinescope inspect", "unrecognized"), ("a\u{0}b", "nul-byte"), ("%4", "bad-percent-encoding"),
            ("{\"a\":", "not-well-formed"), ("\"abc", "not-well-formed"), ("<a>", "not-well-formed"),
            ("<!DOCTYPE a><a/>", "document-type-declaration"), ("<a>&b;</a>", "entity-reference"),
            ("<signatureInfo>c2ln<a/>", "signature-tags"), ("& so on", "unrecognized"),
            ("PHNpZ25hdHVyZUluZm8+c2l=", "bad-base64"), ("PHNpZ25hdHVyZUluZm8+YzJs====", "bad-base64"),
            ("eJzLSM3JyQcABiwCFQeJzLSM3JyQcABiwCFQeJzLSM3JyQcABiwCFQ==", "not-text"),
        ]
    )
    func refusals(text: String, name: String) {
        let inspection = Self.inspect(text)
        #expect(inspection.refusal?.name == name)
        let isRejected = ["document-type-declaration", "entity-reference"].contains(name)
        #expect(inspection.verdict == (isRejected ? .rejected : .malformed))
    }

    @Test("Class 18: what is compressed is not inflated, so no bomb can go off")
    func compressed() {
        let deflated: [UInt8] = [0xED, 0xC1, 0x01, 0x01, 0x00, 0x00, 0x00, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 0x08, 0x0A]
        let text = Base64.encode(Array(repeatElement(deflated, count: 10).joined()))
        #expect(Self.inspect(text).refusal?.name == "not-text" || Self.inspect(text).refusal?.name == "nul-byte")
    }

    @Test("Class 17: line breaks in Base64 and missing padding are read and mentioned, junk after padding is refused")
    func base64Tolerance() {
        let base64 = Base64.encode(Array(SAMLSample().xml.utf8))
        let lines = stride(from: 0, to: base64.count, by: 76).map { base64.dropFirst($0).prefix(76) }
        let broken = Self.inspect(lines.joined(separator: "\r\n"))
        #expect(broken.kind == .samlResponse)
        #expect(broken.diagnostics.map(\.name) == ["broken-lines", "unsigned"])
        let blanks = String(repeating: " ", count: 4 - TokenExamples.media.utf8.count % 3)
        let token = Base64.encode(Array((TokenExamples.media + blanks).utf8))
        #expect(token.hasSuffix("="))
        let unpadded = Self.inspect(token.replacing("=", with: ""))
        #expect(unpadded.kind == .mediaToken)
        #expect(unpadded.diagnostics.map(\.name) == ["no-padding"])
        #expect(Self.inspect(token + "AAAA").refusal?.name == "bad-base64")
    }

    @Test("Base64 whose plus signs a form made blanks is mended, and said to be")
    func plusBecameBlank() {
        let text = TokenExamples.media.replacing("KITE1", with: "KITE>>>1")
        let base64 = Base64.encode(Array(text.utf8))
        #expect(base64.contains("+"))
        let inspection = Self.inspect(base64.replacing("+", with: " "))
        #expect(inspection.kind == .mediaToken)
        #expect(inspection.diagnostics.map(\.name) == ["plus-became-blank"])
    }

    @Test("K-61: what was percent-encoded twice is suspicious by name")
    func encodedTwice() {
        let once = SAMLNormalization.parameterValue(SAMLSample().xml)
        let during = Instant(iso8601: "2026-11-20T22:00:00Z") ?? .distantPast
        #expect(Self.inspect(once, at: during).verdict == .ok)
        let twice = Self.inspect(PercentEncoding.form(once), at: during)
        #expect(twice.diagnostics.map(\.name) == ["encoded-twice", "unsigned"])
        #expect(twice.verdict.isQuestionable)
    }

    @Test("A token's oddities are named: repeated elements, comments, no end, unknown kinds, attributes, closed tags")
    func tokenOddities() {
        func diagnostics(_ payload: String, tag: String = "<signatureInfo>") -> [String] {
            Self.inspect("<signatureInfo>c2ln\(tag)\(payload)").diagnostics.map(\.name)
        }
        let date = "2027/01/01 00:00:00 GMT +0000"
        let expires = "<simpleTokenExpires>\(date)</simpleTokenExpires>"
        func token(_ content: String) -> String { "<simpleAuthenticationToken>\(content)</simpleAuthenticationToken>" }
        #expect(diagnostics(token(expires)) == [])
        #expect(diagnostics(token(expires + expires)) == ["duplicate-element"])
        #expect(diagnostics(token(expires + "<zAll>a<!-- -->b</zAll>")) == ["comment-in-token"])
        #expect(diagnostics(token("")) == ["no-expiry"])
        #expect(diagnostics("<novelty/>") == ["unknown-kind"])
        #expect(diagnostics(token(expires + "<zAll n=\"1\"/>")) == ["not-one-line"])
        #expect(diagnostics(token(expires), tag: "</signatureInfo>") == ["closed-signature"])
    }

    @Test("A web page is recognized, whatever status it came with; a document type with entities in it is not one")
    func htmlPages() {
        #expect(Self.inspect("<html><body>429 Too Many Requests<br></body></html>").kind == .htmlPage)
        #expect(Self.inspect("<!DOCTYPE html>\n<html><br></html>").kind == .htmlPage)
        let hidden = "<!DOCTYPE html [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><html>&a;</html>"
        #expect(Self.inspect(hidden).refusal?.name == "document-type-declaration")
    }

    @Test("Other SAML messages are recognized and said not to be responses")
    func samlMessages() {
        let inspection = Self.inspect(
            "<p:AuthnRequest xmlns:p=\"urn:oasis:names:tc:SAML:2.0:protocol\" ID=\"_q1\"><p:NameIDPolicy/></p:AuthnRequest>"
        )
        #expect(inspection.kind == .samlMessage)
        #expect(inspection.fields.first?.text == "_q1")
        #expect(inspection.diagnostics.map(\.name) == ["not-a-response"])
    }

    @Test("Two thousand damaged inputs neither trap nor hang, and each is judged the same twice")
    func arbitraryInputs() {
        var generator = SeededGenerator(seed: 20_261_120)
        let seeds = [
            TokenExamples.authentication, TokenExamples.media, SAMLSample().xml, #"{"expires":"1","a":["x"]}"#,
            "2011/03/19 02:29:34 GMT +0200", "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJraXRlIn0.c2ln", "a=%41&b=PGEvPg%3D%3D",
        ]
        .map { Array($0.utf8) }
        for round in 0..<2_000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch UInt8.random(in: 0...2, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: bytes.removeSubrange(index..<min(bytes.count, index + 5))
                default: bytes.insert(contentsOf: bytes[index...].prefix(40), at: index)
                }
                if bytes.isEmpty { bytes = [0x3C] }
            }
            let inspection = Inspection(of: bytes, at: Self.instant)
            #expect(!inspection.text.isEmpty)
            #expect(inspection == Inspection(of: bytes, at: Self.instant))
        }
    }
}
