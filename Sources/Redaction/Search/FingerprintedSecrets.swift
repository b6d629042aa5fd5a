public import Exchanges
import Documents
public import SubscriberAccount

/// Secrets that are known by their fingerprints only, to be found where they stand.
///
/// What is found is known again by its value: a ``Redactor`` that learns it replaces it and looks for it as ever.
public struct FingerprintedSecrets: Sendable {
    struct Secret: Sendable {
        var count: Int
        var tag: [UInt8]
        var pseudonym: [UInt8]?
    }

    struct Candidate: Sendable {
        var secret: Int
        var form: SecretForm
        var count: Int
        var tag: [UInt8]
    }

    /// The key of the fingerprints; pseudonyms of what has none are made with it, too.
    public private(set) var key: [UInt8] = []
    /// How many secrets are known.
    public var count: Int { secrets.count - takenBack.count }

    private(set) var secrets: [Secret] = []
    private var takenBack: Set<Int> = []
    private var candidates: [Int: [Candidate]] = [:]
    private var filter = [UInt64](repeating: 0, count: SecretFingerprints.slots / 64)

    /// Reads what a recorder kept; nil if it is something else.
    ///
    /// A last line that is not whole is left out: the recorder was killed while it wrote it, and before it wrote what the
    /// secret was met in.
    public init?(parsing bytes: [UInt8]) {
        guard bytes.starts(with: SecretFingerprints.magic) else { return nil }
        let text = bytes.dropFirst(SecretFingerprints.magic.count)
        var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        lines.removeLast()
        guard let first = lines.first, let key = Self.bytes(first), key.count == 32 else { return nil }
        self.key = key
        let words = FingerprintKey(key)
        var numbers: [[UInt8]: Int] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: 0x20)
            guard parts.count > 1 else { continue }
            if parts[0].elementsEqual("-".utf8) {
                if let tag = Self.bytes(parts[1]), let number = numbers[tag] { takenBack.insert(number) }
                continue
            }
            guard parts.count > 3, let count = Self.number(parts[1]), let tag = Self.bytes(parts[2]) else { continue }
            numbers[tag] = secrets.count
            secrets.append(Secret(count: count, tag: tag, pseudonym: Base64Text(parts[3])?.bytes))
            for part in parts.dropFirst(4) { file(part, secrets.count - 1, words) }
        }
    }

    private mutating func file(_ text: ArraySlice<UInt8>, _ secret: Int, _ key: FingerprintKey) {
        let parts = text.split(separator: 0x3A)
        guard parts.count == 4, let form = Self.number(parts[0]).flatMap({ UInt8(exactly: $0) }),
            let form = SecretForm(rawValue: form), let count = Self.number(parts[1]), count >= 8,
            let slot = Self.number(parts[2]), slot < SecretFingerprints.slots, let tag = Self.bytes(parts[3])
        else { return }
        candidates[slot, default: []].append(Candidate(secret: secret, form: form, count: count, tag: tag))
        filter[slot >> 6] |= 1 << UInt64(slot & 63)
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Int? {
        Int(text.text).flatMap { (0..<1 << 40).contains($0) ? $0 : nil }
    }

    private static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: text.startIndex, to: text.endIndex, by: 2) {
            guard let high = ASCII.hexDigit(text[index]), let low = ASCII.hexDigit(text[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// The candidates that may begin with these eight bytes.
    func candidates(_ window: UInt64, _ key: FingerprintKey) -> [Candidate]? {
        let slot = SecretFingerprints.slot(window, key)
        guard filter[slot >> 6] & (1 << UInt64(slot & 63)) != 0 else { return nil }
        return candidates[slot]?.filter { !takenBack.contains($0.secret) }
    }
}

// MARK: Finding

extension FingerprintedSecrets {
    /// Lets `redactor` learn whatever of these secrets stands in the exchange.
    public func teach(_ redactor: inout Redactor, from exchange: Exchange) {
        var search = FingerprintSearch(self)
        search.look(in: exchange.request.url)
        search.look(in: exchange.request.headers)
        search.look(in: exchange.request.body ?? [])
        switch exchange.outcome {
        case .response(let response):
            search.look(in: response.reason)
            search.look(in: response.headers)
            search.look(in: response.body ?? [])
        case .failure(let text): search.look(in: text)
        }
        if let entry = exchange.archiveEntry { search.look(in: JSONValue.object(entry).serialized) }
        redactor.learn(search.found, in: exchange.ordinal)
    }

    /// Lets `redactor` learn whatever of these secrets stands in the account response.
    public func teach(_ redactor: inout Redactor, from response: AccountResponse) {
        var search = FingerprintSearch(self)
        search.look(in: AccountLog.line(for: response))
        redactor.learn(search.found, in: response.ordinal)
    }
}

extension FingerprintSearch {
    fileprivate mutating func look(in text: String) { look(in: Array(text.utf8)) }

    fileprivate mutating func look(in fields: HeaderFields) {
        for field in fields {
            look(in: field.name)
            look(in: field.value)
        }
    }
}
