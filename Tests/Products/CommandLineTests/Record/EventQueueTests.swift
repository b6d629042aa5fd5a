import Exchanges
import Foundation
import Proxy
import ProxyProtocol
import Testing

@testable import kinescope

@Suite struct EventQueueTests {
    let queue = EventQueue()

    private func add(_ number: Int, _ stored: @escaping @Sendable () -> Void = {}) {
        queue.add(EventQueue.Entry(event: Sample.ended(number), stored: stored))
    }

    private static func numbers(_ batch: [EventQueue.Entry]) -> [Int] {
        batch.compactMap { if case .ended(let number, _) = $0.event { number } else { nil } }
    }

    @Test("Events come out in the order they came in, as many at once as a batch has")
    func order() {
        for number in 1...EventQueue.batchEntries + 3 { add(number) }
        #expect(queue.next().map(Self.numbers) == Array(1...EventQueue.batchEntries))
        add(1_000)
        let rest = (1...3).map { EventQueue.batchEntries + $0 }
        #expect(queue.next().map(Self.numbers) == rest + [1_000])
    }

    @Test("A closed queue still hands on what it holds, then says it is over; nobody waits for what comes after")
    func closing() {
        add(1)
        queue.close()
        let wasTold = Flag()
        add(2) { wasTold.set() }
        #expect(wasTold.isSet)
        #expect(queue.next().map(Self.numbers) == [1])
        #expect(queue.next() == nil)
    }

    @Test("Nobody waits to bring an event, however many are here, and nothing is lost")
    func neverWaits() {
        let count = 2 * RecorderLimits().unstoredEvents
        // The one thread that there is would stand still for good.
        for number in 1...count { add(number) }
        var seen: [Int] = []
        while seen.count < count, let batch = queue.next() {
            #expect(batch.count <= EventQueue.batchEntries)
            seen += Self.numbers(batch)
        }
        #expect(seen == Array(1...count))
    }

    @Test("What is left out does not count for a batch, since there is nothing to store")
    func skipped() {
        let skipped = SkippedExchange(
            method: "GET",
            origin: Origin(isSecure: true, host: "cdn.example"),
            reason: .filter
        )
        for number in 1...EventQueue.batchEntries + 1 {
            for _ in 1...3 { queue.sink(.skipped(skipped)) {} }
            add(number)
        }
        #expect(queue.next()?.count == 4 * EventQueue.batchEntries + 3)
        #expect(queue.next().map(Self.numbers) == [EventQueue.batchEntries + 1])
    }

    @Test("The bodies of an exchange count, nothing else does")
    func weight() {
        #expect(Sample.ended(1, body: "12345").bodyBytes == 5)
        #expect(RecorderEvent.userActions([]).bodyBytes == 0)
    }

    @Test("A sink is a way in")
    func sink() {
        queue.sink(Sample.ended(7)) {}
        #expect(queue.next().map(Self.numbers) == [7])
    }
}
