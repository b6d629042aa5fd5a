import FuzzReadings
import Fuzzing
import NIOCore
import NIOHTTP1
import ProxyProtocol
import Testing

@testable import ShellFuzzing

/// The check of responses fails where a reading, or what is sent on, is wrong.
@Suite struct ResponseTargetTests {
    private let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nA: b\r\n\r\nhello".utf8)
    private let request = ResponseChecks.Question.get.request

    private func sent(
        _ headers: HTTPHeaders,
        _ body: String,
        _ ending: SimulatedResponseRelay.Ending = .passed(.keep),
        status: HTTPResponseStatus = .ok,
        trailers: HTTPHeaders? = nil
    ) -> ResponseChecks.Sent {
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        return ResponseChecks.Sent(
            parts: [.head(head), .body(.byteBuffer(ByteBuffer(string: body))), .end(trailers)],
            ending: ending
        )
    }

    private func property(_ body: () throws(PropertyFailure) -> Void) -> String? {
        do throws(PropertyFailure) {
            try body()
            return nil
        } catch {
            return error.property
        }
    }

    @Test("What a strict reader takes for a response must be read as it is: head, fields, body, end")
    func readings() throws {
        let read = ReadResponse([answer[...]], to: request)
        try ResponseChecks.likeAStrictReader(answer, read, .get)
        var others: [(String, ReadResponse)] = []
        var other = read
        other.body.removeLast()
        others.append(("strict-body", other))
        other = read
        other.hasEnded = false
        others.append(("strict-end", other))
        other = read
        other.head?.status = .created
        others.append(("strict-status", other))
        other = read
        other.head?.status = .custom(code: 200, reasonPhrase: "Fine")
        others.append(("strict-reason", other))
        other = read
        other.head?.headers.remove(name: "A")
        others.append(("strict-fields", other))
        other = read
        other.trailers = ["T": "1"]
        others.append(("strict-trailers", other))
        other = read
        other.interim = [HTTPResponseHead(version: .http1_1, status: .continue)]
        others.append(("strict-interim", other))
        for (expected, wrong) in others {
            #expect(
                property { () throws(PropertyFailure) in try ResponseChecks.likeAStrictReader(answer, wrong, .get) }
                    == expected
            )
        }
    }

    @Test("A phrase must be read as it is, unless its line is one whose phrase is not kept")
    func longPhrases() throws {
        // 13 bytes before the phrase; of a line of 8,192 bytes there is none (`ReasonPhrases`).
        for (count, expected) in [(8_178, "strict-reason"), (8_179, nil)] {
            let line = "HTTP/1.1 200 " + String(repeating: "p", count: count)
            let answer = Array("\(line)\r\nContent-Length: 0\r\n\r\n".utf8)
            var read = ReadResponse([answer[...]], to: request)
            #expect(read.head?.status.reasonPhrase.utf8.count == (expected == nil ? 2 : count))
            try ResponseChecks.likeAStrictReader(answer, read, .get)
            read.head?.status = .custom(code: 200, reasonPhrase: "another")
            #expect(
                property { () throws(PropertyFailure) in try ResponseChecks.likeAStrictReader(answer, read, .get) }
                    == expected
            )
        }
    }

    @Test("What a client is sent must be the one response that was read")
    func passedOn() throws {
        let read = ReadResponse([answer[...]], to: request)
        let right = sent(["Content-Length": "5", "A": "b"], "hello")
        try ResponseChecks.passedOn(right, read, .get)
        let wrong: [(String, ResponseChecks.Sent)] = [
            ("keeps-the-body", sent(["Content-Length": "5", "A": "b"], "hullo")),
            ("sends-one-response", sent(["Content-Length": "4", "A": "b"], "hello")),
            ("sends-strict-responses", sent(["Content-Length": "6", "A": "b"], "hello")),
            ("sends-strict-responses", sent(["Content-Length": "5", "content-length": "5", "A": "b"], "hello")),
            ("keeps-the-status", sent(["Content-Length": "5", "A": "b"], "hello", status: .accepted)),
            (
                "keeps-the-reason",
                sent(["Content-Length": "5", "A": "b"], "hello", status: .custom(code: 200, reasonPhrase: "x"))
            ),
            ("keeps-other-fields", sent(["Content-Length": "5"], "hello")),
            ("keeps-the-connections-own", sent(["Content-Length": "5", "A": "b", "Keep-Alive": "timeout=5"], "hello")),
            ("says-whether-it-closes", sent(["Content-Length": "5", "A": "b", "Connection": "close"], "hello")),
            ("says-whether-it-closes", sent(["Content-Length": "5", "A": "b"], "hello", .passed(.close))),
            ("closes-what-only-closing-ends", sent(["A": "b"], "hello")),
            ("half-a-response-is-no-whole", sent(["Content-Length": "5", "A": "b"], "hello", .broken)),
            ("answers-what-it-says", sent(["Content-Length": "5", "A": "b"], "hello", .answered(502, .keep))),
            ("upgrades-with-101", sent(["Content-Length": "5", "A": "b"], "hello", .upgraded)),
            (
                "keeps-other-trailers",
                sent(["Transfer-Encoding": "chunked", "A": "b"], "hello", trailers: ["TE": "trailers"])
            ),
        ]
        for (expected, wrong) in wrong {
            #expect(
                property { () throws(PropertyFailure) in try ResponseChecks.passedOn(wrong, read, .get) } == expected
            )
        }
    }

    @Test("A part of a response is not passed on as a whole one")
    func half() {
        let read = ReadResponse([answer.dropLast()], to: request)
        #expect(!read.hasEnded)
        let whole = sent(["Content-Length": "4", "A": "b"], "hell")
        #expect(
            property { () throws(PropertyFailure) in try ResponseChecks.passedOn(whole, read, .get) }
                == "passes-whole-responses"
        )
    }

    @Test("A client of HTTP/2 is sent no field of a connection, and the length that the body has")
    func http2() throws {
        let read = ReadResponse([answer[...]], to: request)
        try ResponseChecks.passedOn(sent(["Content-Length": "5", "A": "b"], "hello"), read, .http2Get)
        let wrong: [(String, ResponseChecks.Sent)] = [
            ("http2-length-of-the-body", sent(["Content-Length": "4"], "hello")),
            ("http2-one-length", sent(["Content-Length": "5", "content-length": "5"], "hello")),
            ("http2-without-the-connections-own", sent(["Transfer-Encoding": "chunked"], "hello")),
            ("keeps-the-body", sent([:], "hullo")),
            ("http2-no-body", sent([:], "hello", status: .notModified)),
            ("http2-upgrades-nothing", sent([:], "", .upgraded)),
        ]
        for (expected, wrong) in wrong {
            #expect(
                property { () throws(PropertyFailure) in try ResponseChecks.passedOn(wrong, read, .http2Get) }
                    == expected
            )
        }
    }

    @Test("Every question is looked at, and one of them at a glance")
    func questions() throws {
        #expect(ResponseChecks.Question.allCases.count == 6)
        for path in 0..<6 {
            let input = Array("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(path)".utf8)
            try ResponseChecks.check(input)
            try ResponseChecks.quickCheck(input)
        }
    }
}
