import Documents
import Exchanges
import Report
import Testing

@Suite struct RecorderNotesTextTests {
    private func text(_ change: (inout RecorderNotes) -> Void) -> String {
        var notes = RecorderNotes()
        change(&notes)
        var exchange = ExchangeTextTests.exchange
        exchange.recorderNotes = notes
        return ExchangeText().text(of: exchange, name: "x")
    }

    @Test("What the recorder saw is where it belongs")
    func everything() {
        let text = text {
            $0.clientConnection = 1
            $0.serverAddress = "192.0.2.7"
            $0.timings = ExchangeTimings(connect: 300, ssl: 100, send: 200, wait: 400, receive: 600)
            $0.isCertificateVerified = false
            $0.requestBody.trailers = [HeaderField("X-Sum", "9\u{1B}[2J")]
            $0.responseBody.shortfall = .limit
            $0.responseBody.bytes = 1 << 30
            $0.responseBody.pieces = [BodyPiece(microseconds: 0, bytes: 1), BodyPiece(microseconds: 9, bytes: 2)]
            $0.forwardedRequest = [HeaderField("Accept-Encoding", "gzip")]
            $0.forwardedResponse = [HeaderField("Location", "http://127.0.0.1:9000/")]
            $0.informational = [
                InformationalAnswer(status: 103, reason: "Early Hints", headers: [HeaderField("Link", "</a>")])
            ]
            $0.upgrade = "websocket"
            $0.interruption = "the server reset the connection"
        }
        #expect(
            text == """
                exchange 7: x
                started 2027-01-15T08:00:00.123456Z, took 1.5 ms
                server 192.0.2.7
                connect 0.3 ms, TLS 0.1 ms, send 0.2 ms, wait 0.4 ms, receive 0.6 ms
                the server's certificate was not verified

                GET https://api.auth.adobe.com/api/v1/checkauthn?requestor=KITETV HTTP/1.1
                  Accept: application/json\\u{1b}[2J
                  (sent to the server as Accept-Encoding: gzip)
                  (trailer X-Sum: 9\\u{1b}[2J)

                103 Early Hints informational response, Link: </a>
                HTTP/1.1 403 Forbidden
                  Content-Type: application/json

                  {
                    "status": 403,
                    "details": null
                  }
                  (sent to the client as Location: http://127.0.0.1:9000/)
                  (the response body: truncated: 32 bytes of 1 GiB recorded)
                  (the response body came in 2 chunks)
                  (upgraded to websocket: what followed is not recorded)
                  (interrupted: the server reset the connection)

                """
        )
    }

    @Test("An exchange whose end nobody saw says so")
    func inFlight() {
        #expect(text { $0.isInFlight = true }.hasSuffix("\n  (in flight: its end is not recorded)\n"))
    }

    @Test("Where the recorder has nothing to say, nothing is said")
    func nothing() {
        #expect(text { $0.isCertificateVerified = true } == text { _ in })
        #expect(!text { $0.serverAddress = "192.0.2.7" }.contains("192.0.2.7"))
    }

    @Test(
        "Chunks that cannot be counted are not part of the count",
        arguments: [(0, "1 chunk"), (12, "13 chunks"), (1 << 53, "9007199254740993 chunks"), (Int.max, "1 chunk")]
    )
    func manyPieces(omitted: Int, words: String) {
        let text = text {
            $0.responseBody.pieces = [BodyPiece(microseconds: 0, bytes: 1)]
            $0.responseBody.omittedPieces = omitted
        }
        #expect(text.contains("the response body came in \(words))"))
    }

    @Test("As JSON the notes stand as in a HAR")
    func json() {
        var notes = RecorderNotes()
        notes.interruption = "reset"
        var exchange = ExchangeTextTests.exchange
        let brief = ExchangeBrief(of: exchange, name: "x")
        #expect(ExchangeJSON.fullObject(for: exchange, brief: brief)["recorder"] == nil)
        exchange.recorderNotes = notes
        let noted = ExchangeJSON.fullObject(for: exchange, brief: brief)["recorder"]
        #expect(noted == .object(["interrupted": .string("reset")]))
    }
}
