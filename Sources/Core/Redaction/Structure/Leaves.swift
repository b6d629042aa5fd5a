import Documents

/// The destination of the secrets that a walk through the structures finds.
protocol SecretSink {
    /// The number of secrets that were met so far.
    var found: Int { get }
    /// The number of values met that are looked into whenever they are met, in whatever they were written.
    var opened: Int { get }
    /// True if secrets are collected, and not yet replaced.
    var isStudying: Bool { get }
    /// A secret stands here: what is to stand there instead; nil to leave it.
    mutating func secret(_ value: [UInt8], _ certainty: Certainty, _ kind: SecretKind, name: ArraySlice<UInt8>)
        -> [UInt8]?
    /// True if rules no longer count, and every value is opened that can be.
    var isSweeping: Bool { get }
    /// A value stands here that no rule makes secret, and that no visitor opens any further: what is to stand there
    /// instead.
    mutating func kept(_ value: ArraySlice<UInt8>, _ scope: Scope) -> [UInt8]?
    /// Bytes that are no text and secret.
    mutating func secretData(_ value: [UInt8], _ kind: SecretKind, name: ArraySlice<UInt8>) -> [UInt8]?
    /// A value that is no secret, whatever other places suggest; whether that is news.
    @discardableResult
    mutating func identity(_ value: ArraySlice<UInt8>) -> Bool
    /// Checks whether this header field is known to hold no secret of its own.
    func isPlain(_ field: PlainHeader) -> Bool
    /// This header field was walked through and holds none.
    mutating func rememberPlain(_ field: PlainHeader)
    /// The walk has come to another field.
    mutating func enter(_ part: RecordingPart, _ name: ArraySlice<UInt8>)
}

extension SecretSink {
    var opened: Int { 0 }
    var isStudying: Bool { false }
    var isSweeping: Bool { false }
    mutating func secretData(_ value: [UInt8], _ kind: SecretKind, name: ArraySlice<UInt8>) -> [UInt8]? { nil }
    mutating func identity(_ value: ArraySlice<UInt8>) -> Bool { false }
    func isPlain(_ field: PlainHeader) -> Bool { false }
    mutating func rememberPlain(_ field: PlainHeader) {}
    mutating func enter(_ part: RecordingPart, _ name: ArraySlice<UInt8>) {}
}

/// A header field that holds no secret of its own: most are the same in every exchange, and need be walked through
/// once.
struct PlainHeader: Hashable, Sendable {
    var name: ExactText
    var value: ExactText
    var isRequest: Bool
    var isAdobe: Bool
    /// True if it stands in what else a HAR entry holds, where it is not read as a text for people.
    var isInHAR = false
}

/// Collects what is secret and changes nothing.
struct StudyingSink: SecretSink {
    var findings = SecretFindings()
    /// The ordinal of the exchange or VSA call that is walked through.
    var ordinal = 0
    private(set) var found = 0
    private(set) var opened = 0
    let isStudying = true
    private var part: RecordingPart = .requestURL
    private var outer: ArraySlice<UInt8> = []
    /// Header fields that are known to hold no secret: there is nothing to learn from them once more.
    private let plainHeaders: Set<PlainHeader>
    /// Values that are known to be no secrets, likewise.
    private let identities: Set<Bytes>

    init(skipping plainHeaders: Set<PlainHeader> = [], _ identities: Set<Bytes> = []) {
        self.plainHeaders = plainHeaders
        self.identities = identities
    }

    mutating func secret(
        _ value: [UInt8],
        _ certainty: Certainty,
        _ kind: SecretKind,
        name: ArraySlice<UInt8>
    ) -> [UInt8]? {
        note(value, certainty, kind, isData: false, name)
    }

    mutating func secretData(_ value: [UInt8], _ kind: SecretKind, name: ArraySlice<UInt8>) -> [UInt8]? {
        note(value, .certain, kind, isData: true, name)
    }

    private mutating func note(
        _ value: [UInt8],
        _ certainty: Certainty,
        _ kind: SecretKind,
        isData: Bool,
        _ name: ArraySlice<UInt8>
    ) -> [UInt8]? {
        found &+= 1
        let place = (ordinal, part, outer)
        findings.add(value, certainty, kind, isData: isData) {
            SecretOrigin(ordinal: place.0, part: place.1, outer: place.2, inner: name)
        }
        return nil
    }

    /// A secret that another field gives away may stand there.
    mutating func kept(_ value: ArraySlice<UInt8>, _ scope: Scope) -> [UInt8]? {
        if scope.mayHide(in: value) { opened &+= 1 }
        return nil
    }

    mutating func identity(_ value: ArraySlice<UInt8>) -> Bool { findings.addIdentity(value, unlessIn: identities) }
    func isPlain(_ field: PlainHeader) -> Bool { plainHeaders.contains(field) || findings.isPlain(field) }
    mutating func rememberPlain(_ field: PlainHeader) { findings.rememberPlain(field) }

    mutating func enter(_ part: RecordingPart, _ name: ArraySlice<UInt8>) {
        self.part = part
        outer = name
    }
}

/// Replaces what is secret by what is known of it.
struct ReplacingSink: SecretSink {
    let known: KnownSecrets
    private let replacer: KnownSecretReplacer
    private(set) var found = 0

    init(_ known: KnownSecrets, _ replacer: KnownSecretReplacer) {
        self.known = known
        self.replacer = replacer
    }

    /// Looks for what is written in two encodings, one inside the other, while a visitor has the outer one open.
    mutating func kept(_ value: ArraySlice<UInt8>, _ scope: Scope) -> [UInt8]? {
        scope.mayHide(in: value) ? replacer.replacingValue(value) : nil
    }

    mutating func secret(
        _ value: [UInt8],
        _ certainty: Certainty,
        _ kind: SecretKind,
        name: ArraySlice<UInt8>
    ) -> [UInt8]? {
        found &+= 1
        return known.replacement(for: value, certainty)
    }

    mutating func secretData(_ value: [UInt8], _ kind: SecretKind, name: ArraySlice<UInt8>) -> [UInt8]? {
        found &+= 1
        return known.dataReplacement(for: value)
    }

    func isPlain(_ field: PlainHeader) -> Bool { known.plainHeaders.contains(field) }
}

/// Takes known secrets out of whatever the visitors open.
struct KnownSecretSink: SecretSink {
    private let replacer: KnownSecretReplacer
    private(set) var found = 0
    var isSweeping: Bool { true }

    init(_ replacer: KnownSecretReplacer) {
        self.replacer = replacer
    }

    mutating func kept(_ value: ArraySlice<UInt8>, _ scope: Scope) -> [UInt8]? {
        found &+= 1
        return replacer.replacingValue(value)
    }

    mutating func secret(
        _ value: [UInt8],
        _ certainty: Certainty,
        _ kind: SecretKind,
        name: ArraySlice<UInt8>
    ) -> [UInt8]? {
        kept(value[...], Scope())
    }
}
