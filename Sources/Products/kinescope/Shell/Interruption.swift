import Foundation

/// What goes when the program is interrupted: the unfinished file beside the target, which nobody would look for.
enum Interruption {
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
            sources = [SIGINT, SIGTERM].map { number in
                // What is not ignored would end the program before the source sees it.
                signal(number, SIG_IGN)
                return DispatchSource.makeSignalSource(signal: number, queue: queue)
            }
            for (number, source) in zip([SIGINT, SIGTERM], sources) {
                source.setEventHandler { [unowned self] in
                    for path in lock.withLock({ paths }) { unsafe unlink(path) }
                    signal(number, SIG_DFL)
                    kill(getpid(), number)
                }
                source.resume()
            }
        }

        func add(_ path: String) { lock.withLock { paths.append(path) } }
    }
}
