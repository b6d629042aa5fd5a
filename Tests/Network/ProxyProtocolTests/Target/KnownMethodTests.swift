import NIOHTTP1
@testable import ProxyProtocol
import Testing

/// `HTTP2RequestCheckTests` looks whether HTTP/1.1 and HTTP/2 are treated alike.
@Suite struct KnownMethodTests {
    @Test(
        "Registered methods are passed on",
        arguments: ["GET", "POST", "PATCH", "M-SEARCH", "QUERY", "PURGE", "UNLINK"]
    )
    func known(method: String) {
        #expect(KnownMethod.contains(HTTPMethod(rawValue: method)))
    }

    @Test("All others are not, and the case counts", arguments: ["get", "Get", "FOO", "PRI", "BREW", "GETS", "GE", ""])
    func unknown(method: String) {
        #expect(!KnownMethod.contains(HTTPMethod(rawValue: method)))
    }
}
