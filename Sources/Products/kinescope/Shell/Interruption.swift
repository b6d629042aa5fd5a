import Foundation

/// What goes when the program is interrupted: the unfinished file beside the target, which nobody would look for.
enum Interruption {
    /// Removes the file at `path`, if it is still there, when the program is interrupted or told to end.
    static func removes(_ path: String) {
        guard let place = (0..<capacity).first(where: { unsafe paths[$0] == nil }) else { return }
        unsafe paths[place] = unsafe strdup(path)
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                Interruption.removeAll()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    private static let capacity = 4

    /// C strings in a fixed place, never freed: a signal handler can do little more than `unlink`.
    private nonisolated(unsafe) static let paths: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
        let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
        unsafe paths.initialize(repeating: nil, count: capacity)
        return unsafe paths
    }()

    private static func removeAll() {
        for place in 0..<capacity {
            if let path = unsafe paths[place] { unsafe unlink(path) }
        }
    }
}
