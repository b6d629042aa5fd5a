import Documents
import Report
import Testing
import VirtualTime

@testable import Inspection
@testable import Tokens

/// The forms of a signature other than in a token: detached, unencoded, nested, in JSON.
///
/// Samples are those of RFC 7515 and RFC 7797.
struct JSONWebSignatureTests {
    /// The payload of RFC 7515, appendix A.
    static let claims =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    /// `{"alg":"HS256","b64":false,"crit":["b64"]}`, RFC 7797 §4.2.
    static let unencodedHeader = "eyJhbGciOiJIUzI1NiIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19"

    private func inspect(_ text: String, at seconds: Int64 = 1_300_000_000) -> Inspection {
        Inspection(of: Array(text.utf8), at: Instant(secondsSince1970: seconds))
    }

    @Test("A detached payload is named, and is no claims")
    func detached() throws {
        let text = "eyJhbGciOiJSUzI1NiJ9..c2ln"
        #expect(try JSONWebSignature(compact: text).unverifiedPayload == nil)
        let found = inspect(text)
        #expect(found.kind == .jsonWebSignature)
        #expect(found.verdict == .ok)
        #expect(found.diagnostics.map(\.name) == ["detached-payload"])
        #expect(found.fields.map(\.name) == ["header.alg", "signatureBytes"])
    }

    @Test("An unencoded payload is named and shown as it is, and is no token")
    func unencoded() throws {
        let text = Self.unencodedHeader + #".{"sub":"kite"}.c2ln"#
        let signed = try JSONWebSignature(compact: text)
        #expect(signed.isUnencoded)
        #expect(signed.unverifiedPayload == Array(#"{"sub":"kite"}"#.utf8))
        #expect(throws: JSONWebTokenError.unencoded) { try JSONWebToken(parsing: text) }
        let found = inspect(text)
        #expect(found.kind == .jsonWebSignature)
        #expect(found.fields.contains(InspectedField(.payload, .text(#"{"sub":"kite"}"#))))
        #expect(found.diagnostics.map(\.name) == ["unencoded-payload", "symmetric-algorithm", "critical-header"])
        #expect(inspect(Self.unencodedHeader + "..c2ln").diagnostics.first?.name == "detached-payload")
        // Where no header says so, this is no token of any kind.
        #expect(inspect(#"eyJhbGciOiJSUzI1NiJ9.{"sub":"kite"}.c2ln"#).kind != .jsonWebSignature)
    }

