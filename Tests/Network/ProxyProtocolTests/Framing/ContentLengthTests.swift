import NIOHTTP1
@testable import ProxyProtocol
import Testing

@Suite struct ContentLengthTests {
    @Test("A length is one or more digits, and nothing else", arguments: [("0", 0), ("35", 35), ("010", 10)])
    func digits(value: String, bytes: Int) {
        #expect(ContentLength([value]) == .bytes(bytes))
    }

    /// RFC 9110 §8.6 has `1*DIGIT`.
    @Test(
        "What two readers may read differently is no length",
        arguments: [
            [""], ["+35"], ["-0"], ["-1"], ["35,35"], ["35, 35"], ["35", "35"], ["3 5"], [" 35"], ["35 "], ["0x23"],
            ["35;"], ["٣"], ["99999999999999999999"], ["3_5"], ["35", ""],
        ]
    )
    func unusable(values: [String]) {
        #expect(ContentLength(values) == .unusable(values.joined(separator: ", ")))
    }

    @Test("Spaces around a value of HTTP/1.1 are none of it, and no field is no length")
    func headers() {
        #expect(ContentLength(of: ["Content-Length": " 35\t"]) == .bytes(35))
        #expect(ContentLength(of: ["content-length": "1", "Content-Length": "1"]) == .unusable("1, 1"))
        #expect(ContentLength(of: [:]) == .absent)
    }
}
