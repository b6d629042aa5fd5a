/// Every secret met so far, with its pseudonym, and the index that finds them elsewhere.
struct KnownSecrets: Sendable {
    private(set) var secrets: [Secret] = []
    private(set) var index = SecretIndex()
    private(set) var summary = RedactionSummary()
    let pseudonyms: Pseudonyms
    /// Header fields that hold no secret of their own.
    private(set) var plainHeaders: Set<PlainHeader> = []
    private var numbers: [Bytes: Int] = [:]
    private var identities: Set<Bytes> = []

    init(key: [UInt8]) {
        pseudonyms = Pseudonyms(key: key)
    }

    /// What replaces `value`; the value itself where it is only presumed to be secret and stands in a kept field too.
    func replacement(for value: [UInt8], _ certainty: Certainty) -> [UInt8] {
        if let number = numbers[Bytes(value)] {
            let secret = secrets[number]
            return secret.isPublic && secret.certainty == .presumed ? value : secret.pseudonym
        }
        if certainty == .presumed, identities.contains(Bytes(value)) { return value }
        return pseudonyms.pseudonym(for: value)
    }

    func dataReplacement(for value: [UInt8]) -> [UInt8] {
        if let number = numbers[Bytes(value)] { return secrets[number].pseudonym }
        return pseudonyms.pseudonym(forData: value)
    }

    /// Remembers a secret.
    ///
    /// What was presumed becomes certain where a name says so.
    mutating func add(
        _ value: [UInt8],
        _ certainty: Certainty,
        _ kind: SecretKind,
        isData: Bool = false,
        origin: () -> SecretOrigin
    ) {
        summary.countOccurrence(kind)
        let number: Int
        if let known = numbers[Bytes(value)] {
            number = known
            if certainty > secrets[known].certainty {
                secrets[known].certainty = certainty
                secrets[known].kind = kind
                secrets[known].origin = origin()
            }
        } else {
            number = secrets.count
            summary.countValue(kind)
            numbers[Bytes(value)] = number
            secrets.append(
                Secret(
                    value: value,
                    pseudonym: isData ? pseudonyms.pseudonym(forData: value) : pseudonyms.pseudonym(for: value),
                    kind: kind,
                    certainty: certainty,
                    origin: origin(),
                    isPublic: identities.contains(Bytes(value))
                )
            )
        }
        guard !secrets[number].isIndexed, Searchability.isSearchable(value, secrets[number].certainty) else { return }
        secrets[number].isIndexed = true
        index.insert(value, secret: number)
    }

    /// Remembers a value of a kept field: it is no secret to be searched for.
    mutating func addIdentity(_ value: ArraySlice<UInt8>) {
        guard value.count <= Self.maximumIdentityBytes, identities.count < Self.maximumIdentities else { return }
        let bytes = Bytes(Array(value))
        guard identities.insert(bytes).inserted, let number = numbers[bytes] else { return }
        secrets[number].isPublic = true
    }

    /// Remembers a header field that holds no secret of its own.
    mutating func rememberPlain(_ field: PlainHeader) {
        guard plainHeaders.count < Self.maximumPlainHeaders else { return }
        plainHeaders.insert(field)
    }

    /// Header fields that are remembered: those that are the same in every exchange come early.
    private static let maximumPlainHeaders = 4096
    /// Longer values of kept fields are documents, not identifiers.
    private static let maximumIdentityBytes = 128
    /// Kept values that are remembered; a recording has a few dozen.
    private static let maximumIdentities = 1_000_000
}

/// Bytes as a key: hashed as a whole, not one by one.
private struct Bytes: Hashable, Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { buffer in unsafe hasher.combine(bytes: buffer) }
    }
}
