/// Collects what is secret.
struct StudyingLeaves: SecretLeaves, Sendable {
    var known: KnownSecrets
    /// The ordinal of the exchange or account response that is walked through.
    var ordinal = 0
    private var part: RecordingPart = .requestURL
    private var outer: ArraySlice<UInt8> = []

    init(_ known: KnownSecrets) {
        self.known = known
    }

    mutating func secret(
        _ value: [UInt8],
        _ certainty: Certainty,
        _ kind: SecretKind,
        name: ArraySlice<UInt8>
    ) -> [UInt8] {
        let place = (ordinal, part, outer)
        known.add(value, certainty, kind) {
            SecretOrigin(ordinal: place.0, part: place.1, outer: place.2.text, inner: name.text)
        }
        return value
    }

    mutating func secretData(_ value: [UInt8], _ kind: SecretKind, name: ArraySlice<UInt8>) -> [UInt8] {
        let place = (ordinal, part, outer)
        known.add(value, .certain, kind, isData: true) {
            SecretOrigin(ordinal: place.0, part: place.1, outer: place.2.text, inner: name.text)
        }
        return value
    }

    mutating func identity(_ value: ArraySlice<UInt8>) { known.addIdentity(value) }

    mutating func enter(_ part: RecordingPart, _ name: ArraySlice<UInt8>) {
        self.part = part
        outer = name
    }
}

/// Replaces what is secret by what is known of it.
struct ReplacingLeaves: SecretLeaves {
    let known: KnownSecrets

    mutating func secret(
        _ value: [UInt8],
        _ certainty: Certainty,
        _ kind: SecretKind,
        name: ArraySlice<UInt8>
    ) -> [UInt8] {
        known.replacement(for: value, certainty)
    }

    mutating func secretData(_ value: [UInt8], _ kind: SecretKind, name: ArraySlice<UInt8>) -> [UInt8] {
        known.dataReplacement(for: value)
    }

    mutating func identity(_ value: ArraySlice<UInt8>) {}
    mutating func enter(_ part: RecordingPart, _ name: ArraySlice<UInt8>) {}
}
