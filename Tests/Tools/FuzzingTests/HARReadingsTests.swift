import Exchanges
import FuzzReadings
import Testing

@testable import Fuzzing

/// The writing of an archive differs from its own lists wherever a field is lost, or stands twice.
@Suite struct HARReadingsTests {
    private static func archive(_ request: String, _ response: String = "") -> [UInt8] {
        Array(
            #"""
            {"log":{"version":"1.2","creator":{"name":"a","version":""},"entries":[{"startedDateTime":"2026-11-20T21:59:12Z",
            "_kinescope":{"interruption":"x"},"_initiator":{},"request":{"method":"POST","url":"https://a.example/?q=1",
            \#(request)},"response":{"status":200,\#(response)"_x":1}}]}}
            """#.utf8
        )
    }

    private static let whole = archive(
        #"""
        "headers":[{"name":"Cookie","value":"c=1"},{"name":"a","value":"b"},{"name":"a","value":"b","comment":""}],
        "cookies":[{"name":"c","value":"1"}],"queryString":[{"name":"q","value":"1"}],
        "postData":{"mimeType":"application/x-www-form-urlencoded","text":"f=2","params":[{"name":"f","value":"2"}]}
        """#,
        #""headers":[{"name":"Set-Cookie","value":["d=1","e=2"]}],"cookies":[{"name":"d","value":"1"}],"#
    )

    @Test("Without the members of tools each field comes out once, as often as it was there")
    func agrees() throws {
        let written = HAR.serialized(try HAR.recording(parsing: Self.whole))
        let second = try HARReadings.second(written)
        #expect(!String(decoding: second, as: UTF8.self).contains("_initiator"))
        #expect(String(decoding: written, as: UTF8.self).contains("_initiator"))
        try HARReadings.agree(second, with: Self.whole)
    }

    @Test(
        "A field that is lost, doubled or another is seen",
        arguments: [
            (#"{"name":"a","value":"b"},"#, ""), (#"{"name":"a","value":"b"}"#, #"{"name":"a","value":"c"}"#),
            (#"[{"name":"q","value":"1"}]"#, "[]"),
            (#"[{"name":"q","value":"1"}]"#, #"[{"name":"q","value":"1"},{"name":"q","value":"1"}]"#),
            (#"[{"name":"c","value":"1"}]"#, #"[{"name":"c","value":"2"}]"#),
            (#"[{"name":"f","value":"2"}]"#, #"[{"name":"f","value":"2"},{"name":"f","value":"2"}]"#),
            (#"["d=1","e=2"]"#, #"["d=1"]"#), (#"[{"name":"d","value":"1"}]"#, "[]"),
        ]
    )
    func differs(part: String, other: String) {
        let text = String(decoding: Self.whole, as: UTF8.self)
        let changed = text.replacing(part, with: other)
        #expect(changed != text)
        let failure = #expect(throws: PropertyFailure.self) {
            try HARReadings.agree(Array(changed.utf8), with: Self.whole)
        }
        #expect(failure?.property == "archive-keeps-each-field-once")
    }
}
