import Exchanges
import Testing
import VirtualTime

@testable import Redaction

/// Damaged and hostile messages: whatever comes, redaction ends, and what it says is no secret stays in one piece.
@Suite struct DamageTests {
    @Test("Bytes changed, cut, repeated or put in at random do no harm", arguments: Captures.names)
    func mutations(_ name: String) throws {
        let exchanges = try Captures.exchanges(name)
        var random = SeededGenerator(seed: 20_261_121)
        var redactor = Redactor(key: Captures.key)
        for exchange in exchanges {
            for _ in 0..<6 {
                var damaged = exchange
                damaged.harExtras = nil
                damaged.request.url = damage(damaged.request.url, &random)
                damaged.request.body = damaged.request.body.map { damage($0, &random) }
                for index in damaged.request.headers.indices {
                    damaged.request.headers[index].value = damage(damaged.request.headers[index].value, &random)
                }
                if case .response(var response) = damaged.outcome {
                    response.body = response.body.map { damage($0, &random) }
                    damaged.outcome = .response(response)
                }
                redactor.study(damaged)
                let redacted = redactor.redact(damaged)
                #expect(redacted.request.headers.count == damaged.request.headers.count)
            }
        }
    }

    @Test("Texts of nothing but signs that mean something do no harm")
    func signs() {
        var random = SeededGenerator(seed: 7)
        let alphabet = Array(#"<>/="'&;%+?#:@[]{}\\,.!-_ aA0é"#.utf8)
        for _ in 0..<400 {
            let length = Int(random.next() % 60)
            let text = String(
                decoding: (0..<length).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] },
                as: UTF8.self
            )
            for type in [
                "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "text/html",
            ] {
                let exchange = Probe.exchange(
                    "POST",
                    "https://x.example/" + text,
                    headers: [
                        ("Content-Type", type), ("Cookie", text), ("Authorization", "Basic " + text),
                        ("X-Forwarded-For", text),
                    ],
                    body: text,
                    answerHeaders: [("Set-Cookie", text), ("Location", text)],
                    answer: text
                )
                _ = Probe.redact(exchange)
            }
        }
    }

    private func damage(_ text: String, _ random: inout SeededGenerator) -> String {
        String(decoding: damage(Array(text.utf8), &random), as: UTF8.self)
    }

    private func damage(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<3 where !bytes.isEmpty {
            let index = Int(random.next() % UInt64(bytes.count))
            switch random.next() % 4 {
            case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.removeSubrange(index..<min(bytes.count, index + Int(random.next() % 20)))
            case 2: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 10)], at: index)
            default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: index)
            }
        }
        return bytes
    }
}
