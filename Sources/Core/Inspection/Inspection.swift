import Documents
public import Tokens
public import VirtualTime

/// What some bytes are, what they hold, from when until when they are valid, and what is wrong with them.
///
/// Nothing in it is verified: no key is known, so no signature is checked.
public struct Inspection: Hashable, Sendable {
    /// The encodings that were decoded, outermost first.
    public internal(set) var layers: [TransportLayer] = []
    /// What the innermost content is.
    public internal(set) var kind: InspectedKind = .unknown
    /// What it holds, in its own order.
    public internal(set) var fields: [InspectedField] = []
    /// From when until when it says it is valid.
    public internal(set) var validity = Validity()
    /// What is odd about it.
    public internal(set) var diagnostics: [Diagnostic] = []
    /// Why it could not be read, or may not be; nil if it could.
    public internal(set) var refusal: Diagnostic?
    /// Things inside it that were inspected in turn, such as a token in an answer.
    public internal(set) var parts: [InspectedPart] = []
    /// How many fields were looked into while it is made, whatever was in them; none in the end.
    var looks = 0
    /// The instant that validity was evaluated at.
    public let instant: Instant

    /// What `bytes` are, evaluated at `instant`.
    ///
    /// It never fails: what cannot be read is ``Verdict/malformed`` or ``Verdict/rejected``, and says why.
    public init(of bytes: [UInt8], at instant: Instant, limits: InspectionLimits = .default) {
        self = Inspector(instant: instant, limits: limits).inspect(bytes, depth: 1)
    }

    init(at instant: Instant) { self.instant = instant }

    /// The verdict on it in one word, from good to bad; none says that anything was verified.
    public enum Verdict: String, Hashable, Comparable, Sendable, CaseIterable {
        /// Read, inside its times or without any, and nothing suspicious.
        case ok
        /// Read, and its times have not begun.
        case notYetValid
        /// Read, and its times are over.
        case expired
        /// Read, and there is reason to distrust it.
        case suspicious
        /// Not readable as what it is meant to be.
        case malformed
        /// Readable, and refused: it can be read in more than one way, is beyond a limit, or is no response to rely on.
        case rejected

        /// Whether `lhs` is the better one.
        public static func < (lhs: Verdict, rhs: Verdict) -> Bool { lhs.rank < rhs.rank }

        private var rank: Int {
            switch self {
            case .ok: 0
            case .notYetValid: 1
            case .expired: 2
            case .suspicious: 3
            case .malformed: 4
            case .rejected: 5
            }
        }
    }

    /// The worst that is to be said of it and of everything inside it; what it holds cannot make it worse than
    /// suspicious.
    public var verdict: Verdict {
        if let refusal { return Self.malformations.contains(exactly: refusal.name) ? .malformed : .rejected }
        var worst: Verdict =
            switch validity.state(at: instant) {
            case .notYet: .notYetValid
            case .valid: .ok
            case .expired: .expired
            }
        if diagnostics.contains(where: { $0.weight == .suspicious }) { worst = .suspicious }
        for part in parts { worst = max(worst, min(part.inspection.verdict, .suspicious)) }
        return worst
    }

    /// The refusals of what cannot be read, by name; all others are of what was read.
    private static let malformations = [
        "bad-base64", "bad-date", "bad-encoding", "bad-jwt", "bad-namespace", "bad-percent-encoding",
        "bad-signature-base64", "bad-ttl", "empty", "empty-signature", "malformed-id", "malformed-signature",
        "missing-part", "no-signature-wrapper", "not-text", "not-well-formed", "nul-byte", "signature-tags",
        "trailing-bytes", "unrecognised",
    ]
}

/// A name and a value that something holds, as text.
public struct InspectedField: Hashable, Sendable {
    /// What it is called where it stands, with a path where it stands deeper: `info.deviceId`.
    public var name: String
    /// The value as it stands.
    public var value: String
    /// What it means, where that is not plain: the instant of a number, the text of Base64.
    public var meaning: String?

    init(_ name: String, _ value: String, meaning: String? = nil) {
        self.name = name
        self.value = value
        self.meaning = meaning
    }
}

/// Something inside something else.
public struct InspectedPart: Hashable, Sendable {
    /// The field that holds it.
    public var name: String
    /// What it is.
    public var inspection: Inspection
}
