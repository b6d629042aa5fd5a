import Foundation
import Report

/// Tells a person what happens, on a thread of its own: a terminal that stands still stops nothing.
///
/// Only so many lines wait; what comes when there are more is counted and not shown.
final class RecordingConsole: @unchecked Sendable {
    /// Lines that wait at most.
    static let maximumWaiting = 4_096

    private let terminal: Terminal
    private let text: LiveText
    private let condition = NSCondition()
    private var waiting: [RecordedEvent] = []
    private var notShown = 0
    private var isClosed = false
    private let hasFinished = Latch()

    /// A console that writes to `terminal`.
    init(terminal: Terminal, text: LiveText) {
        self.terminal = terminal
        self.text = text
        let thread = Thread { [self] in run() }
        thread.name = "kinescope.console"
        thread.start()
    }

    /// Shows the events as soon as the terminal takes them; never waits.
    func show(_ events: [RecordedEvent]) {
        condition.lock()
        defer { condition.unlock() }
        for event in events where text.shows(event) {
            if waiting.count < Self.maximumWaiting { waiting.append(event) } else { notShown += 1 }
        }
        condition.signal()
    }

    /// Shows what waits, and nothing afterwards; gives up when the terminal takes nothing for as long as `patience`.
    func finish(patience: Duration = .seconds(5)) async {
        condition.withLock {
            isClosed = true
            condition.signal()
        }
        await hasFinished.wait(atMost: patience)
    }

    private func run() {
        var canWrite = true
        while let (events, missing) = next() {
            guard canWrite else { continue }
            var lines = events.map(text.line).joined()
            if missing > 0 { lines += text.line(notShown: missing) }
            // Whoever reads may have gone away; recording goes on.
            canWrite = (try? terminal.write(lines)) != nil
        }
        hasFinished.open()
    }

    private func next() -> ([RecordedEvent], Int)? {
        condition.lock()
        defer { condition.unlock() }
        while waiting.isEmpty, notShown == 0, !isClosed { condition.wait() }
        guard !waiting.isEmpty || notShown > 0 else { return nil }
        defer {
            waiting = []
            notShown = 0
        }
        return (waiting, notShown)
    }
}
