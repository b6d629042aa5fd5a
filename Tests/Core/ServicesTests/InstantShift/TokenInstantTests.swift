import Checkout
import Documents
import Exchanges
import Inspection
import PassAPI
import Redaction
import Testing
import Tokens
import VirtualTime

@testable import Services

/// Tokens, web tokens and SAML messages in the encodings they travel in; tokens.md §2 to §6 and §12.
@Suite struct TokenInstantTests {
    private static let shift = InstantShift(wholeSeconds: 86_400)

    /// The invented tokens of tokens.md, and what they are a day later.
    static let tokens: [(text: String, old: String, new: String, kind: InstantShift.BrokenSignature.Kind)] = [
        (TokenExamples.authentication, "2026/01/31 08:00:00", "2026/02/01 08:00:00", .authenticationToken),
        (TokenExamples.authorization, "2026/01/02 00:00:00", "2026/01/03 00:00:00", .authorizationToken),
        (TokenExamples.media, "2026/01/01 00:00:00", "2026/01/02 00:00:00", .mediaToken),
    ]

    @Test("The date of each kind of token moves, and nothing else of it; ttl is a duration", arguments: 0..<3)
    func kinds(index: Int) {
        let (text, old, new, _) = Self.tokens[index]
        let moved = Self.shift.moved(text: text)
        #expect(moved == text.replacing(old, with: new))
        #expect(moved != text)
        #expect(Self.shift.reversed.moved(text: moved) == text)
    }

    @Test("A token moves in every encoding, which stays as it is written", arguments: 0..<3)
    func encodings(index: Int) {
        let (text, old, new, _) = Self.tokens[index]
        let base64: (String) -> String = { Base64.encode(Array($0.utf8)) }
        let lines: (String) -> String = { text in
            var rest = Base64.encode(Array(text.utf8))[...]
            var lines: [Substring] = []
            while !rest.isEmpty {
                lines.append(rest.prefix(76))
                rest = rest.dropFirst(76)
            }
            return lines.joined(separator: "\r\n")
        }
        let encodings: [(String) -> String] = [
            base64, lines, { Base64.encode(Array($0.utf8), padding: false) },
            { Base64.encode(Array($0.utf8), alphabet: .urlSafe, padding: false) },
            { PercentEncoding.component(base64($0)) },
            { PercentEncoding.component(PercentEncoding.component(base64($0))) },
            { TokenText.escaped($0) }, { TokenText.escaped(TokenText.escaped($0)) }, { PercentEncoding.component($0) },
        ]
        let moved = text.replacing(old, with: new)
        for (number, encoding) in encodings.enumerated() {
            #expect(Self.shift.moved(text: encoding(text)) == encoding(moved), "encoding \(number)")
            #expect(Self.shift.reversed.moved(text: encoding(moved)) == encoding(text), "encoding \(number)")
        }
    }

    @Test("A token in an answer of the SDKs and of REST moves, and its signature is named", arguments: 0..<3)
    func answers(index: Int) {
        let (text, old, new, kind) = Self.tokens[index]
        let later = text.replacing(old, with: new)
        func check(_ operation: PassAPI.Operation, _ field: String, _ body: (String) -> String) {
            let response = HTTPResponse(status: 200, body: Array(body(text).utf8))
            let moved = Self.shift.moved(response, of: .operation(operation))
            #expect(moved.response.body == Array(body(later).utf8), "\(operation)")
            #expect(moved.signatures == [.init(kind: kind, place: .body(field: field), isSignedAgain: false)])
        }
        check(.sessionDevice, "authnToken") { "<result><authnToken>\(TokenText.escaped($0))</authnToken></result>" }
        check(.session, "authnToken") { "<session><authnToken><![CDATA[\($0)]]></authnToken></session>" }
        check(.authorizeDevice, "authzToken") {
            "<result><authzToken>\(TokenText.escaped($0))</authzToken><userMeta/></result>"
        }
        check(.shortAuthorize, "") { $0 }
        check(.mediaToken, "serializedToken") {
            #"{"serializedToken":"\#(Base64.encode(Array($0.utf8)).replacing("/", with: #"\/"#))"}"#
        }
        check(.mediaToken, "serializedToken") {
            "<play><serializedToken>\(Base64.encode(Array($0.utf8)))</serializedToken></play>"
        }
    }

