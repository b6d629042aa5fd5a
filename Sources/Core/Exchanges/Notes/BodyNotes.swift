/// The knowledge of a recorder about a body beside its bytes.
public struct BodyNotes: Hashable, Sendable {
    /// The reason that less is recorded than passed; nil if the body is whole.
    public var shortfall: BodyShortfall?
    /// The number of bytes that passed, before content decoding; nil unless there is a ``shortfall``.
    public var bytes: Int64?
    /// The pieces it came in, in order, before content decoding; empty if it came in one.
    public var pieces: [BodyPiece] = []
    /// The number of further chunks that came and are not noted one by one.
    public var omittedPieces = 0
    /// The trailer fields that followed it.
    public var trailers: HeaderFields = []

    /// Notes that say nothing.
    public init() {}

    /// Returns the reason that less is recorded than passed, for a person; nil if the body is whole.
    ///
    /// `recorded` is the body that is.
    public func explanation(of recorded: [UInt8]?) -> String? {
        let kept = ByteCount(recorded?.count ?? 0)
        let passed = ByteCount(bytes ?? 0)
        return switch shortfall {
        case nil: nil
        case .limit: "truncated: \(kept) of \(passed) recorded"
        case .memory: "truncated: \(kept) of \(passed) recorded, since too much passed at once"
        case .decodedLimit: "truncated: \(kept) of what \(passed) decode to recorded"
        case .truncated: "broken off after \(passed)"
        case .coding(let name) where recorded == nil:
            "omitted: \(passed) in the coding \(name), which cannot be undone"
        case .coding(let name): "as it came: \(kept) of \(passed) in the coding \(name), which cannot be undone"
        case .damaged: "damaged: \(kept) decoded of \(passed)"
        }
    }
}

/// A piece of a body, as it came off the wire: a chunk, a DATA frame, or what one read gave.
public struct BodyPiece: Hashable, Sendable {
    /// The time at which it came, in microseconds since the exchange's start.
    public var microseconds: Int64
    /// The number of bytes in it, before content decoding.
    public var bytes: Int

    /// A piece of so many bytes at that time.
    public init(microseconds: Int64, bytes: Int) {
        self.microseconds = microseconds
        self.bytes = bytes
    }
}

/// The reasons that less of a body is recorded than passed.
public enum BodyShortfall: Hashable, Sendable {
    /// It is longer than the recorder keeps: the beginning is recorded.
    case limit
    /// There was no room for more, since bodies of many exchanges were held at once: the beginning is recorded.
    case memory
    /// Decoded it is longer than the recorder keeps: the beginning is recorded.
    case decodedLimit
    /// It broke off: what came is recorded.
    case truncated
    /// Its content coding is one that the recorder cannot undo: nothing is recorded, since what cannot be read cannot be
    /// redacted; or what came, coded as it is, where secrets are kept.
    case coding(String)
    /// It is not what its content coding says: what could be decoded is recorded, if anything.
    case damaged
}
