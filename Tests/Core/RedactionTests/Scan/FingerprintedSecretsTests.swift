import Documents
import Exchanges
import Testing

@testable import Redaction

@Suite("A secret is found again by its fingerprint, wherever and however it is written")
struct FingerprintedSecretsTests {
    private static let key = (0..<32).map { UInt8($0) }
    private static let secret = "kite-subscriber-90210-x?y"
    private static let long = (0..<40).map { "part\($0 * 7919)." }.joined()

    /// Returns what a recorder puts aside that learns `secrets` from the responses of as many exchanges.
    private static func kept(_ secrets: [String]) -> (bytes: [UInt8], recorder: Redactor) {
        let fingerprints = SecretFingerprints(key: key)
        var redactor = Redactor(key: [9], remembering: .live)
        var bytes = fingerprints.header
        for secret in secrets {
            let answer = JSONValue.object(["userId": .string(secret)]).serialized
            redactor.study(Probe.exchange(answer: answer))
            bytes += redactor.takeFingerprints(fingerprints)
            #expect(redactor.takeFingerprints(fingerprints).isEmpty)
        }
        return (bytes, redactor)
    }

    /// The secret in all the ways that the gate knows.
    static let writings: [String] = [
        secret, Base64.encode(Array(secret.utf8)), Base64.encode(Array(("a" + secret + "b").utf8)),
        Base64.encode(Array(("ab" + secret).utf8)),
        Base64.encode(Array(secret.utf8), alphabet: .urlSafe, padding: false),
        hex(secret), hex(secret).uppercased(), secret.replacing("?", with: "%3f").replacing("-", with: "%2D"),
        secret.replacing("-", with: "&#45;"), secret.replacing("k", with: "\\u006b"), long, String(long.prefix(100)),
    ]

    private static func hex(_ text: String) -> String {
        String(decoding: Layers.hexadecimal(Array(text.utf8), isUpper: false), as: UTF8.self)
    }

