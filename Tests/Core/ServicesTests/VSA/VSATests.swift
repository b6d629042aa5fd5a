import Services
import SubscriberAccount
import Testing
import VirtualTime

@Suite struct VSATests {
    static let start = RecordedServiceTests.start
    static let check = VSARequest.checkAccessStatus(prompt: true)
    static let granted = VSACall(
        ordinal: 1,
        answeredAt: start,
        question: check,
        answer: .accessStatus(.granted, nil)
    )

    @Test("A VSA log answers by itself; where Settings do, nobody does here")
    func answers() {
        var recorded = VSA.recorded(RecordedVSA(responses: [Self.granted]))
        var settings = VSA.settings
        #expect(recorded.answer(Self.check) == .recorded(Self.granted, differences: []))
        #expect(recorded.recorded?.answeredCount == 1)
        #expect(settings.answer(Self.check) == nil)
        #expect(settings == .settings)
    }

    @Test("What was answered by an instant is passed over")
    func passes() {
        var recorded = VSA.recorded(RecordedVSA(responses: [Self.granted]))
        var settings = VSA.settings
        recorded.pass(until: Self.start - .nanoseconds(1))
        #expect(recorded.recorded?.unused.count == 1)
        recorded.pass(until: Self.start)
        #expect(recorded.recorded?.unused.isEmpty == true)
        settings.pass(until: Self.start)
        #expect(settings.recorded == nil)
    }

    @Test("What reaches the app: the recorded answer, an assumed permission, or nothing")
    func given() {
        #expect(RecordedVSA.Answer.recorded(Self.granted, differences: []).given == Self.granted.answer)
        let denied = VSAResult.accessStatus(.denied, nil)
        #expect(RecordedVSA.Answer.accessRepeated(denied).given == denied)
        #expect(RecordedVSA.Answer.accessAssumed.given == .accessStatus(.granted, nil))
        #expect(RecordedVSA.Answer.missing(.alreadyReplayed, nearest: Self.granted).given == nil)
    }
}
