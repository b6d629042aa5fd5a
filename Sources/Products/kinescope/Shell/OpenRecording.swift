import Exchanges
import PassAPI
import RecordingStore
import Report
import SubscriberAccount

/// A recording that a command reads: a `.kinescope` file, row by row, or a HAR file with the VSA log beside it, read whole.
enum OpenRecording {
    case file(RecordingFile)
    case har(RecordingInput)

    /// Opens the recording at `path`.
    ///
    /// - Throws: ``CommandFailure`` or `RecordingStoreError` if it cannot be read.
    init(_ path: String) throws {
        self = VSALogBeside.isHAR(path) ? .har(try RecordingInput(path)) : .file(try RecordingFile.opening(path))
    }

    /// The path, as it was named.
    var path: String {
        switch self {
        case .file(let file): file.path
        case .har(let input): input.path
        }
    }

    /// What is said of the recording as a whole.
    var information: RecordingInformation {
        switch self {
        case .file(let file): file.information
        case .har(let input): input.recording.information
        }
    }

    /// Whether its writer finished it; nothing is known to be missing in a HAR file.
    var isFinished: Bool {
        switch self {
        case .file(let file): file.isFinished
        case .har: true
        }
    }

    /// Whether its recorder was killed.
    var isInterrupted: Bool {
        switch self {
        case .file(let file): file.isInterrupted
        case .har: false
        }
    }

    /// How many exchanges there are.
    var exchangeCount: Int {
        switch self {
        case .file(let file): file.exchangeCount
        case .har(let input): input.recording.exchanges.count
        }
    }

    /// The highest ordinal of an exchange; 0 without any.
    var lastExchange: Int {
        switch self {
        case .file(let file): file.lastExchange
        case .har(let input): input.recording.exchanges.last?.ordinal ?? 0
        }
    }

    /// How many VSA calls there are.
    var vsaCallCount: Int {
        switch self {
        case .file(let file): file.vsaCallCount
        case .har(let input): input.recording.vsaCalls.count
        }
    }

    /// How many user actions there are.
    var userActionCount: Int {
        switch self {
        case .file(let file): file.userActionCount
        case .har(let input): input.recording.userActions.count
        }
    }

    /// The VSA calls, in order.
    ///
    /// - Throws: `RecordingStoreError` if the file is damaged.
    func vsaCalls() throws -> [VSACall] {
        switch self {
        case .file(let file): try file.vsaCalls()
        case .har(let input): input.recording.vsaCalls
        }
    }

    /// The user actions, in order.
    ///
    /// - Throws: `RecordingStoreError` if the file is damaged.
    func userActions() throws -> [UserAction] {
        switch self {
        case .file(let file): try file.userActions()
        case .har(let input): input.recording.userActions
        }
    }

    /// A line's worth of each exchange, in order.
    ///
    /// - Throws: `RecordingStoreError` if the file is damaged.
    func briefs() throws -> [ExchangeBrief] {
        switch self {
        case .file(let file): try file.summaries().map(ExchangeBrief.init(summary:))
        case .har(let input):
            zip(input.recording.exchanges, Self.kinds(of: input)).map { exchange, kind in
                ExchangeBrief(of: exchange, name: kind.label, operation: kind.operation?.rawValue, kind: kind.code)
            }
        }
    }

    /// The exchange with this ordinal, and what it is about, by all that came before it; nil if there is none.
    ///
    /// - Throws: `RecordingStoreError` if the file is damaged.
    func exchange(ordinal: Int) throws -> (Exchange, ExchangeKind)? {
        switch self {
        case .file(let file):
            guard let exchange = try file.exchange(ordinal: ordinal) else { return nil }
            // The name it got when all before it were known: a login page may be told by what led to it.
            let stored = try file.operation(of: ordinal)
            let request = exchange.request
            let kind = stored.flatMap { ExchangeKind(code: $0, method: request.method, url: request.url) }
            return (exchange, kind ?? ExchangeKind(of: exchange))
        case .har(let input):
            return zip(input.recording.exchanges, Self.kinds(of: input)).first { $0.0.ordinal == ordinal }
        }
    }

    /// Hands over each exchange, in order.
    ///
    /// - Throws: what `body` throws, and `RecordingStoreError` if the file is damaged.
    func forEachExchange(_ body: (Exchange) throws -> Void) throws {
        switch self {
        case .file(let file): try file.forEachExchange { try body($0) }
        case .har(let input): try input.recording.exchanges.forEach(body)
        }
    }

    /// Hands over the exchanges with these ordinals, which ascend; no other is read from a file.
    ///
    /// - Throws: what `body` throws, and `RecordingStoreError` if the file is damaged.
    func forEachExchange(with ordinals: [Int], _ body: (Exchange) throws -> Void) throws {
        switch self {
        case .file(let file):
            for range in OrdinalRanges(ordinals).ranges { try file.forEachExchange(in: range) { try body($0) } }
        case .har(let input):
            let wanted = Set(ordinals)
            try input.recording.exchanges.lazy.filter { wanted.contains($0.ordinal) }.forEach(body)
        }
    }

    private static func kinds(of input: RecordingInput) -> [ExchangeKind] {
        var classifier = ExchangeClassifier()
        return input.recording.exchanges.map { classifier.kind(of: $0) }
    }
}
