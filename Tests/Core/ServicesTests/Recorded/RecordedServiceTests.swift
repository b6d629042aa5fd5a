import PassAPI
import Services
import Testing
import VirtualTime

@Suite struct RecordedServiceTests {
    static let start = Instant(secondsSince1970: 1_795_211_952)

    static func call(
        _ ordinal: Int,
        _ request: PassRequest,
        _ response: PassResponse = PassResponse(status: 200, .empty),
        after seconds: Double
    ) -> RecordedCall {
        RecordedCall(
            ordinal: ordinal,
            startedAt: start + .milliseconds(Int64(seconds * 1_000)),
            duration: .milliseconds(40),
            request: request,
            outcome: .response(response)
        )
    }

    static func authorize(_ resource: String, device: String = "box") -> PassRequest {
        PassRequest(
            .authorize,
            [.init("requestor", "KITETV"), .init("deviceId", device), .init("resource", resource)]
        )
    }

    static let poll = PassRequest(
        .readAuthenticationToken,
        [.init("requestor", "KITETV"), .init("deviceId", "box")]
    )
    static let notYet = PassResponse(status: 404, .error(PassError(status: 404, message: "Not Found")))
    static let signedIn = PassResponse(
        status: 200,
        .authentication(AuthenticationDetails(requestor: "KITETV", mvpd: "Meadowlark"))
    )

    func ordinal(_ answer: RecordedAnswer) -> Int? {
        if case .match(let match) = answer { match.call.ordinal } else { nil }
    }

    func unmatched(_ answer: RecordedAnswer) -> RecordedAnswer.Unmatched? {
        if case .unmatched(let unmatched) = answer { unmatched } else { nil }
    }

    @Test("What was said before a registration code is no answer to a poll for it, however early that comes")
    func newCode() {
        let code = PassRequest(.createRegistrationCode, [.init("requestor", "KITETV"), .init("deviceId", "box")])
        var service = RecordedService(calls: [
            Self.call(1, Self.poll, Self.notYet, after: 0), Self.call(2, code, after: 1),
            Self.call(3, Self.poll, Self.notYet, after: 6), Self.call(4, Self.poll, Self.signedIn, after: 11),
        ])
        #expect(ordinal(service.answer(Self.poll, at: Self.start)) == 1)
        #expect(ordinal(service.answer(code, at: Self.start + .seconds(1))) == 2)
        #expect(ordinal(service.answer(Self.poll, at: Self.start + .milliseconds(5_900))) == 3)
        // A poll that comes before the recorded one's time has the last answer again.
        #expect(ordinal(service.answer(Self.poll, at: Self.start + .milliseconds(8_000))) == 3)
        #expect(ordinal(service.answer(Self.poll, at: Self.start + .milliseconds(10_900))) == 4)
    }

    // MARK: Order

    @Test("Equal requests are answered in the order they were recorded, each answer once")
    func order() throws {
        var service = RecordedService(calls: [
            Self.call(1, Self.authorize("KITE1"), after: 0), Self.call(2, Self.authorize("KITE1"), after: 1),
        ])
        #expect(ordinal(service.answer(Self.authorize("KITE1"), at: Self.start)) == 1)
        #expect(ordinal(service.answer(Self.authorize("KITE1"), at: Self.start)) == 2)
        let third = try #require(unmatched(service.answer(Self.authorize("KITE1"), at: Self.start)))
        #expect(third.reason == .alreadyReplayed)
        #expect(third.nearest?.ordinal == 2)
    }

    @Test("In a long recording the nearest call is looked for around the place of the replay")
    func nearestOfMany() throws {
        var service = RecordedService(
            calls: (1...1_000).map { Self.call($0, Self.authorize("KITE\($0)"), after: Double($0)) }
        )
        for number in 1...400 {
            #expect(ordinal(service.answer(Self.authorize("KITE\(number)"), at: Self.start)) == number)
        }
        let missed = try #require(unmatched(service.answer(Self.authorize("KITE9999"), at: Self.start)))
        #expect(missed.reason == .fieldMismatch && missed.nearest?.ordinal == 401)
        // What was answered long ago is still known to have been, and what comes much later is found.
        let again = try #require(unmatched(service.answer(Self.authorize("KITE3"), at: Self.start)))
        #expect(again.reason == .alreadyReplayed && again.nearest?.ordinal == 3)
        #expect(ordinal(service.answer(Self.authorize("KITE999"), at: Self.start)) == 999)
    }

    @Test("Devices and operations do not wait for each other")
    func queues() {
        var service = RecordedService(calls: [
            Self.call(1, Self.authorize("KITE1", device: "a"), after: 0),
            Self.call(2, Self.authorize("KITE1", device: "b"), after: 1),
        ])
        #expect(ordinal(service.answer(Self.authorize("KITE1", device: "b"), at: Self.start)) == 2)
        #expect(ordinal(service.answer(Self.authorize("KITE1", device: "a"), at: Self.start)) == 1)
        #expect(service.unused.isEmpty)
    }

