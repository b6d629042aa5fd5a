import Exchanges
import Foundation
import Recorder
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

    @Test("Who brings more than there is room for waits until there is, and nothing is lost")
    func backPressure() {
        for number in 1...EventQueue.maximumEntries { add(number) }
        let isIn = DispatchSemaphore(value: 0)
        let bringer = Thread { [self] in
            add(EventQueue.maximumEntries + 1)
            isIn.signal()
        }
        bringer.start()
        #expect(isIn.wait(timeout: .now() + 0.05) == .timedOut)
        var seen: [Int] = []
        while seen.count < EventQueue.maximumEntries + 1, let batch = queue.next() { seen += Self.numbers(batch) }
        #expect(isIn.wait(timeout: .now() + 30) == .success)
        #expect(seen == Array(1...EventQueue.maximumEntries + 1))
    }

    @Test("The bodies of an exchange count, nothing else does")
    func weight() {
        #expect(Sample.ended(1, body: "12345").bodyBytes == 5)
        #expect(RecorderEvent.stimuli([]).bodyBytes == 0)
    }

    @Test("A sink is a way in")
    func sink() {
        queue.sink(Sample.ended(7)) {}
        #expect(queue.next().map(Self.numbers) == [7])
    }
}
