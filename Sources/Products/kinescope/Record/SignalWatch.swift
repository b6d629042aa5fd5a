import Foundation

/// Turns signals that ask the program to end into a call; the second one ends it at once.
final class SignalWatch {
    private let sources: [any DispatchSourceSignal]

    /// What asks the program to end: Ctrl-C, `kill`, a terminal that is closed.
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    /// Calls `onFirst`, on some thread, when the first such signal comes, and `onSecond` before the second ends the program.
    ///
    /// A reader of standard output that goes away is no reason to end either: writing fails then.
    init(onFirst: @escaping @Sendable () -> Void, onSecond: @escaping @Sendable () -> Void = {}) {
        signal(SIGPIPE, SIG_IGN)
        // A file that reaches the process's limit is a full disk, not an end.
        signal(SIGXFSZ, SIG_IGN)
        let queue = DispatchQueue(label: "kinescope.signals")
        let count = Count()
        sources = Self.numbers.map { number in
            // What is not ignored would end the program before the source sees it.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                count.value += 1
                guard count.value > 1 else { return onFirst() }
                onSecond()
                signal(number, SIG_DFL)
                kill(getpid(), number)
            }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// Used on one queue only.
    private final class Count: @unchecked Sendable {
        var value = 0
    }
}
