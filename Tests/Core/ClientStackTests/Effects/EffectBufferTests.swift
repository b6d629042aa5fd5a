import PassAPI
import Testing
import VirtualTime

@testable import ClientStack

@Suite struct EffectBufferTests {
    @Test("Between turns it holds neither effect nor time, and no number is used twice")
    func turns() {
        var buffer = EffectBuffer()
        let before = buffer
        buffer.begin(at: Kite.now, wall: Kite.now + .seconds(1))
        buffer.enter(.registration)
        #expect(buffer.end() == [.enterStep(.registration)])
        buffer.leaveSteps()
        #expect(buffer == before)
        let request = PassRequest(.configuration)
        #expect(buffer.send(request) == RequestID(1))
        #expect(buffer.end() == [.sendRequest(RequestID(1), request)])
        #expect(buffer.send(request) == RequestID(2))
    }

    @Test("A step that the flow is at is not noted again")
    func steps() {
        var buffer = EffectBuffer(step: .authorization)
        buffer.enter(.authorization)
        buffer.enter(nil)
        #expect(buffer.end().isEmpty)
        buffer.leaveSteps()
        buffer.enter(.authorization)
        #expect(buffer.end() == [.enterStep(.authorization)])
    }
}
