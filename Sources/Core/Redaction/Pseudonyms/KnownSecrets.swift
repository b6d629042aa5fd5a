/// Every secret met so far, with its pseudonym, and the index that finds them elsewhere.
struct KnownSecrets: Sendable {
    private(set) var secrets: [Secret] = []
    private(set) var index = SecretIndex()
    /// Those that are too short for the index.
    private(set) var words = KnownWords()
    private(set) var summary = RedactionSummary()
    let pseudonyms: Pseudonyms
    private let memory: RedactionMemory
    /// Bytes of the secrets that are remembered.
    private var bytes = 0
    /// The number of times that something was learned: what ``Secret/lastMet`` counts.
    private var round = 0
    /// Header fields that hold no secret of their own.
    private(set) var plainHeaders: Set<PlainHeader> = []
    private var numbers: [Bytes: Int] = [:]
    /// The news that a recorder has not put aside yet.
    private var news: [SecretNews] = []
    /// Values of kept fields.
    private(set) var identities: Set<Bytes> = []

    init(key: [UInt8], memory: RedactionMemory = .everything) {
        pseudonyms = Pseudonyms(key: key)
        self.memory = memory
    }

    /// Returns the replacement for `value`; the value itself where it is only presumed to be secret and stands in a
    /// kept field too.
    func replacement(for value: [UInt8], _ certainty: Certainty) -> [UInt8] {
        if let number = numbers[Bytes(value)] {
            return secrets[number].isPublic && certainty == .suspected ? value : secrets[number].pseudonym
        }
        if certainty == .suspected, identities.contains(Bytes(value)) { return value }
        return pseudonyms.pseudonym(for: value)
    }

    func dataReplacement(for value: [UInt8]) -> [UInt8] {
        if let number = numbers[Bytes(value)] { return secrets[number].pseudonym }
        return pseudonyms.pseudonym(forData: value)
    }

    /// Remembers what was found.
    ///
    /// What was presumed becomes certain where a name says so.
    mutating func learn(_ findings: SecretFindings) {
        round += 1
        for kind in SecretKind.allCases { summary.countOccurrences(findings.occurrences[kind.rawValue], of: kind) }
        for finding in findings.secrets {
            let number = number(of: finding)
            if let surer = finding.surer { strengthen(number, surer) }
            let searched = finding.isData ? number : withoutQuotes(number)
            noteWord(number)
            guard !secrets[searched].isIndexed,
                Searchability.isSearchable(
                    secrets[searched].value,
                    secrets[searched].certainty,
                    isData: finding.isData
                )
            else { continue }
            secrets[searched].isIndexed = true
            index.insert(secrets[searched].value, secret: searched)
            if !secrets[searched].isPublic {
                note(.searched(secrets[searched].value, pseudonym: secrets[searched].pseudonym))
            }
        }
        for identity in findings.identities { addIdentity(identity) }
        for field in findings.plainHeaders where plainHeaders.count < Self.maximumPlainHeaders {
            plainHeaders.insert(field)
        }
        if isFull { forget() }
    }

    /// The number of what was found, which is new or met once more.
    private mutating func number(of finding: SecretFindings.Finding) -> Int {
        let pseudonyms = pseudonyms
        let number = remember(finding.value, finding.first) {
            finding.pseudonym ?? pseudonyms.pseudonym(for: finding.value.bytes, isData: finding.isData)
        }
        if !secrets[number].isCounted {
            secrets[number].isCounted = true
            summary.countValue(finding.first.kind)
        }
        return number
    }

    /// The secret that is searched for instead of one that begins or ends with a quote.
    ///
    /// The gate reads JSON as it is written, where another value's closing quote would make the secret whole.
    private mutating func withoutQuotes(_ number: Int) -> Int {
        let whole = secrets[number]
        let value = Searchability.withoutQuotes(whole.value)
        guard value.count < whole.value.count else { return number }
        let claim = SecretFindings.Claim(certainty: whole.certainty, kind: whole.kind, origin: whole.origin)
        let pseudonyms = pseudonyms
        return remember(Bytes(value), claim) { pseudonyms.pseudonym(for: value) }
    }

