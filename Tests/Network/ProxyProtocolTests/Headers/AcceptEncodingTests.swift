import NIOHTTP1
@testable import ProxyProtocol
import Testing

@Suite struct AcceptEncodingTests {
    @Test(
        "Codings that can be decoded are kept, in their order and with their weights",
        arguments: [
            ("gzip, deflate", "gzip, deflate"), ("gzip, deflate, br, zstd", "gzip, deflate"),
            ("br;q=1.0, gzip;q=0.8", "gzip;q=0.8"),
            ("GZIP , Br", "GZIP"), ("x-gzip", "x-gzip"), ("identity;q=1, *;q=0", "identity;q=1, *;q=0"), ("", ""),
            ("gzip;q=0.5,*;q=0.1", "gzip;q=0.5"), ("br, gzip, *;q=0", "gzip, *;q=0"), ("*;q=0", "*;q=0"),
            ("gzip\u{301}, deflate", "deflate"), ("br,\u{301}, gzip", "gzip"),
            ("br, gzip;\u{301}q=1", "gzip;\u{301}q=1"),
        ]
    )
    func kept(offered: String, sent: String) {
        #expect(AcceptEncoding.narrowed(offered) == sent)
    }

    @Test(
        "Where none is left, the server is asked for no coding",
        arguments: [
            "br", "br, zstd;q=0.5", "*", "*;q=0.5", "br, *;q=0", "br, identity; q=0.0", "br, gzip;q=0",
        ]
    )
    func nothingLeft(offered: String) {
        #expect(AcceptEncoding.narrowed(offered) == nil)
        let head = HTTPRequestHead(
            version: .http1_1,
            method: .GET,
            uri: "http://a.example/",
            headers: ["Host": "a.example", "Accept-Encoding": offered]
        )
        let target = RequestTarget(head, origin: nil, isReverse: false, own: OwnAddresses(host: "", interfaces: []))
        let headers = ForwardedHeaders.request(head, to: target, framing: .none, upgrade: nil).headers
        #expect(headers == ["Host": "a.example", "Accept-Encoding": "identity"])
    }
}
