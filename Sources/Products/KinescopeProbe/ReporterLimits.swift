/// The limits of a reporter, so that an app is none the worse for it.
public struct ReporterLimits: Hashable, Sendable {
    /// Lines that wait; the oldest goes when there are more.
    ///
    /// Default: 1,000.
    public var lines = 1_000
    /// Bytes of the lines that wait; a line that is longer is not kept at all.
    ///
    /// Default: 4 MiB.
    public var bytes = 4 * 1024 * 1024
    /// Lines in one request.
    ///
    /// Default: 100.
    public var linesPerRequest = 100
    /// The longest time that a line waits for a recorder.
    ///
    /// Default: 30 seconds.
    public var patience = Duration.seconds(30)
    /// The time without attempts after a first failure; it doubles with each further one.
    ///
    /// Default: 1 second.
    public var firstPause = Duration.seconds(1)
    /// The longest time without attempts.
    ///
    /// Default: 1 minute.
    public var longestPause = Duration.seconds(60)

    /// The documented defaults.
    public init() {}
}
