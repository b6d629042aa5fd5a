import Documents
import Testing
import Tokens
import VirtualTime

struct JSONWebTokenTests {
    static func token(header: String, claims: String, signature: String = "c2ln") -> String {
        let parts = [header, claims].map { Base64.encode(Array($0.utf8), alphabet: .urlSafe, padding: false) }
        return "\(parts[0]).\(parts[1]).\(signature)"
    }

    @Test("A software statement of a capture is decoded and printed back byte for byte")
    func captured() throws {
        let text = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJraXRlIn0.c2ln"
        let token = try JSONWebToken(parsing: text)
        #expect(token.algorithm == "RS256")
        #expect(token.unverifiedClaims["sub"]?.string == "kite")
        #expect(token.signature == Array("sig".utf8))
        #expect(token.text == text)
        #expect(token.diagnostics.isEmpty)
        #expect(token.expiry == nil)
    }

    @Test("Its times are instants, fractions included, and its expiry is exclusive")
    func times() throws {
        let token = try JSONWebToken(
            parsing: Self.token(
                header: #"{"alg":"RS256"}"#,
                claims: #"{"iat":1767225600,"nbf":1767225600.25,"exp":1767247200}"#
            )
        )
        let expiry = Instant(secondsSince1970: 1_767_247_200)
        #expect(token.issuedAt == Instant(secondsSince1970: 1_767_225_600))
        #expect(token.notBefore == Instant(secondsSince1970: 1_767_225_600, nanosecond: 250_000_000))
        #expect(token.expiry == expiry)
        #expect(!token.validity.isValid(at: expiry))
        #expect(token.validity.isValid(at: expiry - .nanoseconds(1)))
    }

    @Test(
        "Times that are no plain number of seconds are remarked on, never guessed",
        arguments: ["\"1767225600\"", "1.7e9", "99999999999999999999", "null", "true", "-5.5"]
    )
    func badTimes(value: String) throws {
        let token = try JSONWebToken(
            parsing: Self.token(header: #"{"alg":"RS256"}"#, claims: "{\"exp\":\(value)}")
        )
        #expect(token.expiry == nil)
        #expect(token.diagnostics.map(\.name) == ["bad-time-claim"])
    }

    @Test(
        "An unsecured token, a symmetric algorithm and an empty signature are suspicious by name",
        arguments: [
            (#"{"alg":"none"}"#, "", "algorithm-none"),
            (#"{"alg":"nOnE"}"#, "c2ln", "algorithm-none"),
            (#"{"alg":"HS256"}"#, "c2ln", "symmetric-algorithm"),
            (#"{"alg":"RS256"}"#, "", "no-signature"),
            (#"{"typ":"JWT"}"#, "c2ln", "no-algorithm"),
            (#"{"alg":"ES256"}"#, "c2ln", "other-algorithm"),
            (#"{"alg":"RS256","alg":"none"}"#, "c2ln", "duplicate-claim"),
            (#"{"alg":"RS256","crit":["x"]}"#, "c2ln", "critical-header"),
        ]
    )
    func algorithms(header: String, signature: String, diagnostic: String) throws {
        let token = try JSONWebToken(parsing: Self.token(header: header, claims: "{}", signature: signature))
        #expect(token.diagnostics.map(\.name) == [diagnostic])
    }

    @Test("A claim that stands twice and an empty interval are suspicious")
    func oddClaims() throws {
        let token = try JSONWebToken(
            parsing: Self.token(header: #"{"alg":"RS256"}"#, claims: #"{"sub":"a","sub":"b","nbf":2,"exp":1}"#)
        )
        #expect(token.diagnostics.map(\.name) == ["duplicate-claim", "empty-interval"])
        #expect(token.unverifiedClaims["sub"]?.string == "a")
    }

    @Test(
        "A text of another number of parts is refused",
        arguments: [("", 1), ("a", 1), ("a.b", 2), ("a.b.c.d", 4), ("a.b.c.d.e.f", 6)]
    )
    func parts(text: String, count: Int) {
        #expect(throws: JSONWebTokenError.parts(count: count)) { try JSONWebToken(parsing: text) }
    }

    @Test("Five parts are an encrypted token, and said to be")
    func encrypted() {
        #expect(throws: JSONWebTokenError.encrypted) { try JSONWebToken(parsing: "a.b.c.d.e") }
    }

    @Test("Bad Base64, bad JSON and JSON that is no object are told apart, with the part they are in")
    func badParts() {
        func part(_ text: String) -> String? {
            do throws(JSONWebTokenError) {
                _ = try JSONWebToken(parsing: text)
                return nil
            } catch {
                switch error {
                case .base64(let part, _): return "base64 \(part.rawValue)"
                case .json(let part, _): return "json \(part.rawValue)"
                case .notAnObject(let part): return "object \(part.rawValue)"
                default: return "\(error)"
                }
            }
        }
        let header = "eyJhbGciOiJSUzI1NiJ9"
        #expect(part("ey+J.e30.c2ln") == "base64 header")
        #expect(part("\(header)==.e30.c2ln") == "base64 header")
        #expect(part("\(header).e3.c2ln") == "base64 claims")
        #expect(part("\(header).e30.c/ln") == "base64 signature")
        #expect(part("\(header).e30 .c2ln") == "base64 claims")
        #expect(part("\(header)..c2ln") == "json claims")
        #expect(part("\(header).eyJhIjo.c2ln") == "json claims")
        #expect(part("\(header).W10.c2ln") == "object claims")
    }

    @Test("A token of the greatest length is read, a longer one refused")
    func lengthLimit() throws {
        let short = Self.token(header: #"{"alg":"RS256"}"#, claims: "{}", signature: "")
        let room = JSONWebToken.maximumBytes - short.utf8.count
        #expect(room % 4 != 1)
        let longest = short + String(repeating: "A", count: room)
        #expect(try JSONWebToken(parsing: longest).text == longest)
        #expect(throws: JSONWebTokenError.tooLong) { try JSONWebToken(parsing: longest + "A") }
    }
}