    /// The number of a value that was met just now; `pseudonym` is asked for if it was not known.
    private mutating func remember(
        _ value: Bytes,
        _ claim: SecretFindings.Claim,
        _ pseudonym: () -> [UInt8]
    ) -> Int {
        if let known = numbers[value] {
            secrets[known].lastMet = round
            strengthen(known, claim)
            return known
        }
        let number = secrets.count
        numbers[value] = number
        bytes += value.bytes.count
        secrets.append(
            Secret(
                value: value.bytes,
                pseudonym: pseudonym(),
                kind: claim.kind,
                certainty: claim.certainty,
                origin: claim.origin,
                isPublic: identities.contains(value) || PublicConstants.contains(value.bytes[...]),
                lastMet: round
            )
        )
        return number
    }

    private mutating func strengthen(_ number: Int, _ claim: SecretFindings.Claim) {
        guard claim.certainty > secrets[number].certainty else { return }
        secrets[number].certainty = claim.certainty
        secrets[number].kind = claim.kind
        secrets[number].origin = claim.origin
    }

    /// Remembers a value of a kept field: it is no secret to be searched for.
    private mutating func addIdentity(_ value: Bytes) {
        guard identities.count < memory.identities else { return }
        guard identities.insert(value).inserted, let number = numbers[value] else { return }
        secrets[number].isPublic = true
        if secrets[number].isIndexed { note(.takenBack(value.bytes)) }
        words.remove(value)
    }

    private mutating func noteWord(_ number: Int) {
        let secret = secrets[number]
        guard !secret.isPublic, secret.certainty == .certain, Searchability.isWord(secret.value, secret.kind) else {
            return
        }
        words.insert(secret.value, secret.pseudonym)
    }

    /// Remembers what is new for a recorder, which takes it; where nobody does, there is no more of it than of secrets.
    private mutating func note(_ new: SecretNews) {
        guard let limit = memory.secrets else { return }
        if news.count >= limit { news.removeAll() }
        news.append(new)
    }

    /// Returns the news since the last call.
    mutating func takeNews() -> [SecretNews] {
        defer { news = [] }
        return news
    }

    /// Remembers a value that was found by its fingerprint.
    mutating func learn(_ value: [UInt8], pseudonym: [UInt8]?, ordinal: Int) {
        round += 1
        let origin = SecretOrigin(ordinal: ordinal, part: .requestURL, outer: [], inner: [])
        let claim = SecretFindings.Claim(certainty: .certain, kind: .other, origin: origin)
        let pseudonyms = pseudonyms
        let number = remember(Bytes(value), claim) { pseudonym ?? pseudonyms.pseudonym(for: value) }
        guard !secrets[number].isIndexed else { return }
        secrets[number].isIndexed = true
        index.insert(value, secret: number)
    }

    /// Header fields that are remembered: those that are the same in every exchange come early.
    private static let maximumPlainHeaders = 4096
}

/// The news about secrets that are searched for.
enum SecretNews: Sendable {
    case searched([UInt8], pseudonym: [UInt8])
    /// It stands in a kept field, too, and is searched for no more.
    case takenBack([UInt8])
}

// MARK: Forgetting

extension KnownSecrets {
    private var isFull: Bool {
        secrets.count > memory.secrets ?? .max || bytes > memory.secretBytes ?? .max
    }

    /// Forgets those that were not met for longest, until half of the memory is free: so that it is seldom done.
    private mutating func forget() {
        let maximumSecrets = (memory.secrets ?? .max) / 2
        let maximumBytes = (memory.secretBytes ?? .max) / 2
        var kept: [Int] = []
        var keptBytes = 0
        for number in secrets.indices.sorted(by: { secrets[$0].lastMet > secrets[$1].lastMet }) {
            keptBytes += secrets[number].value.count
            guard kept.count < maximumSecrets, keptBytes <= maximumBytes else { break }
            kept.append(number)
        }
        let remembered = kept.sorted().map { secrets[$0] }
        secrets = []
        secrets.reserveCapacity(memory.secrets ?? 0)
        numbers = [:]
        index = SecretIndex()
        words = KnownWords()
        bytes = 0
        for secret in remembered {
            numbers[Bytes(secret.value)] = secrets.count
            if secret.isIndexed { index.insert(secret.value, secret: secrets.count) }
            bytes += secret.value.count
            secrets.append(secret)
            noteWord(secrets.count - 1)
        }
    }
}
