import Exchanges
import History
import Testing
import VirtualTime

@Suite("A history as of a point") struct HistoryPointsTests {
    @Test("After an exchange only what it and those before it brought is there, with what is told of it later")
    func afterExchange() throws {
        let history = try Captures.history("clients/secondscreen-both")
        #expect(history.asOf(.beginning).entries.isEmpty)
        #expect(history.asOf(.after(exchange: 1)).entries.map(\.kind) == [.registrationCode])
        // The login in the browser ends with exchange 5, the device learns of it with exchange 8.
        let login = history.asOf(.after(exchange: 5))
        let token = try #require(login.entries(.authenticationToken).first)
        #expect(token.issued.knowledge == .implied(.exchange(5)) && token.received == nil)
        #expect(token.expires?.knowledge == .shown(.exchange(8), field: "expires"))
        let end = try #require(login.point?.instant)
        #expect(login.valid(at: end, for: .service).map(\.kind).contains(.authenticationToken))
        #expect(!login.valid(at: end, for: .client).map(\.kind).contains(.authenticationToken))
        #expect(history.entries(.authenticationToken).first?.received?.event == .exchange(8))
        #expect(history.asOf(.after(exchange: 10)) == history.asOf(.after(exchange: .max)))
    }

    @Test("At an instant after the end what has expired by then is over")
    func afterEnd() throws {
        let history = try Captures.history("clients/kodi-espn3-sign-on")
        // The first media token: 2026-11-24T06:44:47.972Z.
        let instant = try #require(Instant(iso8601: "2026-11-24T06:44:47.972Z"))
        let before = history.asOf(.instant(instant - .nanoseconds(1))).entries(.mediaToken)
        #expect(before.map { $0.ending == nil } == [true, true])
        let at = history.asOf(.instant(instant)).entries(.mediaToken)
        #expect(at.map(\.ending?.value) == [Ending(.expired, at: instant), nil])
        #expect(history.asOf(.instant(.distantFuture)).valid(at: .distantFuture).isEmpty)
        #expect(history.asOf(.instant(.distantPast)).entries.isEmpty)
    }

    @Test("Before the logout the tokens hold that the logout ends")
    func beforeLogout() throws {
        let history = try Captures.history("clients/kodi-espn3-logout").asOf(.after(exchange: 4))
        #expect(
            history.expirations.map(\.holding.kind) == [
                .mediaToken, .registrationCode, .authorizationToken, .authenticationToken,
            ]
        )
    }

    @Test("After the user logged out the app has no token, whatever the service still has")
    func userAction() throws {
        var recording = try Captures.recording("clients/kodi-espn3-sign-on")
        let end = try #require(History(recording).span?.upperBound)
        recording.userActions = [UserAction(ordinal: 1, occurredAt: end, action: .logOut)]
        let history = History(recording)
        let tokens: [HoldingKind] = [.authenticationToken, .authorizationToken]
        #expect(history.valid(at: end).map(\.kind).filter(tokens.contains) == tokens)
        #expect(history.valid(at: end, for: .client).map(\.kind).filter(tokens.contains).isEmpty)
        #expect(history.entries(.authenticationToken).map { $0.forgotten?.event } == [.userAction(1)])
    }
}
