import Report
import Testing

@Suite struct BodyTextTests {
    @Test(
        "A body is shown line by line",
        arguments: [
            (nil, []),
            ([], []),
            (Array("a=1&b=2".utf8), ["a=1&b=2"]),
            (Array("a\r\nb\n".utf8), ["a", "b", ""]),
            (Array("<a>\u{1B}</a>".utf8), ["<a>\\u{1b}</a>"]),
            (Array("[1, {}]".utf8), ["[", "  1,", "  {}", "]"]),
            (Array("{\"a\": ".utf8), ["{\"a\": "]),
            ([0xFF, 0xFE, 0x00], ["(3 bytes that are not text)"]),
            ([0x41, 0x00], ["(2 bytes that are not text)"]),
        ] as [([UInt8]?, [String])]
    )
    func lines(body: [UInt8]?, lines: [String]) {
        #expect(BodyText.lines(of: body) == lines)
    }
}
