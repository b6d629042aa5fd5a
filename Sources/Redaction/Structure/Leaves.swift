/// Collects what is secret and changes nothing.
struct StudyingLeaves: SecretLeaves {
    var findings = SecretFindings()
    /// The ordinal of the exchange or account response that is walked through.
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
        found &+= 1
        let place = (ordinal, part, outer)
        findings.add(value, certainty, kind, isData: false) {
            SecretOrigin(ordinal: place.0, part: place.1, outer: place.2, inner: name)
        }
        return nil
    }

    mutating func secretData(_ value: [UInt8], _ kind: SecretKind, name: ArraySlice<UInt8>) -> [UInt8]? {
        found &+= 1
        let place = (ordinal, part, outer)
        findings.add(value, .certain, kind, isData: true) {
            SecretOrigin(ordinal: place.0, part: place.1, outer: place.2, inner: name)
        }
        return nil
    }

    /// A secret that another field gives away may stand there.
    mutating func kept(_ value: ArraySlice<UInt8>, _ scope: Scope) -> [UInt8]? {
        if scope.isEncoded { opened &+= 1 }
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
struct ReplacingLeaves: SecretLeaves {
    let known: KnownSecrets
    private let sweep: Sweep
    private(set) var found = 0
    let isStudying = false

    init(_ known: KnownSecrets, _ sweep: Sweep) {
        self.known = known
        self.sweep = sweep
    }

    /// The second pass undoes one encoding: what is written in two, one inside the other, is looked for while it is open.
    mutating func kept(_ value: ArraySlice<UInt8>, _ scope: Scope) -> [UInt8]? {
        scope.isEncoded ? sweep.replacingLeaf(value) : nil
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

    mutating func identity(_ value: ArraySlice<UInt8>) -> Bool { false }
    func isPlain(_ field: PlainHeader) -> Bool { known.plainHeaders.contains(field) }
    mutating func rememberPlain(_ field: PlainHeader) {}
    mutating func enter(_ part: RecordingPart, _ name: ArraySlice<UInt8>) {}
}
