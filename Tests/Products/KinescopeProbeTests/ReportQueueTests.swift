import Testing

@testable import KinescopeProbe

/// The queue of lines to be sent never grows, never waits for ever, and keeps its order.
@Suite struct ReportQueueTests {
    static let start = ContinuousClock.now

    static func line(_ text: String, to path: String = "stimuli", at second: Int = 0) -> ReportQueue.Line {
        ReportQueue.Line(path: path, text: text, reportedAt: start + .seconds(second))
    }

    static func queue(_ texts: [String], _ change: (inout ReporterLimits) -> Void = { _ in }) -> ReportQueue {
        var limits = ReporterLimits()
        change(&limits)
        var queue = ReportQueue(limits: limits)
        for text in texts { queue.append(line(text)) }
        return queue
    }

    @Test("Lines go out in their order, those to one path together")
    func order() {
        var queue = Self.queue(["a", "b"])
        queue.append(Self.line("c", to: "account-responses"))
        queue.append(Self.line("d"))
        #expect(queue.next(now: Self.start).map(\.text) == ["a", "b"])
        #expect(queue.next(now: Self.start).map(\.text) == ["c"])
        #expect(queue.next(now: Self.start).map(\.text) == ["d"])
        #expect(queue.next(now: Self.start).isEmpty)
    }

    @Test("A request holds no more lines than the limit")
    func batch() {
        var queue = Self.queue(["a", "b", "c"]) { $0.linesPerRequest = 2 }
        #expect(queue.next(now: Self.start).map(\.text) == ["a", "b"])
        #expect(queue.next(now: Self.start).map(\.text) == ["c"])
    }

    @Test("Limits below nothing do not end the app")
    func negative() {
        var queue = Self.queue(["a", "b"]) {
            $0.lines = -1
            $0.bytes = -1
        }
        #expect(queue.next(now: Self.start).isEmpty)
        #expect(queue.counts.dropped == 2)
        var other = Self.queue(["a", "b"]) {
            $0.linesPerRequest = .min
            $0.firstPause = .seconds(-1)
            $0.longestPause = .seconds(-1)
        }
        let batch = other.next(now: Self.start)
        #expect(batch.map(\.text) == ["a"])
        #expect(other.ended(batch, .failed) == .zero)
    }

    @Test("Where there are too many lines the oldest go, and are counted")
    func tooMany() {
        let full = Self.queue(["a", "b"]) { $0.lines = 2 }
        #expect(full.counts.dropped == 0)
        var queue = Self.queue(["a", "b", "c"]) { $0.lines = 2 }
        #expect(queue.counts.dropped == 1)
        #expect(queue.next(now: Self.start).map(\.text) == ["b", "c"])
    }

    @Test("Where there are too many bytes the oldest go; a line that is too long is not kept")
    func tooLong() {
        let full = Self.queue(["aaaa", "bb"]) { $0.bytes = 6 }
        #expect(full.lines.count == 2)
        var queue = Self.queue(["aaaa", "bb", "c"]) { $0.bytes = 6 }
        #expect(queue.lines.map(\.text) == ["bb", "c"])
        queue.append(Self.line("ddddddd"))
        #expect(queue.lines.map(\.text) == ["bb", "c"])
        #expect(queue.counts.dropped == 2)
        queue.append(Self.line("dddddd"))
        #expect(queue.lines.map(\.text) == ["dddddd"])
        #expect(queue.counts.dropped == 4)
    }

    @Test("A line waits as long as the limit says, then it is given up")
    func patience() {
        var queue = Self.queue([]) { $0.patience = .seconds(30) }
        queue.append(Self.line("a", at: 0))
        queue.append(Self.line("b", at: 1))
        #expect(queue.next(now: Self.start + .seconds(31)).map(\.text) == ["b"])
        #expect(queue.counts.dropped == 1)
    }

    @Test("What failed goes to the front again, within the limits; pauses double up to a limit")
    func failure() {
        var queue = Self.queue(["a", "b"]) {
            ($0.lines, $0.firstPause, $0.longestPause) = (3, .seconds(1), .seconds(5))
        }
        var pauses: [Duration?] = []
        for _ in 0..<5 {
            let batch = queue.next(now: Self.start)
            pauses.append(queue.ended(batch, .failed))
        }
        #expect(pauses == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
        #expect(queue.lines.map(\.text) == ["a", "b"])
        let batch = queue.next(now: Self.start)
        for text in ["c", "d"] { queue.append(Self.line(text)) }
        _ = queue.ended(batch, .failed)
        #expect(queue.lines.map(\.text) == ["b", "c", "d"])
        #expect(
            queue.counts
                == {
                    var counts = ReporterCounts(); counts.dropped = 1; return counts
                }()
        )
    }

    @Test("A pause stays a pause after any number of failures")
    func manyFailures() {
        var queue = Self.queue(["a"])
        for _ in 0..<200 {
            let batch = queue.next(now: Self.start)
            #expect((queue.ended(batch, .failed) ?? .zero) > .zero)
        }
    }

    @Test("What was taken or refused is not sent again, and the next failure is a first one")
    func taken() {
        var queue = Self.queue(["a", "b", "c"]) { $0.linesPerRequest = 1 }
        let first = queue.next(now: Self.start)
        _ = queue.ended(first, .failed)
        let again = queue.next(now: Self.start)
        #expect(again == first)
        #expect(queue.ended(again, .taken) == nil)
        let second = queue.next(now: Self.start)
        #expect(queue.ended(second, .refused) == nil)
        let third = queue.next(now: Self.start)
        #expect(queue.ended(third, .failed) == ReporterLimits().firstPause)
        #expect(queue.counts.sent == 1)
        #expect(queue.counts.refused == 1)
        #expect(queue.counts.lost == 1)
    }
}
