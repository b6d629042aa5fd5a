import Exchanges
import Testing
import VirtualTime

@testable import Redaction

@Suite struct RedactionMemoryTests {
    /// An exchange that gives a user's id away, and mentions another value where no rule looks.
    private static func exchange(user: String, mentioning other: String = "nothing") -> Exchange {
        Exchange(
            ordinal: 1,
            startedAt: Instant(microsecondsSince1970: 0),
            durationMicroseconds: 1,
            request: HTTPRequest(method: "GET", url: "https://api.auth.adobe.com/help/\(other)/page"),
            outcome: .response(
                HTTPResponse(status: 200, reason: "OK", body: Array(#"{"userId":"\#(user)"}"#.utf8))
            )
        )
    }

    private static func user(_ number: Int) -> String { "kite-subscriber-\(number)-x" }

    private static let small = RedactionMemory(secrets: 10, secretBytes: nil, identities: 10)

    @Test("What has been met lately is looked for everywhere, what has not for long is forgotten")
    func forgets() {
        var redactor = Redactor(key: [1], remembering: Self.small)
        for number in 1...100 {
            // The first one is met again and again.
            redactor.study(Self.exchange(user: Self.user(0)))
            redactor.study(Self.exchange(user: Self.user(number)))
        }
        #expect((5...10).contains(redactor.secretScanner.secretCount))
        func isFound(_ number: Int) -> Bool {
            let mention = Self.exchange(user: "", mentioning: Self.user(number))
            return redactor.replacingKnownSecrets(mention) != nil
        }
        #expect(isFound(0) && isFound(100) && isFound(99) && !isFound(1) && !isFound(50))
    }

    @Test("What was forgotten is replaced by the same pseudonym where a rule finds it")
    func samePseudonym() {
        var redactor = Redactor(key: [1], remembering: Self.small)
        let first = Self.exchange(user: Self.user(0))
        redactor.study(first)
        let before = redactor.redact(first)
        for number in 1...100 { redactor.study(Self.exchange(user: Self.user(number))) }
        #expect(redactor.redact(first) == before)
        redactor.study(first)
        #expect(redactor.redact(first) == before && before != first)
    }

    @Test("The bytes of secrets are limited, too; a secret larger than the memory is replaced all the same")
    func bytes() {
        let memory = RedactionMemory(secrets: nil, secretBytes: 1_000, identities: 10)
        var redactor = Redactor(key: [1], remembering: memory)
        for number in 1...100 { redactor.study(Self.exchange(user: Self.user(number))) }
        #expect((10...60).contains(redactor.secretScanner.secretCount))
        let large = Self.exchange(user: String(repeating: "kite-42", count: 300))
        redactor.study(large)
        let body = redactor.redact(large).response?.body ?? []
        #expect(!String(decoding: body, as: UTF8.self).contains("kite-42"))
    }

    @Test("A memory of everything forgets nothing")
    func everything() {
        var redactor = Redactor(key: [1])
        for number in 1...1_000 { redactor.study(Self.exchange(user: Self.user(number))) }
        #expect(redactor.secretScanner.secretCount == 1_000)
    }

    @Test("What was redacted stays as it is when only known secrets are replaced, and lengths are put right")
    func replacingKnownSecrets() throws {
        var redactor = Redactor(key: [1], remembering: .live)
        let early = Self.exchange(user: Self.user(1), mentioning: Self.user(2))
        redactor.study(early)
        let written = redactor.redact(early)
        #expect(written.request.url.contains(Self.user(2)))
        redactor.study(Self.exchange(user: Self.user(2)))
        let rewritten = try #require(redactor.replacingKnownSecrets(written))
        #expect(!rewritten.request.url.contains(Self.user(2)))
        #expect(rewritten.response == written.response)
        #expect(redactor.replacingKnownSecrets(rewritten) == nil)
    }
}
