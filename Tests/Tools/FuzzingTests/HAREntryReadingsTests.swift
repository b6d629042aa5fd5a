import Exchanges
import FuzzReadings
import Testing
import VirtualTime

@testable import Fuzzing

/// The reading of an archive differs from its entries wherever it is wrong.
@Suite struct HAREntryReadingsTests {
    private static func archive(_ post: String = #"{"mimeType":"a/b","text":"t"}"#, _ content: String = "{}") -> [UInt8]
    {
        Array(
            #"""
            {"log":{"entries":[{"startedDateTime":"2026-11-20T22:59:12.1234567+01:00","time":1.0005,"request":{"method":"POST",
            "url":"https://a.example/","postData":\#(post)},"response":{"status":200,"content":\#(content)}}]}}
            """#.utf8
        )
    }

    private static func agree(
        _ archive: [UInt8],
        _ change: (inout Exchange) -> Void = { _ in }
    ) throws {
        var exchanges = try HAR.recording(parsing: archive).exchanges
        change(&exchanges[0])
        try HAREntryReadings.agree(exchanges, with: archive)
    }

    @Test(
        "Bodies are what their texts stand for",
        arguments: [
            #"{"mimeType":"a/b","text":"t"}"#, #"{"mimeType":"a/b","text":"/+8=","encoding":"base64"}"#,
            #"{"mimeType":"a/b","text":"-_8","encoding":"BASE64"}"#, #"{"text":"-_8=","encoding":"base64"}"#,
            #"{"text":"?","encoding":"base64"}"#, #"{"text":"/+8=","encoding":"gzip"}"#, #"{"text":null,"params":[]}"#,
            "null", "{}",
            #"{"mimeType":"application/x-www-form-urlencoded ;charset=a","params":[{"name":"a b","value":"ü&="}]}"#,
            #"{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"a","value":"b","fileName":"c"}]}"#,
            #"{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"a","value":"b"}],"text":"c"}"#,
        ]
    )
    func bodies(_ data: String) throws {
        try Self.agree(Self.archive(data, data))
        let archive = Self.archive(data, data)
        #expect(throws: PropertyFailure.self) { try Self.agree(archive) { $0.request.body = [0, 1, 2] } }
        #expect(throws: PropertyFailure.self) {
            try Self.agree(archive) { exchange in
                guard case .response(var response) = exchange.outcome else { return }
                response.body = [0, 1, 2]
                exchange.outcome = .response(response)
            }
        }
    }

    @Test("A form without its body is seen, and so are another time, another duration and a missing entry")
    func differs() {
        let form = Self.archive(
            #"{"mimeType":"application/x-www-form-urlencoded;charset=a","params":[{"name":"a","value":"b"}]}"#
        )
        #expect(throws: PropertyFailure.self) { try Self.agree(form) { $0.request.body = nil } }
        #expect(throws: PropertyFailure.self) { try Self.agree(form) { $0.durationMicroseconds = 1_000 } }
        #expect(throws: PropertyFailure.self) { try Self.agree(form) { $0.startedAt += .microseconds(1) } }
        #expect(throws: PropertyFailure.self) { try HAREntryReadings.agree([], with: form) }
    }
}
