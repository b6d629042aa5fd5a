public import Exchanges

/// Finds what is secret in exchanges without knowing what others hold, so that many can be searched at once.
///
/// ```swift
/// let findings = redactor.finder.findings(in: exchanges)  // anywhere
/// redactor.learn(findings)                                // in order
/// ```
public struct SecretFinder: Sendable {
    let pseudonyms: Pseudonyms

    /// Returns the secrets in `exchanges`: all the work of studying them that can be done apart.
    public func findings(in exchanges: [Exchange]) -> SecretFindings {
        var sink = StudyingSink()
        for exchange in exchanges {
            sink.ordinal = exchange.ordinal
            _ = ExchangeVisitor.redact(exchange, &sink)
        }
        sink.findings.prepare(pseudonyms)
        return sink.findings
    }
}

/// The values that were found to be secret in some exchanges, each once.
public struct SecretFindings: Sendable {
    /// The reason that a value is secret.
    struct Claim: Sendable {
        var certainty: Certainty
        var kind: SecretKind
        var origin: SecretOrigin
    }

    /// A value, and the places that count: the first one, and the first that is surer.
    struct Finding: Sendable {
        var value: Bytes
        var isData: Bool
        var first: Claim
        var surer: Claim?
        /// The pseudonym, which is expensive to make of a value, if it has been made.
        var pseudonym: [UInt8]?
    }

    private(set) var secrets: [Finding] = []
    /// Values of kept fields, in the order they were met.
    private(set) var identities: [Bytes] = []
    /// Header fields that hold no secret of their own, in the order they were met.
    private(set) var plainHeaders: [PlainHeader] = []
    /// In how many places secrets stood, by kind.
    private(set) var occurrences = [Int](repeating: 0, count: SecretKind.allCases.count)
    private var numbers: [Bytes: Int] = [:]
    private var knownIdentities: Set<Bytes> = []
    private var knownHeaders: Set<PlainHeader> = []

    mutating func add(
        _ value: [UInt8],
        _ certainty: Certainty,
        _ kind: SecretKind,
        isData: Bool,
        origin: () -> SecretOrigin
    ) {
        occurrences[kind.rawValue] &+= 1
        let value = Bytes(value)
        guard let number = numbers[value] else {
            numbers[value] = secrets.count
            let claim = Claim(certainty: certainty, kind: kind, origin: origin())
            secrets.append(Finding(value: value, isData: isData, first: claim))
            return
        }
        guard secrets[number].surer == nil, certainty > secrets[number].first.certainty else { return }
        secrets[number].surer = Claim(certainty: certainty, kind: kind, origin: origin())
    }

    /// Adds a value of a kept field, unless it is one of the `known` ones.
    ///
    /// - Returns: false if it was added before, or is too long: then nothing that goes with it is to be added either.
    mutating func addIdentity(_ value: ArraySlice<UInt8>, unlessIn known: Set<Bytes>) -> Bool {
        guard value.count <= Self.maximumIdentityBytes else { return false }
        let value = Bytes(Array(value))
        // Most are the same in every exchange.
        if known.contains(value) { return true }
        let isNew = knownIdentities.insert(value).inserted
        if isNew { identities.append(value) }
        return isNew
    }

    mutating func rememberPlain(_ field: PlainHeader) {
        if knownHeaders.insert(field).inserted { plainHeaders.append(field) }
    }

    func isPlain(_ field: PlainHeader) -> Bool { knownHeaders.contains(field) }

    /// Makes every pseudonym.
    mutating func prepare(_ pseudonyms: Pseudonyms) {
        for index in secrets.indices {
            secrets[index].pseudonym = pseudonyms.pseudonym(
                for: secrets[index].value.bytes,
                isData: secrets[index].isData
            )
        }
    }

    /// Longer values of kept fields are documents, not identifiers.
    ///
    /// A `User-Agent` may have some hundred bytes.
    private static let maximumIdentityBytes = 512
}

/// Bytes as a key: hashed as a whole, not one by one.
struct Bytes: Hashable, Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { buffer in unsafe hasher.combine(bytes: buffer) }
    }
}
