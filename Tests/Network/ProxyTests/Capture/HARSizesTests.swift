import Documents
import Exchanges
import Testing
import VirtualTime

@testable import Proxy

/// HAR 1.2: `bodySize` is the size of a body as it was sent, `content.size` that of the content.
@Suite struct HARSizesTests {
    private func entry(
        _ body: String?,
        coding: String? = nil,
        bytes: Int64,
        sent: Int64 = 0,
        request: String? = nil
    ) throws -> JSONValue {
        let request = HTTPRequest(method: "POST", url: "https://a.example/", body: request.map { Array($0.utf8) })
        let headers: HeaderFields = coding.map { [HeaderField("Content-Encoding", $0)] } ?? []
        let response = HTTPResponse(status: 200, headers: headers, body: body.map { Array($0.utf8) })
        let sizes = HARSizes(request, sent, .response(response), bytes)
        let exchange = Exchange(
            ordinal: 1,
            startedAt: Instant(microsecondsSince1970: 0),
            durationMicroseconds: 5,
            request: request,
            outcome: .response(response),
            harExtras: sizes.entry ?? JSONObject()
        )
        let archive = HAR.serialized(Recording(exchanges: [exchange]))
        #expect(try HAR.recording(parsing: archive).exchanges == [exchange], "an import gives it back")
        return HAR.entry(for: exchange)
    }

    @Test(
        "The sizes of an export are those that passed",
        arguments: [
            ("kite", nil, 4, 4, 4), ("kite", nil, 4_000, 4_000, 4_000), ("kite", "gzip", 24, 24, 4),
            (nil, "br", 17, 17, 0),
            (nil, nil, 0, 0, 0), (nil, "gzip", 0, 0, 0),
        ] as [(String?, String?, Int64, Int64, Int64)]
    )
    func response(body: String?, coding: String?, bytes: Int64, bodySize: Int64, size: Int64) throws {
        let response = try entry(body, coding: coding, bytes: bytes)["response"]
        #expect(response?["bodySize"]?.number?.int64 == bodySize)
        #expect(response?["content"]?["size"]?.number?.int64 == size)
    }

    @Test("So is the size of a request that was cut")
    func request() throws {
        #expect(try entry(nil, bytes: 0, sent: 9, request: "kite")["request"]?["bodySize"]?.number?.int64 == 9)
        #expect(try entry(nil, bytes: 0, sent: 4, request: "kite")["request"]?["bodySize"]?.number?.int64 == 4)
    }

    @Test("What follows from the bodies is not written")
    func nothing() {
        let request = HTTPRequest(method: "GET", url: "https://a.example/")
        #expect(HARSizes(request, 0, .response(HTTPResponse(status: 200)), 0).entry == nil)
        #expect(HARSizes(request, 0, .failure("x"), 9).entry == nil)
    }
}
