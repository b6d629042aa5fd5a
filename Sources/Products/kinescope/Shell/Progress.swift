/// A line on a terminal that tells how far a long task is; where nobody is looking, nothing is written.
struct Progress {
    private let terminal: Terminal
    private let isShown: Bool
    private var next: ContinuousClock.Instant
    private var isOnScreen = false

    /// Short tasks say nothing.
    private static let patience = Duration.milliseconds(500)
    private static let interval = Duration.milliseconds(100)

    init(terminal: Terminal = .error) {
        self.terminal = terminal
        isShown = terminal.isInteractive
        next = .now + Self.patience
    }

    /// Shows `text` if it is time to.
    mutating func show(_ text: @autoclosure () -> String) {
        guard isShown, ContinuousClock.now >= next else { return }
        try? terminal.write("\r\u{1B}[K" + text())
        next = .now + Self.interval
        isOnScreen = true
    }

    /// Takes the line away.
    mutating func clear() {
        guard isOnScreen else { return }
        try? terminal.write("\r\u{1B}[K")
        isOnScreen = false
    }
}
