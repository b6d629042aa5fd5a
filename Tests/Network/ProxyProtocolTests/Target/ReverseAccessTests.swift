import NIOHTTP1
@testable import ProxyProtocol
import Testing

@Suite struct ReverseAccessTests {
    private static let upstream = Origin(isSecure: true, host: "api.example.com")
    private static let allowed = Origin(isSecure: false, host: "kite.example", port: 9_000)

    private func refusal(
        _ method: HTTPMethod = .GET,
        host: String? = "127.0.0.1:9000",
        origin: String? = nil,
        isReverse: Bool = true,
        isForRecorder: Bool = false,
        headers: HTTPHeaders = [:]
    ) -> LocalAnswer? {
        var head = HTTPRequestHead(version: .http1_1, method: method, uri: "/", headers: headers)
        if let host { head.headers.add(name: "Host", value: host) }
        if let origin { head.headers.add(name: "Origin", value: origin) }
        let access = ReverseAccess(
            own: OwnAddresses(host: "desk.example", interfaces: ["192.0.2.1"]),
            upstream: isReverse ? Self.upstream : nil,
            origins: [.server(Self.allowed), .opaque("capacitor://localhost")]
        )
        return access.refusal(of: head, isForRecorder: isForRecorder)
    }

    @Test(
        "A reverse proxy is asked under the names that it was given, this machine's, and addresses",
        arguments: [
            "127.0.0.1:9000", "localhost", "LOCALHOST:1", "x.localhost", "[::1]:9000", "desk.example:9000", "192.0.2.1",
            "192.0.2.9:9000", "api.example.com", "kite.example", "kinescope.local",
        ]
    )
    func names(host: String) {
        #expect(refusal(host: host) == nil)
    }

    @Test(
        "Under another name it is not asked: a page may have led that name here",
        arguments: ["evil.example:9000", "127.0.0.1.evil.example", "127.evil.example", "localhost.evil.example"]
    )
    func foreignNames(host: String) {
        #expect(refusal(host: host) == .foreignHost(host))
        #expect(refusal(host: host)?.status == .misdirectedRequest)
        #expect(refusal(host: host, isReverse: false) == nil, "a forward proxy is asked for any")
    }

    @Test(
        "What changes state comes from no page, or from one of this machine, of the recorder itself, or one allowed",
        arguments: [
            nil, "http://localhost:3000", "https://127.0.0.1", "http://[::1]:1", "http://kite.example:9000",
            "capacitor://localhost",
        ]
    )
    func pages(origin: String?) {
        #expect(refusal(.POST, origin: origin) == nil)
        #expect(refusal(.POST, host: "192.0.2.1:9000", origin: "http://192.0.2.1:9000") == nil)
    }

    @Test(
        "A page of another origin changes nothing, with any method but the safe ones",
        arguments: [
            "https://evil.example", "null", "http://kite.example", "https://kite.example:9000", "http://192.0.2.1:9000",
            "http://127.0.0.1.evil.example", "", "file://", "ionic://localhost",
        ]
    )
    func foreignPages(origin: String) {
        for method in [HTTPMethod.POST, .PUT, .DELETE, .PATCH, .RAW(value: "QUERY")] {
            #expect(refusal(method, origin: origin) == .foreignOrigin(origin))
        }
        #expect(refusal(.POST, origin: origin)?.status == .forbidden)
        #expect(refusal(.GET, origin: origin) == nil && refusal(.OPTIONS, origin: origin) == nil)
        #expect(refusal(.GET, origin: origin, headers: ["Upgrade": "websocket"]) == .foreignOrigin(origin))
    }

    @Test("The same holds for what the recorder is told itself, and for nothing else that a forward proxy passes on")
    func reports() {
        let host = "kinescope.local"
        #expect(
            refusal(.POST, host: host, origin: "https://evil.example", isReverse: false, isForRecorder: true)
                == .foreignOrigin("https://evil.example")
        )
        #expect(refusal(.POST, host: host, isReverse: false, isForRecorder: true) == nil)
        #expect(refusal(.POST, host: "a.example", origin: "https://b.example", isReverse: false) == nil)
    }
}
