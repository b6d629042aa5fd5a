import NIOConcurrencyHelpers
import Testing

@testable import Proxy

@Suite struct UnstoredTests {
    private let unstored = Unstored(maximumEvents: 2, maximumBytes: 10)
    private let told = NIOLockedValueBox<[String]>([])

    private func tell(_ word: String) -> @Sendable () -> Void { { [told] in told.withLockedValue { $0.append(word) } } }

    private var words: [String] { told.withLockedValue { $0 } }

    @Test("There is room below the limits, and at once whoever asks then is told")
    func room() {
        #expect(unstored.whenRoom(tell("first")) == nil)
        unstored.add(9)
        #expect(unstored.hasRoom && words == ["first"])
        unstored.add(0)
        #expect(!unstored.hasRoom, "two events")
        #expect(unstored.whenRoom(tell("second")) != unstored.whenRoom(tell("third")))
        #expect(words == ["first"])
        unstored.remove(0)
        #expect(unstored.hasRoom && words == ["first", "second", "third"])
        unstored.add(1)
        unstored.remove(9)
        unstored.add(9)
        #expect(!unstored.hasRoom, "ten bytes")
        unstored.remove(1)
        #expect(words.count == 3, "nobody is told twice")
    }

    @Test("Who waits no more is forgotten, and nobody else is")
    func forgotten() throws {
        for _ in 1...2 { unstored.add(0) }
        let ticket = try #require(unstored.whenRoom(tell("gone")))
        #expect(unstored.whenRoom(tell("stays")) != nil)
        unstored.forget(ticket)
        unstored.whenNothing(tell("nothing"))
        unstored.remove(0)
        #expect(words == ["stays"])
        unstored.forgetAll()
        unstored.remove(0)
        #expect(words == ["stays"])
    }

    @Test("Where nothing is left there is room, even if nothing may be kept", arguments: [(0, 10), (2, 0), (0, 0)])
    func none(events: Int, bytes: Int) {
        let unstored = Unstored(maximumEvents: events, maximumBytes: bytes)
        #expect(unstored.hasRoom)
        unstored.add(1)
        #expect(!unstored.hasRoom)
        unstored.remove(1)
        #expect(unstored.hasRoom)
    }

    @Test("That nothing is left is another matter than room")
    func nothing() {
        unstored.whenNothing(tell("none"))
        for _ in 1...3 { unstored.add(0) }
        unstored.whenNothing(tell("nothing"))
        #expect(unstored.whenRoom(tell("room")) != nil)
        unstored.remove(0)
        #expect(words == ["none"])
        unstored.remove(0)
        #expect(words == ["none", "room"])
        unstored.remove(0)
        #expect(words == ["none", "room", "nothing"])
    }
}
