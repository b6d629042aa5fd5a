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
        unstored.whenRoom(tell("first"))
        unstored.add(9)
        #expect(unstored.hasRoom && words == ["first"])
        unstored.add(0)
        #expect(!unstored.hasRoom, "two events")
        unstored.whenRoom(tell("second"))
        unstored.whenRoom(tell("third"))
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

    @Test("That nothing is left is another matter than room")
    func nothing() {
        unstored.whenNothing(tell("none"))
        for _ in 1...3 { unstored.add(0) }
        unstored.whenNothing(tell("nothing"))
        unstored.whenRoom(tell("room"))
        unstored.remove(0)
        #expect(words == ["none"])
        unstored.remove(0)
        #expect(words == ["none", "room"])
        unstored.remove(0)
        #expect(words == ["none", "room", "nothing"])
    }
}
