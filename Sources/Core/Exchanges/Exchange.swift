public import Documents
public import VirtualTime

/// One HTTP request with its response or error, as it came: nothing is normalized, malformed parts are kept.
public struct Exchange: Hashable, Sendable {
    /// Its place among the exchanges of a recording, from 1.
    ///
    /// It fixes their order.
    public var ordinal: Int
    /// The instant at which the request was started, wall time, to the microsecond.
    public var startedAt: Instant
    /// From the start of the request to the end of the answer, in whole microseconds.
    public var durationMicroseconds: Int64
    public var request: HTTPRequest
    public var outcome: Outcome
    /// The content of its HAR entry beside ``recorderNotes``, as it was read.
    var otherExtras: JSONObject?
    /// The notes of its recorder; nil where there are none, or none as our recorder writes them.
    private var noted: Noted?

    /// Notes, apart from the exchange: most have none.
    private indirect enum Noted: Hashable, Sendable { case by(RecorderNotes) }

    /// The outcomes of a request.
    public enum Outcome: Hashable, Sendable {
        /// An answer.
        case response(HTTPResponse)
        /// None: why.
        case failure(String)

        /// Checks whether both are the same to the byte.
        public static func == (one: Outcome, other: Outcome) -> Bool {
            switch (one, other) {
            case (.response(let one), .response(let other)): one == other
            case (.failure(let one), .failure(let other)): ExactText(one) == other
            case (.response, .failure), (.failure, .response): false
            }
        }

        /// Feeds the answer, or the bytes of why there is none.
        public func hash(into hasher: inout Hasher) {
            switch self {
            case .response(let response): hasher.combine(response)
            case .failure(let reason): hasher.combine(ExactText(reason))
            }
        }
    }

    /// The answer, if there was one.
    public var response: HTTPResponse? { if case .response(let response) = outcome { response } else { nil } }

    /// The instant at which the response had arrived.
    public var endedAt: Instant { startedAt + .microseconds(durationMicroseconds) }

    /// The notes of its recorder, as values.
    ///
    /// Nil where no recorder of ours noted anything; ``notes`` reads what another tool's HAR has to say.
    public var recorderNotes: RecorderNotes? {
        get { if case .by(let notes)? = noted { notes } else { nil } }
        set {
            noted = newValue.map(Noted.by)
            // What is said twice in an entry could not be read again.
            if let newValue, let otherExtras {
                self.otherExtras = newValue.removed(from: otherExtras, durationMicroseconds: durationMicroseconds)
            }
        }
    }

    /// An exchange with these parts.
    ///
    /// - Parameters:
    ///   - ordinal: its place in the recording, from 1.
    ///   - startedAt: when the request was started.
    ///   - durationMicroseconds: how long it took.
    ///   - request: what was asked.
    ///   - outcome: what came of it.
    ///   - harExtras: what its HAR entry holds besides, for an export that loses nothing; nil for nothing.
    public init(
        ordinal: Int,
        startedAt: Instant,
        durationMicroseconds: Int64,
        request: HTTPRequest,
        outcome: Outcome,
        harExtras: JSONObject? = nil
    ) {
        self.ordinal = ordinal
        self.startedAt = startedAt
        self.durationMicroseconds = durationMicroseconds
        self.request = request
        self.outcome = outcome
        self.harExtras = harExtras
    }

    /// Checks whether both are the same, however their notes are kept.
    public static func == (one: Exchange, other: Exchange) -> Bool {
        one.ordinal == other.ordinal && one.startedAt == other.startedAt
            && one.durationMicroseconds == other.durationMicroseconds && one.request == other.request
            && one.outcome == other.outcome && hasSameExtras(one, other)
    }

    /// To the byte, which notes as values are not compared by.
    private static func hasSameExtras(_ one: Exchange, _ other: Exchange) -> Bool {
        one.noted == nil && other.noted == nil ? one.otherExtras == other.otherExtras : one.harExtras == other.harExtras
    }

    /// Feeds what tells most exchanges apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ordinal)
        hasher.combine(startedAt)
        hasher.combine(durationMicroseconds)
        hasher.combine(request)
        hasher.combine(outcome)
    }
}
