public import Exchanges
public import Replay

/// What a page is made from: a recording, and what is known of it beyond that.
public struct PageSource: Sendable {
    /// What was recorded.
    public var recording: Recording
    /// What it is called: the name of its file, without directories.
    public var name: String
    /// What commands take for it: the path as it was named.
    public var path: String
    /// The device that lives and states are about; nil for the one with most calls.
    public var device: String?
    /// The replay of it; nil where it cannot be replayed, or was not.
    public var replay: ReplayResult?
    /// What the simulated service would do after it; nil if it was not tried.
    public var outlook: PageOutlook?
    /// What happened after a fork of it, or in a scenario; nil without either.
    public var run: PageRun?
    /// The steps of ``run``, as `--then` has them.
    public var steps: String?
    /// Where ``run`` leaves the recording, as `--fork-at` has it; nil for its end.
    public var forkPoint: String?

    /// True if there is no recording behind it.
    private(set) var isScenario = false

    /// A source of these parts; more is set afterwards.
    public init(_ recording: Recording, name: String, path: String? = nil) {
        self.recording = recording
        self.name = name
        self.path = path ?? name
    }

    /// A source of a scenario.
    public init(_ run: PageRun, name: String, path: String? = nil) {
        self.init(Recording(), name: name, path: path)
        self.run = run
        isScenario = true
    }
}

/// Everything that a page shows: one recording, or two above each other with what differs.
///
/// It is a function of its sources, to the byte, in every process.
public struct PageContent: Sendable {
    /// The recordings, first to last.
    private(set) var recordings: [PageRecording]
    /// What differs between two of them.
    private(set) var differences: [RecordingDifference] = []
    /// The version of Kinescope that made it.
    public let version: String
    /// The texts that several places share.
    private(set) var texts: PageTexts

    /// The content of a page about `sources`, one or two.
    ///
    /// - Parameters:
    ///   - sources: the recordings.
    ///   - comparison: what differs between the first two; nil if they were not compared.
    ///   - version: the version of Kinescope.
    public init(_ sources: [PageSource], comparison: RecordingComparison? = nil, version: String) {
        var texts = PageTexts(exchangeCount: sources.reduce(0) { $0 + $1.recording.exchanges.count })
        recordings = sources.map { PageRecording($0, &texts) }
        self.texts = texts
        self.version = version
        differences = comparison?.differences ?? []
    }

    /// The same with less of long bodies, so that about so many bytes are saved.
    func shortened(by bytes: Int) -> PageContent {
        var content = self
        content.texts.shorten(by: bytes)
        return content
    }
}