    @Test("A request that was recorded later in its lane is answered, and says what it overtook")
    func outOfOrder() throws {
        var service = RecordedService(calls: [
            Self.call(1, Self.authorize("KITE1"), after: 0), Self.call(2, Self.authorize("KITE2"), after: 1),
        ])
        guard case .match(let match) = service.answer(Self.authorize("KITE2"), at: Self.start) else {
            Issue.record("no match")
            return
        }
        #expect(match.call.ordinal == 2)
        #expect(match.overtaken == [1])
        #expect(service.unused.map(\.ordinal) == [1])
    }

    @Test("An operation that was never recorded has the nearest call of another kind as its nearest miss")
    func notRecorded() throws {
        var service = RecordedService(calls: [Self.call(1, Self.authorize("KITE1"), after: 0)])
        let missed = try #require(unmatched(service.answer(Self.poll, at: Self.start)))
        #expect(missed.reason == .notRecorded)
        #expect(missed.nearest?.ordinal == 1)
    }

    @Test("A request whose resource was never recorded differs in that field")
    func fieldMismatch() throws {
        var service = RecordedService(calls: [Self.call(1, Self.authorize("KITE1"), after: 0)])
        let missed = try #require(unmatched(service.answer(Self.authorize("KITE9"), at: Self.start)))
        #expect(missed.reason == .fieldMismatch)
        #expect(missed.nearest?.ordinal == 1)
        #expect(missed.differences.map(\.name) == ["resource"])
    }

    @Test("A service without calls misses everything and has no nearest call")
    func empty() throws {
        var service = RecordedService(calls: [])
        let missed = try #require(unmatched(service.answer(Self.poll, at: Self.start)))
        #expect(missed.reason == .notRecorded)
        #expect(missed.nearest == nil)
    }

    // MARK: Polling

    static func polls() -> RecordedService {
        RecordedService(calls: [
            call(1, poll, notYet, after: 0), call(2, poll, notYet, after: 1), call(3, poll, notYet, after: 2),
            call(4, poll, signedIn, after: 3),
        ])
    }

    @Test("A check that was refused for its access token says nothing about the user: with a new one it is asked anew")
    func refusedForAccess() {
        var check = Self.poll
        check["Authorization"] = "Bearer t-1"
        let refused = PassResponse(status: 401, .error(PassError(status: 401, code: "access_denied")))
        var service = RecordedService(calls: [
            Self.call(1, check, refused, after: 0), Self.call(2, Self.poll, Self.signedIn, after: 1),
        ])
        #expect(ordinal(service.answer(check, at: Self.start)) == 1)
        check["Authorization"] = "Bearer t-2"
        // A poll would be given the last answer again, for the next one was made later.
        #expect(ordinal(service.answer(check, at: Self.start + .milliseconds(500))) == 2)
    }

    @Test("A client that polls less often passes over the polls between, never the one that brought the token")
    func slowerPolls() {
        var service = Self.polls()
        #expect(ordinal(service.answer(Self.poll, at: Self.start)) == 1)
        guard case .match(let match) = service.answer(Self.poll, at: Self.start + .seconds(60)) else {
            Issue.record("no match")
            return
        }
        #expect(match.call.ordinal == 4)
        #expect(match.passedOver.map(\.ordinal) == [2, 3])
        #expect(service.unused.isEmpty)
    }

    @Test("A client that polls more often is told again what was true, until the recording knows more")
    func fasterPolls() {
        var service = Self.polls()
        #expect(ordinal(service.answer(Self.poll, at: Self.start)) == 1)
        guard case .match(let match) = service.answer(Self.poll, at: Self.start + .milliseconds(999)) else {
            Issue.record("no match")
            return
        }
        #expect(match.call.ordinal == 1)
        #expect(match.isRepeated)
        #expect(ordinal(service.answer(Self.poll, at: Self.start + .seconds(1))) == 2)
    }

    @Test("Polls keep their distance to the first one when the whole session runs late")
    func latePolls() {
        var service = Self.polls()
        let late = Self.start + .seconds(3_600)
        #expect(ordinal(service.answer(Self.poll, at: late)) == 1)
        #expect(ordinal(service.answer(Self.poll, at: late + .milliseconds(1_500))) == 2)
        #expect(ordinal(service.answer(Self.poll, at: late + .milliseconds(2_500))) == 3)
        #expect(ordinal(service.answer(Self.poll, at: late + .milliseconds(3_500))) == 4)
    }

    @Test("A copy of the service is a snapshot: what one answers the other still holds")
    func snapshot() {
        var service = Self.polls()
        var copy = service
        #expect(ordinal(service.answer(Self.poll, at: Self.start)) == 1)
        #expect(copy.unused.count == 4)
        #expect(ordinal(copy.answer(Self.poll, at: Self.start)) == 1)
        #expect(copy == service)
    }
}