    @Test("A nested token is opened, in whatever case its type is written", arguments: ["JWT", "jwt"])
    func nested(type: String) {
        let inner = JSONWebTokenTests.token(header: #"{"alg":"none"}"#, claims: #"{"exp":1300819380}"#, signature: "")
        let outer = JSONWebTokenTests.token(header: #"{"alg":"RS256","cty":"\#(type)"}"#, claims: inner)
        let found = inspect(outer, at: 1_300_819_380)
        #expect(found.kind == .jsonWebToken)
        #expect(found.diagnostics.isEmpty)
        #expect(found.parts.map(\.name) == ["payload"])
        let part = found.parts.first?.inspection
        #expect(part?.kind == .jsonWebToken)
        #expect(part?.diagnostics.map(\.name) == ["algorithm-none"])
        #expect(part?.validity.expiry == Instant(secondsSince1970: 1_300_819_380))
        #expect(found.verdict.isQuestionable)
        #expect(!JSONWebSignatureTests.holdsToken(type + "S") && !JSONWebSignatureTests.holdsToken("JOSE"))
    }

    private static func holdsToken(_ type: String) -> Bool {
        let text = JSONWebTokenTests.token(header: #"{"alg":"RS256","cty":"\#(type)"}"#, claims: "{}")
        return (try? JSONWebSignature(compact: text))?.holdsToken ?? true
    }

    @Test("Of a general JSON serialization each header is read, and its algorithm judged like a compact one's")
    func general() {
        let found = inspect(
            """
            {"payload":"\(Self.claims)","signatures":[
             {"protected":"eyJhbGciOiJSUzI1NiJ9","header":{"kid":"2010-12-29"},"signature":"c2ln"},
             {"header":{"alg":"none"},"signature":""}]}
            """
        )
        #expect(found.kind == .jsonWebSignature)
        let fields = found.fields.filter { $0.name.hasSuffix(".alg") }.map { "\($0.name)=\($0.text ?? "")" }
        #expect(fields == ["signatures[1].header.alg=none", "signatures[0].protected.alg=RS256"])
        #expect(found.diagnostics.map(\.name) == ["algorithm-none"])
        #expect(found.diagnostics.first?.detail.hasPrefix("signatures[1]: ") == true)
        #expect(found.parts.map(\.name) == ["payload"])
        #expect(found.parts.first?.inspection.fields.first == InspectedField("iss", "joe"))
    }

    @Test("The flattened form has one signature, whose payload may be elsewhere, and whose header may be unreadable")
    func flattened() {
        let good = inspect(#"{"payload":"\#(Self.claims)","protected":"eyJhbGciOiJFUzI1NiJ9","signature":"c2ln"}"#)
        #expect(good.kind == .jsonWebSignature)
        #expect(good.fields.contains(InspectedField("protected.alg", "ES256")))
        #expect(good.diagnostics.map(\.name) == ["other-algorithm"])
        let detached = inspect(#"{"protected":"eyJhbGciOiJSUzI1NiJ9","signature":"c2ln"}"#)
        #expect(detached.diagnostics.map(\.name) == ["detached-payload"])
        let broken = inspect(#"{"payload":"","protected":"e3","signature":"c2ln"}"#)
        #expect(broken.diagnostics.map(\.name) == ["bad-jws"])
        #expect(inspect(#"{"payload":"","signatures":[7]}"#).diagnostics.map(\.name) == ["bad-jws"])
    }

    @Test(
        "A time in milliseconds is suspicious, says which year it would be, and is no instant",
        arguments: [(1_795_212_000_000, 58_858), (1_699_715_200_000, 55_831), (253_402_300_800, 10_000)]
    )
    func milliseconds(value: Int64, year: Int) throws {
        let token = try JSONWebToken(
            parsing: JSONWebTokenTests.token(header: #"{"alg":"RS256"}"#, claims: #"{"exp":\#(value)}"#)
        )
        #expect(token.expiry == nil)
        #expect(token.diagnostics.map(\.name) == ["milliseconds-claim"])
        let detail = "exp is \(value): milliseconds? as seconds it is the year \(year)"
        #expect(token.diagnostics.first?.detail == detail)
        let found = inspect(token.text)
        #expect(found.validity.expiry == nil)
        #expect(found.fields.first { $0.name == "exp" }?.meaning == nil)
        #expect(found.verdict.isQuestionable)
    }

    @Test("The last second of the year 9999 is an instant; what no reading makes one is no number of seconds")
    func bounds() throws {
        func token(_ value: String) throws -> JSONWebToken {
            try JSONWebToken(
                parsing: JSONWebTokenTests.token(header: #"{"alg":"RS256"}"#, claims: #"{"exp":\#(value)}"#)
            )
        }
        #expect(try token("253402300799").expiry == Instant(secondsSince1970: 253_402_300_799))
        for value in ["9223372036854775807", "-62135596801", "-9223372036854775808"] {
            #expect(try token(value).expiry == nil)
            #expect(try token(value).diagnostics.map(\.name) == ["bad-time-claim"])
        }
    }

    @Test("A time past the year 9999 is not shown as the last instant there is")
    func beyond() {
        let found = inspect(#"{"requestor":"K","mvpd":"P","expires":"253402300800000"}"#)
        #expect(found.validity.expiry == nil)
        #expect(found.fields.allSatisfy { $0.meaning?.contains("9999") != true })
        #expect(found.diagnostics.map(\.name) == ["unreadable-time"])
        let date = inspect("253402300800000")
        #expect(date.fields.map(\.meaning) == [nil])
        #expect(date.diagnostics.map(\.name) == ["beyond-9999"])
        let answer = #"{"access_token":"a","token_type":"b","created_at":1795212000,"expires_in":9223372036854775807}"#
        let span = inspect(answer)
        #expect(span.validity.expiry == nil)
        #expect(span.diagnostics.map(\.name) == ["unreadable-time"])
    }
}
