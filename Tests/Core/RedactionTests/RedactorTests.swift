import Documents
import Exchanges
@testable import Redaction
import SubscriberAccount
import Testing
import Tokens

@Suite struct RedactorTests {
    private func redacted(_ name: String) throws -> (before: [Exchange], after: [Exchange], gate: SecretScanner) {
        var redactor = Redactor(key: Captures.key)
        let exchanges = try Captures.exchanges(name)
        for exchange in exchanges { redactor.study(exchange) }
        for response in try Captures.samlResponses(name) { redactor.study(response) }
        return (exchanges, exchanges.map { redactor.redact($0) }, redactor.secretScanner)
    }

    private func serialized(_ exchanges: [Exchange]) -> [UInt8] {
        var bytes: [UInt8] = []
        for exchange in exchanges {
            bytes += Array(exchange.request.url.utf8)
            for field in exchange.request.headers + (exchange.response?.headers ?? []) {
                bytes += Array("\(field.name): \(field.value)\n".utf8)
            }
            bytes += (exchange.request.body ?? []) + (exchange.response?.body ?? [])
            bytes += Array(JSONValue.object(exchange.harExtras ?? [:]).serialized.utf8)
        }
        return bytes
    }

    @Test(
        "No secret of a capture is left in it, and the gate finds them all in the original",
        arguments: Captures.names
    )
    func capturesHoldNoSecret(_ name: String) throws {
        let (before, after, gate) = try redacted(name)
        #expect(gate.scan(serialized(after)) == [])
        #expect(gate.secretCount > 5)
        #expect(!gate.scan(serialized(before)).isEmpty)
    }

    @Test(
        "Of a secret that is cut off elsewhere what stands there is replaced, from 64 bytes on",
        arguments: [63, 64, 65, 99, 100]
    )
    func cutOff(count: Int) throws {
        let secret = (0..<100).map { "\($0 * 7919 % 1000)x" }.joined().prefix(100)
        let piece = String(secret.prefix(count))
        let encoded = Base64.encode(Array(secret.utf8)).prefix(count)
        for text in ["<p>\(piece) …</p>", "<p>\(PercentEncoding.component(piece))%</p>", "<p>\(encoded) …</p>"] {
            let exchange = Probe.exchange(
                "POST",
                headers: [Probe.formType],
                body: "requestor=KITETV&deviceId=\(secret)",
                answerHeaders: [("Content-Type", "text/html")],
                answer: text
            )
            var redactor = Redactor(key: Captures.key)
            redactor.study(exchange)
            let after = String(decoding: redactor.redact(exchange).response?.body ?? [], as: UTF8.self)
            #expect(after.utf8.count == text.utf8.count)
            #expect((after == text) == (count < 64), "\(after)")
            #expect(redactor.secretScanner.scan(Array(after.utf8)) == [])
        }
    }

    @Test("Redacting is deterministic for a key, and another key gives other pseudonyms")
    func sameKeySamePseudonyms() throws {
        let first = try redacted("ytdlp-sign-on").after
        #expect(try redacted("ytdlp-sign-on").after == first)
        var other = Redactor(key: Array("another key".utf8))
        let exchanges = try Captures.exchanges("ytdlp-sign-on")
        for exchange in exchanges { other.study(exchange) }
        #expect(exchanges.map { other.redact($0) } != first)
    }

    @Test("Status, dates, identifiers of requests and lengths of messages stay", arguments: Captures.names)
    func harmlessStays(_ name: String) throws {
        let (before, after, _) = try redacted(name)
        for (old, new) in zip(before, after) {
            #expect(new.response?.status == old.response?.status)
            for kept in ["Date", "X-Request-Id", "User-Agent", "Content-Type", "Host", "X-Device-Info"] {
                #expect(new.request.headers[first: kept] == old.request.headers[first: kept])
                #expect(new.response?.headers[first: kept] == old.response?.headers[first: kept])
            }
            if let length = new.request.headers[first: "Content-Length"], let body = new.request.body {
                #expect(length == String(body.count))
            }
            if let length = new.response?.headers[first: "Content-Length"], let body = new.response?.body {
                #expect(length == String(body.count))
            }
        }
    }

    /// A body with an address that is longer than any pseudonym of one: `198.18.255.255` has 14 bytes.
    private static let address = "203.113.117.149"

