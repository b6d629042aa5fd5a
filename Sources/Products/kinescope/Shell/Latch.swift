/// Opens once, and for good; one task waits for it.
struct Latch: Sendable {
    private let stream: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    /// One that is closed.
    init() { (stream, end) = AsyncStream.makeStream() }

    /// Opens it, if it is not open already.
    func open() { end.finish() }

    /// Waits until it is open.
    func wait() async { for await _ in stream {} }

    /// Waits until it is open, and opens it itself when the time is over.
    func wait(atMost limit: Duration) async {
        let timer = Task {
            try await Task.sleep(for: limit)
            open()
        }
        await wait()
        timer.cancel()
    }
}
