import NIOCore
@testable import ProxyProtocol
import Testing

@Suite struct ReasonPhrasesTests {
    private func phrases(_ text: String, length: Int = .max) -> [String?] {
        var phrases = ReasonPhrases()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: min(length, bytes.count)) {
            phrases.receive(ByteBuffer(bytes: bytes[start..<min(start + length, bytes.count)].map { $0 }))
        }
        return [phrases.next(), phrases.next(), phrases.next()]
    }

    @Test(
        "A phrase is what follows the code and a space",
        arguments: [
            ("HTTP/1.1 403 Not Entitled\r\nX: y\r\n\r\n", "Not Entitled"), ("HTTP/1.1 200 \r\n\r\n", ""),
            ("HTTP/1.0 299 A  b\r\n\r\n", "A  b"), ("\r\nHTTP/1.1 200 Fine\n\n", "Fine"),
            ("HTTP/1.1 200 Schön\r\n\r\n", "Schön"), ("HTTP/1.1 200 a\u{7}b\u{7F}\r\n\r\n", "ab"),
        ]
    )
    func phrase(text: String, phrase: String) {
        #expect(phrases(text) == [phrase, nil, nil])
    }

    @Test("Without a second space there is no phrase")
    func none() {
        #expect(phrases("HTTP/1.1 200\r\n\r\n") == [nil, nil, nil])
    }

    @Test("The heads before the response have theirs, however the bytes are cut", arguments: [1, 2, 3, 7, 50, 500])
    func informational(length: Int) {
        let text =
            "HTTP/1.1 100 Go On\r\n\r\nHTTP/1.1 103 Some Hints\r\nLink: x\r\n\r\nHTTP/1.1 418 Teapot\r\nA: b\r\n\r\n"
            + "HTTP/1.1 200 In A Body\r\n\r\n"
        #expect(phrases(text, length: length) == ["Go On", "Some Hints", "Teapot"])
    }

    @Test("Behind a change of the protocol nothing is a status line")
    func switching() {
        #expect(phrases("HTTP/1.1 101 Changed\r\n\r\nHTTP/1.1 200 No\r\n\r\n") == ["Changed", nil, nil])
    }

    @Test("A line that is too long has no phrase, and one at the limit has")
    func tooLong() {
        let begin = "HTTP/1.1 200 "
        let most = String(repeating: "a", count: ReasonPhrases.lineBytes - begin.utf8.count - 1)
        #expect(phrases(begin + most + "\r\n\r\n") == [most, nil, nil])
        #expect(phrases(begin + most + "a\r\n\r\n") == [nil, nil, nil])
    }

    @Test(
        "Behind a carriage return within a line no phrase is told, however the bytes are cut: it may have ended there",
        arguments: [1, 2, 3, 500]
    )
    func returnInLine(length: Int) {
        let later = "HTTP/1.1 200 Later\r\n\r\n"
        #expect(phrases("HTTP/1.1 103 A\rB\r\n\r\n" + later, length: length) == [nil, nil, nil])
        #expect(phrases("HTTP/1.1 103\r\r\r\n" + later + "  \n", length: length) == [nil, nil, nil])
        #expect(phrases("HTTP/1.1 103 A\r\nX: a\rb\r\n\r\n" + later, length: length) == ["A", nil, nil])
        #expect(phrases("HTTP/1.1 103 A\r\nX: a\r\n\r\n" + later, length: length) == ["A", "Later", nil])
    }

    @Test("A new request begins with a status line again")
    func again() {
        var phrases = ReasonPhrases()
        phrases.receive(ByteBuffer(string: "HTTP/1.1 200 One\r\n\r\nbody\r\n"))
        phrases.expectResponse()
        #expect(phrases.next() == nil)
        phrases.receive(ByteBuffer(string: "HTTP/1.1 200 Two\r\n\r\n"))
        #expect(phrases.next() == "Two")
    }
}
