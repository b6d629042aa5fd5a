import ClientStack
import Exchanges
import PassAPI
import Testing
import VirtualTime

@Suite("A second screen's user types codes of another device") struct BehaviorClientSecondScreenTests {
    private static func login(_ code: String) -> PassRequest {
        .initiateAuthentication(
            requestor: "KITETV",
            mvpd: "Plover",
            code: code,
            domainName: "kite.example",
            redirectURL: "https://kite.example/done"
        )
    }

    private static func client() -> BehaviorClient {
        var behavior = ClientBehavior()
        behavior.access = .none
        behavior.registration = .never
        behavior.launchCalls = []
        behavior.login = .secondScreen
        behavior.authenticationCall = .checkAuthenticationByCode
        behavior.pollPace = .user
        var configuration = BehaviorConfiguration(
            requestor: "KITETV",
            bundleID: "com.kite.tv",
            deviceID: "",
            behavior: behavior
        )
        let assertion = PassRequest(.assertionConsumer, [.init("SAMLResponse", "a2l0ZQ=="), .init("RelayState", "r")])
        configuration.logins = [[login("AAAAAAA")], [login("BBBBBBB"), assertion]]
        configuration.templates = [login("AAAAAAA"), assertion]
        return BehaviorClient(configuration: configuration)
    }

    /// Returns the requests of the client while its user picks a provider, and each login page is left at once.
    private static func requests(_ client: inout BehaviorClient) -> [PassRequest] {
        let now = Instant(secondsSince1970: 1_795_211_952)
        var sent: [PassRequest] = []
        var effects = client.handle(.userActionOccurred(.selectProvider("Plover")), at: now)
        for _ in 0..<10 {
            guard case .sendRequest(let id, let request)? = effects.first(where: { $0.isRequest }) else { break }
            sent.append(request)
            let isPage = request.operation != .checkAuthenticationByCode
            let response = PassResponse(status: isPage ? 302 : 200, isPage ? .redirect("https://x.example/") : .empty)
            effects = client.handle(.responseArrived(id, response), at: now)
            if client.awaitsUser { effects = client.handle(.userActionOccurred(.closeWebView), at: now) }
        }
        return sent
    }

    @Test("Each login carries the code that was typed for it, and the assertion that the MVPD gave for it")
    func codes() {
        var client = Self.client()
        let first = Self.requests(&client)
        #expect(first.map(\.operation) == [.initiateAuthentication, .checkAuthenticationByCode])
        #expect(first.compactMap { $0["reg_code"] ?? $0["code"] } == ["AAAAAAA", "AAAAAAA"])
        for _ in 0..<2 {
            // After the last one the same again.
            let next = Self.requests(&client)
            #expect(
                next.map(\.operation) == [.initiateAuthentication, .assertionConsumer, .checkAuthenticationByCode]
            )
            #expect(next.compactMap { $0["reg_code"] ?? $0["code"] } == ["BBBBBBB", "BBBBBBB"])
        }
    }

    @Test("A code that nobody knows ends the login")
    func refused() {
        var client = Self.client()
        let now = Instant(secondsSince1970: 1_795_211_952)
        let effects = client.handle(.userActionOccurred(.selectProvider("Plover")), at: now)
        guard case .sendRequest(let id, _)? = effects.first(where: { $0.isRequest }) else {
            Issue.record("no request")
            return
        }
        let error = PassResponse(status: 400, .error(PassError(status: 400, message: "no such registration code")))
        _ = client.handle(.responseArrived(id, error), at: now)
        #expect(client.isIdle)
        #expect(!client.isSignedIn)
    }
}

extension ClientEffect {
    fileprivate var isRequest: Bool { if case .sendRequest = self { true } else { false } }
}
