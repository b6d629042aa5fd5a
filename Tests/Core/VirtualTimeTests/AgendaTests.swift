import Testing
import VirtualTime

@Suite struct AgendaTests {
    static func instant(_ second: Int64) -> Instant { Instant(secondsSince1970: second) }

    static func drain<Entry>(_ agenda: Agenda<Entry>) -> [Entry] {
        var agenda = agenda
        var entries: [Entry] = []
        while let next = agenda.popNext() { entries.append(next.entry) }
        return entries
    }

    @Test("Entries come by instant, and at one instant in the order of scheduling")
    func order() {
        var agenda = Agenda<String>()
        for (entry, second) in [("c", 2), ("a", 1), ("d", 2), ("b", 1), ("e", 2)] as [(String, Int64)] {
            agenda.schedule(entry, at: Self.instant(second))
        }
        #expect(agenda.count == 5)
        #expect(agenda.nextInstant == Self.instant(1))
        #expect(Self.drain(agenda) == ["a", "b", "c", "d", "e"])
    }

    @Test("An entry scheduled while its instant is being worked off comes last there")
    func meanwhile() {
        var agenda = Agenda<String>()
        agenda.schedule("a", at: Self.instant(1))
        agenda.schedule("b", at: Self.instant(1))
        #expect(agenda.popNext()?.entry == "a")
        agenda.schedule("c", at: Self.instant(1))
        #expect(Self.drain(agenda) == ["b", "c"])
    }

    @Test("A cancelled entry never comes, and a late cancellation hits nobody")
    func cancel() {
        var agenda = Agenda<Int>()
        let first = agenda.schedule(1, at: Self.instant(1))
        let second = agenda.schedule(2, at: Self.instant(2))
        agenda.cancel(second)
        agenda.cancel(second)
        #expect(agenda.count == 1)
        #expect(agenda.popNext()?.entry == 1)
        agenda.cancel(first)
        agenda.schedule(3, at: Self.instant(1))
        agenda.cancel(first)
        #expect(agenda.nextInstant == Self.instant(1))
        #expect(Self.drain(agenda) == [3])
        #expect(agenda.count == 1)
    }

    @Test("An agenda with nothing but cancelled entries is empty")
    func onlyCancelled() {
        var agenda = Agenda<Int>()
        let ticket = agenda.schedule(1, at: Self.instant(1))
        agenda.cancel(ticket)
        #expect(agenda.isEmpty)
        #expect(agenda.nextInstant == nil)
        #expect(agenda.popNext() == nil)
    }

    @Test("A copy is a snapshot: what happens to one does not reach the other")
    func snapshot() {
        var agenda = Agenda<Int>()
        let ticket = agenda.schedule(1, at: Self.instant(1))
        agenda.schedule(2, at: Self.instant(2))
        let copy = agenda
        agenda.cancel(ticket)
        agenda.schedule(0, at: Self.instant(0))
        #expect(Self.drain(agenda) == [0, 2])
        #expect(Self.drain(copy) == [1, 2])
    }

    @Test("100,000 entries in random order, a third cancelled, come sorted")
    func many() {
        var generator = SeededGenerator(seed: 1)
        var agenda = Agenda<Int>()
        var expected: [(second: Int64, entry: Int)] = []
        for entry in 0..<100_000 {
            let second = Int64(generator.next() % 1_000)
            let ticket = agenda.schedule(entry, at: Self.instant(second))
            if entry.isMultiple(of: 3) { agenda.cancel(ticket) } else { expected.append((second, entry)) }
        }
        expected.sort { ($0.second, $0.entry) < ($1.second, $1.entry) }
        #expect(agenda.count == expected.count)
        #expect(Self.drain(agenda) == expected.map(\.entry))
    }

    @Test("Cancelling most entries keeps the rest in order")
    func mostCancelled() {
        var agenda = Agenda<Int>()
        let tickets = (0..<1_000).map { agenda.schedule($0, at: Self.instant(Int64(1_000 - $0))) }
        for (entry, ticket) in tickets.enumerated() where !entry.isMultiple(of: 100) { agenda.cancel(ticket) }
        #expect(Self.drain(agenda) == [900, 800, 700, 600, 500, 400, 300, 200, 100, 0])
    }
}