    @Test("It is taken out with the pseudonym it had", arguments: writings.indices)
    func found(index: Int) throws {
        let (bytes, recorder) = Self.kept([Self.secret, Self.long])
        for secret in [Self.secret, Self.long] { #expect(!Self.holds(bytes, secret)) }
        let secrets = try #require(FingerprintedSecrets(parsing: bytes))
        #expect(secrets.count == 2)
        let writing = Self.writings[index]
        for exchange in [
            Probe.exchange("GET", "https://api.auth.adobe.com/help/\(writing)/page"),
            Probe.exchange(answer: "<p>before \(writing), after</p>"),
            Probe.exchange(headers: [("Accept", "x \(writing)")]),
        ] {
            var redactor = secrets.redactor()
            secrets.teach(&redactor, from: exchange)
            let changed = try #require(redactor.replacingKnownSecrets(exchange), "\(writing)")
            #expect(recorder.secretScanner.scan(Self.bytes(of: exchange)).count == 1)
            #expect(recorder.secretScanner.scan(Self.bytes(of: changed)).isEmpty, "\(writing)")
            // What goes as a whole gets other letters by another key.
            guard [Self.secret, Self.long].contains(writing) else { continue }
            #expect(Self.bytes(of: changed) == recorder.replacingKnownSecrets(exchange).map(Self.bytes), "\(writing)")
        }
    }

    @Test("In Base64 and hexadecimal it is found however many digits stand right before it", arguments: 0..<9)
    func digitsBefore(count: Int) throws {
        let (bytes, recorder) = Self.kept([Self.secret])
        let secrets = try #require(FingerprintedSecrets(parsing: bytes))
        // Letters of Base64, figures of both.
        for (number, writing) in Self.writings[1...6].enumerated() {
            let before = String(repeating: number.isMultiple(of: 2) ? "v" : "7", count: count)
            for exchange in [
                Probe.exchange(answer: "<p>.\(before)\(writing), after</p>"),
                // A slash is a digit of Base64, too.
                Probe.exchange("GET", "https://kite.example/help.\(before)/\(writing)?x"),
            ] {
                var redactor = secrets.redactor()
                secrets.teach(&redactor, from: exchange)
                let changed = try #require(redactor.replacingKnownSecrets(exchange), "\(before)\(writing)")
                #expect(recorder.secretScanner.scan(Self.bytes(of: exchange)).count == 1)
                #expect(recorder.secretScanner.scan(Self.bytes(of: changed)).isEmpty, "\(before)\(writing)")
            }
        }
    }

    /// An exchange that holds `secret` in one place, for every place that has text of somebody's.
    private static func places(_ secret: String) -> [(String, Exchange)] {
        func failed(_ text: String) -> Exchange {
            var exchange = Probe.exchange()
            exchange.outcome = .failure(text)
            return exchange
        }
        func reasoned(_ text: String) -> Exchange {
            var exchange = Probe.exchange()
            exchange.outcome = .response(HTTPResponse(status: 200, reason: text))
            return exchange
        }
        return [
            ("method", Probe.exchange("X\(secret)")),
            ("url", Probe.exchange("GET", "https://api.auth.adobe.com/help/\(secret)")),
            ("request header's name", Probe.exchange(headers: [("X-\(secret)", "a")])),
            ("request header", Probe.exchange(headers: [("Accept", secret)])),
            ("request body", Probe.exchange("POST", body: "x \(secret)")), ("reason", reasoned(secret)),
            ("response header's name", Probe.exchange(answerHeaders: [("X-\(secret)", "a")])),
            ("response header", Probe.exchange(answerHeaders: [("Accept", secret)])),
            ("response body", Probe.exchange(answer: "x \(secret)")), ("failure", failed("no route to \(secret)")),
            ("archive entry", Probe.exchange(entry: ["comment": .string(secret)])),
        ]
    }

    @Test(
        "Wherever it stands alone, it is found: what is replaced there is what a search with the secret itself replaces"
    )
    func everyPlace() throws {
        let secret = "kite-subscriber-90210-x"
        let (bytes, recorder) = Self.kept([secret])
        let secrets = try #require(FingerprintedSecrets(parsing: bytes))
        for (place, exchange) in Self.places(secret) {
            var redactor = secrets.redactor()
            secrets.teach(&redactor, from: exchange)
            let changed = try #require(recorder.replacingKnownSecrets(exchange), "\(place)")
            #expect(redactor.replacingKnownSecrets(exchange) == changed, "\(place)")
        }
        for action in [
            UserAction.Action.play(resource: secret), .selectProvider(secret), .preauthorize(resources: ["a", secret]),
        ] {
            let userAction = UserAction(ordinal: 1, occurredAt: Probe.at, action: action)
            var redactor = secrets.redactor()
            secrets.teach(&redactor, from: userAction)
            #expect(recorder.redact(userAction) != userAction)
            #expect(redactor.redact(userAction) == recorder.redact(userAction))
        }
    }

    @Test("What is no secret stays")
    func others() throws {
        let secrets = try #require(FingerprintedSecrets(parsing: Self.kept([Self.secret]).bytes))
        var redactor = secrets.redactor()
        let exchange = Probe.exchange(answer: "kite-subscriber-90211-x?y \(Self.secret.dropLast()) \(Self.long)")
        secrets.teach(&redactor, from: exchange)
        #expect(redactor.replacingKnownSecrets(exchange) == nil)
    }

    @Test("What stands in a kept field, too, is taken back")
    func takenBack() throws {
        let fingerprints = SecretFingerprints(key: Self.key)
        var redactor = Redactor(key: [9], remembering: .live)
        // Only what looks drawn by chance is looked for elsewhere, of what no name makes a secret.
        let drawn = "q7Zx81qT0vLr5mKd92WpHs3f"
        redactor.study(Probe.exchange("GET", "https://login.kite.example/?x=\(drawn)"))
        var bytes = fingerprints.header + redactor.takeFingerprints(fingerprints)
        #expect(FingerprintedSecrets(parsing: bytes)?.count == 1)
        redactor.study(Probe.exchange("GET", "https://api.auth.adobe.com/api/v1/authorize?resource=\(drawn)"))
        bytes += redactor.takeFingerprints(fingerprints)
        #expect(FingerprintedSecrets(parsing: bytes)?.count == 0)
    }

    @Test("Where nobody takes what is new, there is no more of it than of secrets that are remembered")
    func untaken() {
        let fingerprints = SecretFingerprints(key: Self.key)
        let memory = RedactionMemory(secrets: 10, secretBytes: nil, identities: 10)
        var redactor = Redactor(key: [9], remembering: memory)
        for number in 1...95 { redactor.study(Probe.exchange(answer: #"{"userId":"kite-subscriber-\#(number)-x"}"#)) }
        let kept = FingerprintedSecrets(parsing: fingerprints.header + redactor.takeFingerprints(fingerprints))
        #expect((1...10).contains(kept?.count ?? 0))
    }

    @Test("What a recorder was killed over, or never wrote, is read as far as it goes")
    func damaged() {
        let whole = Self.kept([Self.secret, Self.long]).bytes
        for count in stride(from: 0, through: whole.count, by: 13) {
            let read = FingerprintedSecrets(parsing: Array(whole.prefix(count)))
            #expect((read?.count ?? 0) <= 2)
            if count < 80 { #expect(read == nil) }
        }
        #expect(FingerprintedSecrets(parsing: [UInt8](repeating: 7, count: 500)) == nil)
        for line in ["+ x", "+ 1 1 aa - -", "+ 9 99999999 aa - -", "+ 9 -1 aa - -", "+ 9 1 a - -", "- ", "- zz", "?"] {
            let bytes = SecretFingerprints(key: Self.key).header + Array((line + "\n").utf8)
            #expect(FingerprintedSecrets(parsing: bytes)?.count == 0, "\(line)")
        }
    }

    private static func holds(_ bytes: [UInt8], _ text: String) -> Bool {
        writings.contains { $0.contains(text) && bytes.firstRange(of: Array($0.utf8)) != nil }
    }

    private static func bytes(of exchange: Exchange) -> [UInt8] {
        var text = exchange.request.url
        for field in exchange.request.headers { text += "\n" + field.value }
        return Array(text.utf8) + [0x0A] + (exchange.response?.body ?? [])
    }
}