    @Test("The claims of a web token move, and its header and signature stay")
    func webTokens() throws {
        func token(_ iat: String, _ exp: String, _ signature: String = "c2ln") -> String {
            let header = Base64.encode(Array(#"{"alg":"RS256"}"#.utf8), alphabet: .urlSafe, padding: false)
            let claims = #"{"sub":"1795502282","iat": \#(iat),"exp":\#(exp),"data":{"exp":1795523882}}"#
            return "\(header).\(Base64.encode(Array(claims.utf8), alphabet: .urlSafe, padding: false)).\(signature)"
        }
        let text = token("1795502282.5", "1795523882")
        #expect(Self.shift.moved(text: text) == token("1795588682.5", "1795610282"))
        // A digit more, and one less, of three bytes exactly.
        for seconds in [999_913_600, 999_999_999, 99_999_999] {
            for extra in ["", "1", "12"] {
                let text = token("\(seconds).5\(extra)", "\(seconds)")
                #expect(Self.shift.moved(text: text) == token("\(seconds + 86_400).5\(extra)", "\(seconds + 86_400)"))
                #expect(Self.shift.reversed.moved(text: Self.shift.moved(text: text)) == text)
            }
        }
        let response = HTTPResponse(status: 200, body: Array(#"{"access_token":"\#(text)","created_at":1}"#.utf8))
        #expect(
            Self.shift.moved(response, of: .operation(.accessToken)).signatures
                == [.init(kind: .webToken, place: .body(field: "access_token"), isSignedAgain: false)]
        )
        // Nothing signs an unsecured token.
        let unsecured = HTTPResponse(status: 200, body: Array(#"{"access_token":"\#(token("5", "6", ""))"}"#.utf8))
        #expect(Self.shift.moved(unsecured, of: .operation(.accessToken)).signatures == [])
        // Of an encrypted one the instants cannot be reached.
        let encrypted = HTTPResponse(status: 200, body: Array(#"{"access_token":"eyJhbGciOiJkaXIifQ..eA.eA.eA"}"#.utf8))
        #expect(Self.shift.moved(encrypted, of: .operation(.accessToken)).exceptions.map(\.reason) == [.encrypted])
    }

    @Test("Texts that look like none of these stay")
    func others() {
        for text in [
            "", "a", "19bd962169654fbf94efe08425205efa", "2026-11-20T21:59:12Z", "1795211967", "a.b.c",
            "<rss><item/></rss>",
            "<simpleTokenTTL>2026/01/02 00:00:00 GMT +0000</simpleTokenTTL>", "%3Crss%3E", "&lt;rss>",
            "PHJzcz48ZXhwIG89IjIwMjYiLz48L3Jzcz4=", "{\"exp\":1795211967}",
        ] {
            #expect(Self.shift.moved(text: text) == text)
        }
    }

    @Test(
        "Every instant of a SAML message moves, in whatever form it was recorded",
        arguments: Checkout.files(below: "Recordings/saml", suffix: "")
    )
    func saml(path: String) throws {
        let bytes = try Checkout.bytes(of: path)
        // The body of a request; and a message that has no instants.
        let isLeft = ["form-body", "encrypted-assertion", "undeclared-prefix"].contains { path.contains($0) }
        let response = HTTPResponse(status: 200, body: bytes)
        let shift = InstantShift(wholeSeconds: InstantShiftTests.distance)
        let moved = shift.moved(response, of: .operation(.profileRequest))
        #expect(shift.reversed.moved(moved.response, of: .operation(.profileRequest)).response == response)
        guard !isLeft else { return }
        var (before, after) = (response, moved.response)
        if path.contains("utf-16") {
            before.body = bytes.filter { $0 != 0 }
            after.body = moved.response.body?.filter { $0 != 0 }
        }
        if path.contains("percent") {
            for _ in 0..<2 {
                before.body = Array(PercentEncoding.decode(String(decoding: before.body ?? [], as: UTF8.self)).utf8)
                after.body = Array(PercentEncoding.decode(String(decoding: after.body ?? [], as: UTF8.self)).utf8)
            }
        }
        if path.contains("lines") {
            before.body?.removeAll { $0 == 0x0A || $0 == 0x0D }
            after.body?.removeAll { $0 == 0x0A || $0 == 0x0D }
        }
        let (old, new) = (FoundInstants.all(in: before), FoundInstants.all(in: after))
        #expect(!old.isEmpty)
        #expect(new == old.map { $0 + InstantShiftTests.distance * 1000 })
    }

    @Test("A signature in a SAML message is named, and what is encrypted is reported")
    func samlSignatures() throws {
        func moved(_ name: String) throws -> InstantShift.Moved {
            let body = try Checkout.bytes(of: "Recordings/saml/\(name).xml")
            return Self.shift.moved(HTTPResponse(status: 200, body: body), of: .operation(.profileRequest))
        }
        #expect(try moved("signed-assertion").signatures.map(\.kind) == [.samlMessage])
        #expect(try moved("signed-response").signatures.map(\.kind) == [.samlMessage])
        #expect(try moved("unsigned").signatures == [])
        #expect(try moved("encrypted-assertion").exceptions.map(\.reason) == [.encrypted])
    }

    @Test("A SAML message that was valid when it was recorded is as valid when it is served")
    func samlValidity() throws {
        let recorded = Instant(iso8601: "2026-11-20T22:00:00Z") ?? .distantPast
        let distance = Duration.seconds(InstantShiftTests.distance)
        let text = SAMLSample().xml
        let moved = InstantShift(wholeSeconds: InstantShiftTests.distance).moved(text: text)
        let before = Inspection(of: Array(text.utf8), at: recorded)
        let after = Inspection(of: Array(moved.utf8), at: recorded + distance)
        #expect(before.verdict == .ok)
        #expect(after.verdict == .ok)
        #expect(Inspection(of: Array(text.utf8), at: recorded + distance).verdict == .expired)
        #expect(after.validity.expiry == before.validity.expiry.map { $0 + distance })
        #expect(after.validity.notBefore == before.validity.notBefore.map { $0 + distance })
    }

    @Test("What is served years later inspects as it did when it was recorded", arguments: InstantShiftTests.captures)
    func inspection(capture: String) throws {
        let distance = Duration.seconds(InstantShiftTests.distance)
        for exchange in try InstantShiftTests.exchanges(of: capture) {
            guard let body = exchange.response?.body, exchange.request.url.contains("adobe.com"),
                let moved = InstantShift(wholeSeconds: InstantShiftTests.distance).moved(exchange)?.response.body
            else { continue }
            let before = Inspection(of: body, at: exchange.endedAt)
            let after = Inspection(of: moved, at: exchange.endedAt + distance)
            #expect(after.verdict == before.verdict)
            #expect(after.parts.map(\.inspection.verdict) == before.parts.map(\.inspection.verdict))
            #expect(after.validity.expiry == before.validity.expiry.map { $0 + distance })
        }
    }

    @Test("A redacted recording moves as the original does, and moves back", arguments: InstantShiftTests.captures)
    func redacted(capture: String) throws {
        let redactor = Redactor(key: Array(repeating: 7, count: 32))
        let shift = InstantShift(wholeSeconds: InstantShiftTests.distance)
        for exchange in try InstantShiftTests.exchanges(of: capture) {
            let pseudonymous = redactor.redact(exchange)
            guard let recorded = pseudonymous.response else { continue }
            let (kind, sent) = (ExchangeKind(of: exchange), exchange.endedAt)
            let moved = shift.moved(recorded, of: kind, sentAt: sent)
            #expect(moved.exceptions == [])
            let later = sent + .seconds(InstantShiftTests.distance)
            #expect(shift.reversed.moved(moved.response, of: kind, sentAt: later).response == recorded)
            let before = FoundInstants.all(in: recorded)
            #expect(FoundInstants.all(in: moved.response) == before.map { $0 + InstantShiftTests.distance * 1000 })
            // Redaction takes the signature of a stream's URL as a whole, and its instant with it.
            guard PassRequest(recognizing: exchange.request)?.operation != .sign else { continue }
            #expect(before.count == FoundInstants.all(in: exchange.response ?? recorded).count)
        }
    }

    // MARK: Signed again

    @Test("The simulated service's key signs a moved media token again, and its verifier takes it")
    func mediaTokens() throws {
        let (desk, text) = try SimulatedServiceSDKSigningTests.played()
        let later = desk.now + .seconds(86_400)
        let bare = Self.shift.moved(text: text)
        #expect(desk.service.verify(mediaToken: bare, for: "KITE1", at: later) == .refused(.invalidSignature))
        let signed = Self.shift.moved(text: text, signedBy: desk.service)
        let expiry = try MediaToken(parsing: text).expiry ?? .distantPast
        #expect(
            desk.service.verify(mediaToken: signed, for: "KITE1", at: later) == .valid(until: expiry + .seconds(86_400))
        )
        #expect(
            desk.service.verify(mediaToken: signed, for: "KITE1", at: expiry + .seconds(86_400)) == .refused(.expired)
        )
        #expect(Self.shift.moved(text: text, signedBy: desk.service) == signed, "the same each time")
        // Another service's key is another.
        let other = SimulatedService(.example, seed: 2)
        #expect(
            desk.service.verify(mediaToken: Self.shift.moved(text: text, signedBy: other), for: "KITE1", at: later)
                == .refused(.invalidSignature)
        )
    }

    @Test(
        "A recorded token of another signature's length is signed again in its answer",
        arguments: InstantShiftTests.captures
    )
    func signedAgain(capture: String) throws {
        let service = SimulatedService(.example, seed: 3)
        for exchange in try InstantShiftTests.exchanges(of: capture) {
            let shift = InstantShift(wholeSeconds: InstantShiftTests.distance)
            guard let moved = shift.moved(exchange, signedBy: service), let bare = shift.moved(exchange) else {
                continue
            }
            #expect(moved.signatures.count == bare.signatures.count)
            guard let operation = PassRequest(recognizing: exchange.request)?.operation else { continue }
            let isOfSAML = bare.signatures.contains { $0.kind == .samlMessage }
            #expect(moved.signatures.allSatisfy(\.isSignedAgain) || isOfSAML)
            let (one, two) = (
                PassResponse(reading: moved.response, for: operation),
                PassResponse(reading: bare.response, for: operation)
            )
            #expect(one.grants(of: operation).map(\.expires) == two.grants(of: operation).map(\.expires))
            let texts = one.grants(of: operation).compactMap(\.text).map { SimulatedService.plain($0) }
            for token in texts.compactMap({ try? Token(parsing: $0) }) {
                #expect(service.signer.verifies(token.signed.signatureBytes, of: token.signed.payload))
            }
            if let length = exchange.response?.headers[first: "Content-Length"],
                length == "\(exchange.response?.body?.count ?? -1)"
            {
                #expect(moved.response.headers[first: "Content-Length"] == "\(moved.response.body?.count ?? 0)")
            }
        }
    }

    @Test("The URL of a stream is signed again as the simulated service signs it")
    func urls() throws {
        let (desk, token) = try SimulatedServiceSDKSigningTests.played()
        let answer = SimulatedServiceSDKSigningTests.sign(desk, token)
        let request = PassRequest(.sign, [])
        let response = answer.httpResponse(for: request)
        let moved = Self.shift.moved(response, of: .operation(.sign), signedBy: desk.service)
        #expect(moved.signatures == [.init(kind: .signedURL, place: .body(field: ""), isSignedAgain: true)])
        let (before, after) = (response.body ?? [], moved.response.body ?? [])
        #expect(before.count == after.count && before.suffix(32) != after.suffix(32))
        #expect(
            Self.shift.reversed.moved(moved.response, of: .operation(.sign), signedBy: desk.service).response
                == response
        )
    }
}
