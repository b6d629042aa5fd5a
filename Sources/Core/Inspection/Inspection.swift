import Documents
public import Tokens
public import VirtualTime

/// The result of looking into some bytes: what they are, what they hold, from when until when they are valid, and what
/// is wrong with them.
///
/// Nothing in it is verified: no key is known, so no signature is checked.
public struct Inspection: Hashable, Sendable {
    /// The encodings that were decoded, outermost first.
    public internal(set) var layers: [TransportLayer] = []
    /// The kind of the innermost content.
    public internal(set) var kind: InspectedKind = .unknown
    /// The fields that it holds, in its own order.
    public internal(set) var fields: [InspectedField] = []
    /// From when until when it says it is valid.
    public internal(set) var validity = Validity()
    /// The end of the session at the provider that it states; nil where it states none.
    public internal(set) var sessionEnd: Instant?
    /// The diagnostics: what is odd about it.
    public internal(set) var diagnostics: [Diagnostic] = []
    /// The reason that it could not be read, or may not be; nil if it could.
    public internal(set) var refusal: Diagnostic?
    /// Things inside it that were inspected in turn, such as a token in an answer.
    public internal(set) var parts: [InspectedPart] = []
    /// The number of fields looked into while it is made, whatever was in them; zero in the end.
    var looks = 0
    /// The instant that validity was evaluated at.
    public let instant: Instant

    /// Inspects `bytes`, evaluated at `instant`.
    ///
    /// It never fails: what cannot be read is ``Verdict/malformed`` or ``Verdict/rejected``, and states the reason.
    public init(of bytes: [UInt8], at instant: Instant, limits: InspectionLimits = .default) {
        self = Inspector(instant: instant, limits: limits).inspect(bytes, depth: 1)
    }

    init(at instant: Instant) { self.instant = instant }

    /// The verdict on it in one word, from good to bad; none claims that anything was verified.
    public enum Verdict: String, Hashable, Comparable, Sendable, CaseIterable {
        /// Read, inside its times or without any, and nothing suspicious.
        case ok
        /// Read, and what protects it is missing or broken by now, such as an audience, or a signature with SHA-1; else as ``ok``.
        case weak
        /// Read, and its times have not begun.
        case notYetValid
        /// Read, and its times are past, or the session is that it tells of.
        case expired
        /// Read, and there is reason to distrust it.
        case suspicious
        /// Not readable as what it is meant to be.
        case malformed
        /// Readable, and refused: it can be read in more than one way, is beyond a limit, or is not a response to rely on.
        case rejected

        /// Returns true if `lhs` is the better one.
        public static func < (lhs: Verdict, rhs: Verdict) -> Bool { lhs.rank < rhs.rank }

        private var rank: Int {
            switch self {
            case .ok: 0
            case .weak: 1
            case .notYetValid: 2
            case .expired: 3
            case .suspicious: 4
            case .malformed: 5
            case .rejected: 6
            }
        }
    }

    /// The worst verdict on it and of everything inside it; what it holds cannot make it worse than
    /// suspicious.
    public var verdict: Verdict {
        if let refusal { return Self.malformations.contains(exactly: refusal.name) ? .malformed : .rejected }
        var worst: Verdict =
            switch validity.state(at: instant) {
            case .notYet: .notYetValid
            case .valid: .ok
            case .expired: .expired
            }
        if isSessionOver { worst = max(worst, .expired) }
        if diagnostics.contains(where: { $0.weight == .weak }) { worst = max(worst, .weak) }
        if diagnostics.contains(where: { $0.weight == .suspicious }) { worst = .suspicious }
        for part in parts { worst = max(worst, min(part.inspection.verdict, .suspicious)) }
        return worst
    }

    /// True if the session at the provider has ended, however long the response itself may be used (SAML core §2.7.2).
    public var isSessionOver: Bool { sessionEnd.map { $0 <= instant } ?? false }

    /// The refusals of what cannot be read, by name; all others are of what was read.
    private static let malformations = [
        "bad-base64", "bad-date", "bad-deflate", "bad-encoding", "bad-jwt", "bad-namespace", "bad-percent-encoding",
        "bad-signature-base64", "bad-ttl", "empty", "empty-signature", "malformed-id", "malformed-signature",
        "missing-part", "no-signature-wrapper", "not-text", "not-well-formed", "nul-byte", "signature-tags",
        "trailing-bytes", "unrecognized",
    ]
}

/// Something inside something else.
public struct InspectedPart: Hashable, Sendable {
    /// The field that holds it.
    public var name: String
    public var inspection: Inspection
}
