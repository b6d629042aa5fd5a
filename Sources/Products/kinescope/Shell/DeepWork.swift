import Foundation

/// Work that walks through deep documents, on a thread of its own with a stack as deep as the main thread's.
///
/// It was measured there, and a task's thread may have a sixteenth of it; nor does it keep other tasks waiting so.
final class DeepWork<Value>: @unchecked Sendable {
    // Touched by the thread until the latch is open, and by the waiting task then.
    private let work: () throws -> Value
    private var result: Result<Value, any Error>?

    init(_ work: @escaping () throws -> Value) { self.work = work }

    /// Carries it out, and answers what comes of it.
    func value() async throws -> Value {
        let isDone = Latch()
        let thread = Thread { [self] in
            result = Result { try work() }
            isDone.open()
        }
        thread.stackSize = Thread.deepStack
        thread.start()
        await isDone.wait()
        guard let result else { throw CancellationError() }
        return try result.get()
    }
}

extension Thread {
    /// As the main thread's, in bytes.
    static var deepStack: Int { 8 << 20 }
}
