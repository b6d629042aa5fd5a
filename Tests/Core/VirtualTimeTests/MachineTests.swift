import Testing
import VirtualTime

@Suite struct MachineTests {
    /// Rings again a second after it was told to stop ringing.
    private struct Alarm: Machine, Hashable {
        enum Input: Hashable { case rang, stopped }
        enum Effect: Hashable { case ring(at: Instant) }
        private var count = 0

        mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
            count += 1
            return input == .stopped ? [.ring(at: now + .seconds(1))] : []
        }
    }

    @Test("A copy of a machine answers as the machine does, and neither knows of the other")
    func copies() {
        var alarm = Alarm()
        _ = alarm.handle(.rang, at: Instant(secondsSince1970: 0))
        var copy = alarm
        let effects = alarm.handle(.stopped, at: Instant(secondsSince1970: 1))
        #expect(alarm != copy)
        #expect(copy.handle(.stopped, at: Instant(secondsSince1970: 1)) == effects)
        #expect(alarm == copy)
    }
}
