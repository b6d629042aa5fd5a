public import Tokens
public import VirtualTime

/// The result of looking into some bytes: what they are, what they hold, from when until when they are valid, and what
/// is wrong with them.
///
/// Nothing in it is verified: no key is known, so no signature is checked.
public struct Inspection: Hashable, Sendable {
    /// The encodings that were peeled off, outermost first.
    public internal(set) var layers: [TransportLayer] = []
    /// The kind of the innermost content.
    public internal(set) var kind: InspectedKind = .unknown
    /// The fields that it holds, in its own order.
    public internal(set) var fields: [InspectedField] = []
    /// From when until when it says it is valid.
    public internal(set) var validity = Validity()
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
    /// It never fails: what cannot be read is ``Verdict/refused``, and states the reason.
    public init(of bytes: [UInt8], at instant: Instant, limits: InspectionLimits = .default) {
        self = Inspector(instant: instant, limits: limits).inspect(bytes, depth: 1)
    }

    init(at instant: Instant) { self.instant = instant }

    /// A verdict on it in one word, from good to bad.
    public enum Verdict: Hashable, Comparable, Sendable {
        /// Read, valid at the instant or without a time, and nothing suspicious.
        case sound
        /// Read, but expired, not yet valid, or suspicious.
        case doubtful
        /// Malformed, or refused because it could be read in more than one way.
        case refused
    }

    /// The verdict on it, and on everything inside it.
    public var verdict: Verdict {
        if refusal != nil { return .refused }
        let isDoubtful =
            !validity.isValid(at: instant) || diagnostics.contains { $0.weight == .suspicious }
            || parts.contains { $0.inspection.verdict != .sound }
        return isDoubtful ? .doubtful : .sound
    }
}

/// A name and a value that something holds, as text.
public struct InspectedField: Hashable, Sendable {
    /// The name in its place, with a path where it is nested: `info.deviceId`.
    public var name: String
    /// The value as it stands.
    public var value: String
    /// The meaning of the value, where that is not plain: the instant of a number, the text of Base64.
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
    /// The inspection of it.
    public var inspection: Inspection
}
