import History
import PassAPI
import Testing

@Suite("What went wrong without refusing anything") struct HistoryFoldFailuresTests {
    @Test("429 and 5xx fail a call, whatever it is, and take nothing back")
    func throttledAndBroken() throws {
        var staged = StagedRecording()
        staged.readAuthentication(expires: 9_000)
        staged.add("GET", "/api/v1/authorize?resource=KITE1", 429, "<html>429 Too Many Requests</html>")
        staged.authorize("KITE1", expires: 9_000)
        let down = #"{"status":503,"message":"Service Unavailable","details":"try later"}"#
        staged.add("GET", "/api/v1/tokens/media?resource=KITE1", 503, down)
        staged.add("POST", "/o/client/token", device: nil, form: "client_id=c-1", 500)
        staged.add("POST", "/reggie/v1/KITETV/regcode", 502, "<html>Bad Gateway</html>")
        let history = staged.history
        #expect(history.failures.map(\.operation) == [.authorize, .mediaToken, .accessToken, .createRegistrationCode])
        #expect(history.failures.map(\.at.event) == [.exchange(2), .exchange(4), .exchange(5), .exchange(6)])
        #expect(history.failures.map(\.cause) == [.throttled, .serverError, .serverError, .serverError])
        #expect(history.failures.map(\.status) == [429, 503, 500, 502])
        #expect(history.failures.map(\.subject.resource) == ["KITE1", "KITE1", nil, nil])
        #expect(history.failures.map(\.message) == [nil, "try later", nil, nil])
        #expect(history.refusals.isEmpty)
        #expect(history.entries.allSatisfy { $0.ending == nil })
        #expect(history.asOf(.after(exchange: 3)).failures.count == 1, "the others come later")
    }

    @Test("A call without a response fails, and says why there was none")
    func noResponse() throws {
        var staged = StagedRecording()
        staged.makeCode("ABC1234")
        staged.breakLast("connection reset by peer")
        let failure = try #require(staged.history.failures.first)
        #expect(failure.operation == .createRegistrationCode && failure.cause == .noResponse)
        #expect(failure.status == nil && failure.message == "connection reset by peer")
        #expect(staged.history.entries.isEmpty, "the client got no code")
    }

    @Test("An error that says to try again is no denial, a request that lacks something is no refusal of a token")
    func rejected() {
        var staged = StagedRecording()
        let unreachable =
            #"{"status":403,"code":"network_received_error","message":"Network error","action":"retry"}"#
        staged.add("GET", "/api/v1/authorize?resource=KITE1", 403, unreachable)
        staged.add(
            "POST",
            "/reggie/v1/KITETV/regcode",
            400,
            #"{"status":400,"message":"Required 'device_info' is not present"}"#
        )
        let history = staged.history
        #expect(history.refusals.isEmpty)
        #expect(history.failures.map(\.cause) == [.rejected, .rejected])
        #expect(history.failures.map(\.code) == ["network_received_error", nil])
        #expect(history.failures.map(\.message) == ["Network error", "Required 'device_info' is not present"])
    }

    @Test("A body of success that the operation never answers with fails")
    func unreadable() throws {
        var staged = StagedRecording()
        staged.add("GET", "/api/v1/authorize?resource=KITE1", 200, "welcome to our network, please log in")
        let failure = try #require(staged.history.failures.first)
        #expect(failure.cause == .unreadable && failure.status == 200)
        #expect(staged.history.entries.isEmpty)
    }

    /// README: no call of these was throttled, broken or without a response; what was refused are refusals.
    @Test("In none of the clients' captures a call failed", arguments: ExpirationTests.captures.map(\.name))
    func captures(name: String) throws {
        #expect(try Captures.history("clients/" + name).failures.isEmpty)
    }
}