    @Test(
        "Content-Length is put right where that message's body changed its length, and stays where it did not",
        arguments: [nil, "clientIp=\(address)", "format=json"],
        [nil, #"{"clientIp":"\#(address)"}"#, "{}"]
    )
    func contentLength(request: String?, answer: String?) {
        func length(_ body: String?) -> String { body.map { String($0.utf8.count) } ?? "4711" }
        let exchange = Probe.exchange(
            "POST",
            headers: [Probe.formType, ("content-length", length(request))],
            body: request,
            answerHeaders: [("Content-Type", "application/json"), ("Content-Length", length(answer))],
            answer: answer
        )
        func check(_ redacted: Exchange, _ words: String) {
            let bodies = [redacted.request.body, redacted.response?.body]
            let headers = [redacted.request.headers, redacted.response?.headers ?? []]
            for (index, original) in [request, answer].enumerated() {
                // Where there is no body (HEAD, 304), the length is that of one that was not sent.
                let expected = bodies[index].map { String($0.count) } ?? "4711"
                #expect(headers[index][first: "Content-Length"] == expected, "\(words)")
                let holdsAddress = original?.contains(Self.address) ?? false
                #expect((bodies[index]?.count != original?.utf8.count) == holdsAddress, "\(words)")
            }
        }
        check(Probe.redact(exchange)[0], "redacted")
        // What only a later exchange gives away is replaced afterwards.
        var redactor = Redactor(key: Captures.key)
        redactor.study(Probe.exchange(answer: #"{"clientIp":"\#(Self.address)"}"#))
        check(redactor.replacingKnownSecrets(exchange) ?? exchange, "replaced afterwards")
    }

    @Test("A length that was not the body's before is not made the body's")
    func foreignLength() {
        let exchange = Probe.exchange(
            answerHeaders: [("Content-Length", "9000")],
            answer: #"{"clientIp":"\#(Self.address)"}"#
        )
        let redacted = Probe.redact(exchange)[0]
        #expect(redacted.response?.body != exchange.response?.body)
        #expect(redacted.response?.headers[first: "Content-Length"] == "9000")
    }

    @Test("The redacted SAML answer, normalised, is the redacted parameter of the recorded exchange byte for byte")
    func samlAgreesWithItsNormalization() throws {
        var redactor = Redactor(key: Captures.key)
        let exchanges = try Captures.exchanges("apple-sso-tvos")
        let responses = try Captures.samlResponses("apple-sso-tvos")
        for exchange in exchanges { redactor.study(exchange) }
        for response in responses { redactor.study(response) }
        let exchange = try #require(
            exchanges.first { $0.request.method == "POST" && $0.request.url.contains("tokens/authn") }
        )
        let body = Probe.text(redactor.redact(exchange).request.body)
        let recorded = try #require(body.split(separator: "&").first { $0.hasPrefix("SAMLResponse=") })
        guard case .metadata(let metadata?, _) = redactor.redact(responses[0]).answer,
            let text = metadata.samlAttributeQueryResponse
        else {
            Issue.record("the metadata is gone")
            return
        }
        #expect(recorded.dropFirst("SAMLResponse=".count) == SAMLNormalization.parameterValue(text))
        #expect(!text.contains("u-81f0"))
        #expect(text.contains("NotOnOrAfter=\"2026-11-21T21:59:12Z\""))
    }

    @Test("A client that never saw the recording's key agrees too: the rule needs no study")
    func samlAgreesWithoutStudy() throws {
        let redactor = Redactor(key: Captures.key)
        let response = try Captures.samlResponses("apple-sso-tvos")[0]
        guard case .metadata(let metadata?, _) = redactor.redact(response).answer,
            let text = metadata.samlAttributeQueryResponse
        else {
            Issue.record("the metadata is gone")
            return
        }
        let exchange = try #require(
            try Captures.exchanges("apple-sso-tvos").first {
                $0.request.method == "POST" && $0.request.url.contains("tokens/authn")
            }
        )
        let body = Probe.text(redactor.redact(exchange).request.body)
        #expect(body.hasSuffix("SAMLResponse=" + SAMLNormalization.parameterValue(text)))
    }

    @Test("The access token that was answered is the one that is sent, and client_id stays", arguments: Captures.names)
    func accessTokensAgree(_ name: String) throws {
        let (before, after, _) = try redacted(name)
        let tokens = after.compactMap { exchange -> String? in
            guard exchange.request.url.hasSuffix("/o/client/token") else { return nil }
            return try? JSONValue(parsing: exchange.response?.body ?? [])["access_token"]?.string
        }
        for exchange in after {
            guard let value = exchange.request.headers[first: "Authorization"] else { continue }
            #expect(tokens.contains(String(value.dropFirst("Bearer ".count))))
        }
        for (old, new) in zip(before, after) where old.request.url.hasSuffix("/o/client/register") {
            let (old, new) = try (
                JSONValue(parsing: old.response?.body ?? []), JSONValue(parsing: new.response?.body ?? [])
            )
            #expect(old["client_id"] == new["client_id"])
            #expect(old["client_secret"] != new["client_secret"])
        }
    }

    @Test("The media token that was answered is the one that is sent to the Programmer's host")
    func mediaTokensAgree() throws {
        let after = try redacted("apple-sso-tvos").after
        let tokens = after.compactMap { exchange -> String? in
            exchange.request.url.contains("/tokens/media")
                ? try? JSONValue(parsing: exchange.response?.body ?? [])["serializedToken"]?.string : nil
        }
        let sent = after.filter { $0.request.url.contains("play.kite.example") }
            .flatMap { FormField.parse(Probe.text($0.request.body)) }
            .filter { $0.name == "token" }
        #expect(sent.count == 2)
        for field in sent { #expect(tokens.contains(field.value)) }
        for token in tokens { #expect(token.hasPrefix("PHNpZ25hdHVyZUluZm8+")) }
    }

    @Test(
        "Tokens and SAML answers of a capture can be parsed as before, and their dates are the same",
        arguments: Captures.names
    )
    func tokensParse(_ name: String) throws {
        let (before, after, _) = try redacted(name)
        var count = 0
        for (old, new) in zip(before, after) {
            for (old, new) in zip(tokenTexts(old), tokenTexts(new)) {
                let (old, new) = try (Token(parsing: old), Token(parsing: new))
                #expect(old.expiry == new.expiry && new.expiry != nil)
                #expect(old.text.utf8.count == new.text.utf8.count && old.text != new.text)
                count += 1
            }
            for (old, new) in zip(samlTexts(old), samlTexts(new)) {
                let (old, new) = try (SAMLResponse(parsing: old), SAMLResponse(parsing: new))
                #expect(old.validity == new.validity)
                #expect(old.issuer == new.issuer)
                count += 1
            }
        }
        #expect(count > 0)
    }

    private func tokenTexts(_ exchange: Exchange) -> [String] {
        let text = Probe.text(exchange.response?.body)
        if let value = try? JSONValue(parsing: exchange.response?.body ?? [])["serializedToken"]?.string,
            let base64 = Base64Text(ArraySlice(value.utf8))
        {
            return [Probe.text(base64.bytes)]
        }
        if text.hasPrefix("<signatureInfo>") { return [text] }
        guard let start = text.firstRange(of: "Token>&lt;"), let end = text.firstRange(of: "&gt;</auth") else {
            return []
        }
        return [TokenText.unescapedOnce("&lt;" + text[start.upperBound..<end.lowerBound] + "&gt;")]
    }

    private func samlTexts(_ exchange: Exchange) -> [String] {
        FormField.parse(Probe.text(exchange.request.body)).filter { $0.name == "SAMLResponse" }
            .compactMap { Base64Text(ArraySlice($0.value.utf8)).map { Probe.text($0.bytes) } }
    }

    @Test("An imported archive, redacted and exported, holds no secret", arguments: Captures.names)
    func archives(_ name: String) throws {
        var redactor = Redactor(key: Captures.key)
        let recording = try HAR.recording(parsing: Captures.bytes(name + ".har"))
        let redacted = redactor.redact(recording)
        #expect(redactor.secretScanner.scan(HAR.serialized(redacted)) == [])
        #expect(!redactor.secretScanner.scan(HAR.serialized(recording)).isEmpty)
        #expect(redacted.exchanges.count == recording.exchanges.count)
        #expect(redacted.information.isRedacted)
    }

    @Test(
        "Device ids agree in query, form, JSON, header, token fingerprint and Base64 record",
        arguments: Captures.names
    )
    func deviceIdentifiersAgree(_ name: String) throws {
        let (before, after, _) = try redacted(name)
        var pairs: [String: Set<String>] = [:]
        for (old, new) in zip(before, after) {
            for (old, new) in zip(fields(old), fields(new)) where old.0 == new.0 {
                pairs[old.1, default: []].insert(new.1)
            }
        }
        #expect(!pairs.isEmpty)
        for (old, new) in pairs {
            #expect(new.count == 1)
            #expect(!new.contains(old))
        }
    }

    /// Every place a device id stands in, decoded as far as its place asks for.
    private func fields(_ exchange: Exchange) -> [(String, String)] {
        var found: [(String, String)] = []
        let query = URLParts(exchange.request.url).query ?? ""
        for field in FormField.parse(query) + FormField.parse(Probe.text(exchange.request.body))
        where field.name == "deviceId" {
            found.append(("field", field.value))
        }
        if let header = exchange.request.headers[first: "Ap_21"] { found.append(("header", header)) }
        let body = try? JSONValue(parsing: exchange.response?.body ?? [])
        if let id = body?["info"]?["deviceId"]?.string {
            let decoded = Base64Text(ArraySlice(id.utf8)).map { Probe.text($0.bytes) } ?? id
            found.append(("record", decoded.hasSuffix("==") ? decoded : id))
        }
        let text = Probe.text(exchange.response?.body)
        if text.contains("simpleTokenFingerprint&gt;") {
            found.append(
                (
                    "token",
                    Probe.part(of: text, between: "simpleTokenFingerprint&gt;", and: "&lt;/simpleTokenFingerprint")
                )
            )
        }
        return found
    }

    @Test("What one exchange teaches is replaced in the next: a recorder studies and redacts in turn")
    func incremental() {
        var redactor = Redactor(key: Captures.key)
        let first = Probe.exchange(answer: #"{"access_token":"Qm9ndXMtdG9rZW4/9876zyxw"}"#)
        redactor.study(first)
        let answer = Probe.text(redactor.redact(first).response?.body)
        let second = Probe.exchange(
            "POST",
            "https://kite.example/log",
            body: "a line with Qm9ndXMtdG9rZW4/9876zyxw in it",
            ordinal: 2
        )
        redactor.study(second)
        let token = Probe.part(of: answer, between: #"{"access_token":""#, and: #""}"#)
        #expect(token != "Qm9ndXMtdG9rZW4/9876zyxw")
        #expect(redactor.secretScanner.scan(redactor.redact(second).request.body ?? []) == [])
    }

    @Test("The summary counts values and places by kind, in a fixed order")
    func summary() {
        var redactor = Redactor(key: Captures.key)
        redactor.study(
            Probe.exchange(
                "GET",
                "https://api.auth.adobe.com/api/v1/authorize?deviceId=box-0001-zz&resource=KITE1",
                headers: [("Authorization", "Bearer abcdef0123456789"), ("Cookie", "a=one-value-1; b=two-value-2")]
            )
        )
        redactor.study(Probe.exchange(headers: [("Authorization", "Bearer abcdef0123456789")]))
        let counts = redactor.summary.counts
        #expect(counts.map(\.kind) == [.authorization, .cookie, .deviceIdentifier])
        #expect(counts.map(\.values) == [1, 2, 1])
        #expect(counts.map(\.occurrences) == [2, 2, 1])
        #expect(redactor.summary.totalValues == 4)
        #expect(redactor.summary.totalOccurrences == 5)
    }

    @Test("A whole recording is redacted in one call, its information and stimuli too")
    func wholeRecording() {
        var redactor = Redactor(key: Captures.key)
        let secret = "e9d0-Canary-77f1"
        let result = redactor.redact(
            Recording(
                information: RecordingInformation(
                    creator: "test",
                    archiveLog: ["pages": .array([.object(["title": .string("https://x.example/?t=" + secret)])])]
                ),
                exchanges: [Probe.exchange("GET", "https://api.auth.adobe.com/api/v1/authorize?deviceId=" + secret)],
                userActions: [UserAction(ordinal: 1, occurredAt: Probe.at, action: .play(resource: secret))]
            )
        )
        #expect(result.information.isRedacted)
        #expect(!String(describing: result).contains(secret))
    }

    @Test(
        "A secret that ends with a quote is none where the quote is JSON's own",
        arguments: ["hunter2-kite-77\"", "\"hunter2-kite-77", "hunter2-kite-77\",", "\", \"hunter2-kite-77\"}"]
    )
    func quotesAtTheEnds(secret: String) throws {
        let entry: JSONObject = ["comment": .string("hunter2-kite-77"), "other": .string("x")]
        let exchange = Probe.exchange(headers: [("Authorization", "Bearer " + secret)], entry: entry)
        var redactor = Redactor(key: Array(repeating: 1, count: 32))
        redactor.study(exchange)
        let redacted = redactor.redact(exchange)
        let written = Array(JSONValue.object(try #require(redacted.harExtras)).serialized.utf8)
        #expect(redactor.secretScanner.scan(written).isEmpty)
        #expect(redactor.secretScanner.scan(Array(redacted.request.headers[0].value.utf8)).isEmpty)
        #expect(!Probe.text(written).contains("hunter2-kite-77"))
    }
}
