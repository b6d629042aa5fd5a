import Exchanges
import Testing

@testable import Proxy

@Suite struct ContentCodingsTests {
    private func decode(_ body: [UInt8], _ codings: String..., limit: Int = 100_000) -> ([UInt8]?, BodyShortfall?) {
        ContentCodings(codings.map { HeaderField("content-encoding", $0) }).decode(body, limit: limit)
    }

    @Test(
        "A body is recorded without its content codings",
        arguments: [
            ("gzip", Coded.gzip), ("X-GZIP", Coded.gzip), ("deflate", Coded.zlib), ("deflate", Coded.raw),
            ("gzip, gzip", Coded.gzipTwice), ("deflate ,\tgzip", Coded.zlibInGzip), ("identity", Coded.text),
            ("identity, gzip,", Coded.gzip), ("", Coded.text),
        ]
    )
    func whole(coding: String, body: [UInt8]) {
        let (bytes, shortfall) = decode(body, coding)
        #expect(bytes == Coded.text)
        #expect(shortfall == nil)
    }

    @Test("Codings in two header fields are one list")
    func twoFields() {
        #expect(decode(Coded.zlibInGzip, "deflate", "gzip").0 == Coded.text)
    }

    @Test("A gzip body of two members is both, and what follows that is no gzip is passed over")
    func members() {
        #expect(decode(Coded.gzip + Coded.gzip, "gzip").0 == Coded.text + Coded.text)
        let (bytes, shortfall) = decode(Coded.gzip + Array("padding".utf8), "gzip")
        #expect(bytes == Coded.text)
        #expect(shortfall == nil)
    }

    @Test("What decodes to more than the limit is cut there")
    func bomb() {
        let (bytes, shortfall) = decode(Coded.bomb, "gzip", limit: 19_999)
        #expect(bytes?.count == 19_999)
        #expect(shortfall == .decodedLimit)
        let (all, none) = decode(Coded.bomb, "gzip", limit: 20_000)
        #expect(all == Array(repeating: UInt8(ascii: "k"), count: 20_000))
        #expect(none == nil)
    }

    @Test("A body that breaks off gives what came, wherever it breaks off")
    func truncated() {
        for count in 1..<Coded.gzip.count {
            let (bytes, shortfall) = decode(Array(Coded.gzip.prefix(count)), "gzip")
            #expect(shortfall == .truncated)
            #expect(bytes.map { Coded.text.starts(with: $0) } ?? true)
        }
        #expect(decode(Array(Coded.gzip.dropLast(8)), "gzip").0 == Coded.text)
    }

    @Test(
        "What is not what its coding says is not recorded",
        arguments: [("gzip", "no gzip at all"), ("deflate", "\u{7}\u{7}\u{7}neither")]
    )
    func garbage(coding: String, body: String) {
        let (bytes, shortfall) = decode(Array(body.utf8), coding)
        #expect(bytes == nil)
        #expect(shortfall == .damaged)
    }

    @Test("A wrong checksum at the end leaves the body, and is told")
    func checksum() {
        var body = Coded.gzip
        body[body.count - 6] ^= 1
        let (bytes, shortfall) = decode(body, "gzip")
        #expect(bytes == Coded.text)
        #expect(shortfall == .damaged)
    }

    @Test(
        "A body whose coding nobody here can undo is not recorded",
        arguments: ["br", "zstd", "compress", "gzip, br"]
    )
    func unknown(coding: String) {
        let (bytes, shortfall) = decode(Coded.gzip, coding)
        #expect(bytes == nil)
        #expect(shortfall == .coding(coding == "gzip, br" ? "br" : coding))
    }

    @Test("More codings than the limit are not undone")
    func tooMany() {
        let names = Array(repeating: "gzip", count: ContentCodings.maximum + 1).joined(separator: ", ")
        #expect(decode(Coded.gzip, names).1 == .coding(names))
        let allowed = Array(repeating: "gzip", count: ContentCodings.maximum).joined(separator: ", ")
        #expect(decode(Coded.gzip, allowed).1 == .damaged)
    }

    @Test("No byte at all is no body of any coding")
    func empty() {
        #expect(decode([], "gzip").0 == [])
        #expect(decode([], "br").1 == nil)
    }
}
