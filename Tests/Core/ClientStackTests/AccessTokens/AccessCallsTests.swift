import PassAPI
import Testing
import VirtualTime

@testable import ClientStack

@Suite struct CallLineTests {
    private static let terms = AccessTerms(
        softwareStatement: "statement",
        step: .sdkRegistration,
        deviceID: "00ff"
    )
    private static let held = AccessSession(
        credentials: ClientCredentials(clientID: "a", clientSecret: "b"),
        token: CachedAccessToken("token-0")
    )
    private static let request = PassRequest.sdkConfiguration(SDKContext(requestor: "KITETV", accessToken: ""))

    private typealias Line = AccessCalls<SDKPurpose>

    private func turn() -> EffectBuffer {
        var buffer = EffectBuffer()
        buffer.begin(at: Kite.now, wall: Kite.now)
        return buffer
    }

    @Test("Calls wait for the access token, and leave with it")
    func held() {
        var line = Line(AccessSession())
        var turn = turn()
        line.begin(Self.request, for: .logout, Self.terms, &turn)
        line.begin(Self.request, for: .code, Self.terms, &turn)
        #expect(turn.effects.requests.map(\.operation) == [.register])
        #expect(line.waitingFor == .response(RequestID(1), .register))
        guard case .registered = line.answered(RequestID(1), .registration(), Self.terms, &turn) else {
            return #expect(Bool(false))
        }
        guard case .nothing = line.answered(RequestID(2), .token("token-1"), Self.terms, &turn) else {
            return #expect(Bool(false))
        }
        #expect(turn.effects.requests.suffix(2).map { $0["Authorization"] } == ["Bearer token-1", "Bearer token-1"])
        guard case .answered(.code, _) = line.answered(RequestID(4), .noContent, Self.terms, &turn) else {
            return #expect(Bool(false))
        }
        #expect(line.waitingFor == .response(RequestID(3), .sdkConfiguration))
        #expect(line.cancelAll { $0 == .logout } == [.logout])
    }

    @Test("A forgotten registration is made anew, once for a call")
    func forgotten() {
        var line = Line(Self.held)
        var turn = turn()
        line.begin(Self.request, for: .logout, Self.terms, &turn)
        _ = line.answered(RequestID(1), .error(403, "invalid_client"), Self.terms, &turn)
        _ = line.answered(RequestID(2), .registration(), Self.terms, &turn)
        _ = line.answered(RequestID(3), .token("token-1"), Self.terms, &turn)
        guard case .answered(.logout, _) = line.answered(RequestID(4), .error(403, "invalid_client"), Self.terms, &turn)
        else { return #expect(Bool(false)) }
        #expect(
            turn.effects.requests.map(\.operation) == [.sdkConfiguration, .register, .accessToken, .sdkConfiguration]
        )
    }

    @Test("Who cannot register again keeps the credentials: a call that they are refused for is answered so")
    func withoutStatement() {
        let terms = AccessTerms(step: .sdkRegistration, deviceID: "00ff")
        for status in [400, 403] {
            var line = Line(Self.held)
            var turn = turn()
            line.begin(Self.request, for: .logout, terms, &turn)
            guard
                case .answered(.logout, _) = line.answered(RequestID(1), .error(status, "invalid_client"), terms, &turn)
            else { return #expect(Bool(false)) }
            #expect(line.access.credentials?.clientID == "a")
            #expect(line.access.token?.token == "token-0")
            #expect(turn.effects.requests.map(\.operation) == [.sdkConfiguration])
        }
        // 401 is first of all about the access token (DCR-005): one new one by the same credentials.
        var line = Line(Self.held)
        var turn = turn()
        line.begin(Self.request, for: .logout, terms, &turn)
        _ = line.answered(RequestID(1), .error(401, "invalid_client"), terms, &turn)
        #expect(turn.effects.requests.last?.operation == .accessToken)
        #expect(turn.effects.requests.last?["client_id"] == "a")
    }

    @Test("A line without access fails all that waited for it")
    func refused() {
        var line = Line(AccessSession())
        var turn = turn()
        line.begin(Self.request, for: .logout, Self.terms, &turn)
        line.begin(Self.request, for: .code, Self.terms, &turn)
        guard case .refused(let purposes, let refusal) = line.failed(RequestID(1), "offline") else {
            return #expect(Bool(false))
        }
        #expect(purposes == [.logout, .code])
        #expect(refusal == AccessRefusal(call: .registration, response: nil, reason: "offline"))
        #expect(line.waitingFor == nil)
    }

    @Test("An answer to a number that was never given out, or twice, is nobody's")
    func strays() {
        var line = Line(AccessSession(token: CachedAccessToken("token-0")))
        var turn = turn()
        line.begin(Self.request, for: .logout, Self.terms, &turn)
        for number in [-1, 0, 2, 99] {
            guard case .nothing = line.answered(RequestID(number), .noContent, Self.terms, &turn),
                case .nothing = line.failed(RequestID(number), "x")
            else { return #expect(Bool(false)) }
        }
        _ = line.answered(RequestID(1), .noContent, Self.terms, &turn)
        guard case .nothing = line.answered(RequestID(1), .noContent, Self.terms, &turn) else {
            return #expect(Bool(false))
        }
    }
}
