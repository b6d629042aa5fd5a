import Foundation

/// What goes when the program is interrupted: the unfinished file beside the target, which nobody would look for.
enum Interruption {
    /// Sees to it that an interruption is noticed, before there is a file to remove.
    static func prepare() { _ = watch }

    /// Removes the file at `path`, if it is still there, when the program is interrupted or told to end.
    static func removes(_ path: String) { watch.add(path) }

    private static let watch = Watch()

    /// Removes files on a queue of its own.
    ///
    /// A signal handler could not: it runs in the midst of whatever its thread does, and the first lock that it needs, be it
    /// that of `malloc` or of Swift's runtime, may be held by that very thread.
    private final class Watch: @unchecked Sendable {
        private let lock = NSLock()
        private var paths: [String] = []
        private let sources: [any DispatchSourceSignal]

        init() {
            let queue = DispatchQueue(label: "kinescope.interruption")
            let numbers = [SIGINT, SIGTERM]
            sources = numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: queue) }
            let registered = DispatchGroup()
            for (number, source) in zip(numbers, sources) {
                // What is not ignored would end the program before the source sees it.
                signal(number, SIG_IGN)
                source.setEventHandler { [unowned self] in
                    for path in lock.withLock({ paths }) { unsafe unlink(path) }
                    Self.end(by: number)
                }
                registered.enter()
                source.setRegistrationHandler { registered.leave() }
                source.resume()
            }
            // Until then a signal is lost.
            _ = registered.wait(timeout: .now() + 1)
        }

        func add(_ path: String) { lock.withLock { paths.append(path) } }

        /// Ends the program as the signal would have; this thread blocks it, as those of Dispatch do.
        private static func end(by number: Int32) {
            signal(number, SIG_DFL)
            var signals = sigset_t()
            unsafe sigemptyset(&signals)
            unsafe sigaddset(&signals, number)
            unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            raise(number)
        }
    }
}
