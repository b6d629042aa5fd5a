public import Exchanges
import Documents
public import SubscriberAccount

/// Secrets that are known by their fingerprints only, to be found where they stand.
///
/// What is found is known again by its value: a ``Redactor`` that learns it replaces it and looks for it as ever.
public struct FingerprintedSecrets: Sendable {
    struct Secret: Sendable {
        var count: Int
        /// The fingerprint of what the search compares.
        var beginning: [UInt8]
        /// The fingerprint of the whole, if that is longer.
        var whole: [UInt8]?
        var pseudonym: [UInt8]?
    }

    let key: FingerprintKey
    /// The number of secrets that are known.
    public let count: Int

    private var secrets: [Int: [Secret]] = [:]
    private var filter = [UInt64](repeating: 0, count: FingerprintKey.slots / 64)

    /// Reads what a recorder kept; nil if it is something else.
    ///
    /// A last line that is not whole is left out: the recorder was killed while it wrote it, and before it wrote what
    /// the secret was met in.
    public init?(parsing bytes: [UInt8]) {
        guard bytes.starts(with: SecretFingerprints.magic) else { return nil }
        let text = bytes.dropFirst(SecretFingerprints.magic.count)
        var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        lines.removeLast()
        guard let first = lines.first, let key = Self.bytes(first), key.count == 32 else { return nil }
        self.key = FingerprintKey(key)
        let mark = Array("- ".utf8)
        let takenBack = Set(lines.filter { $0.starts(with: mark) }.compactMap { Self.bytes($0.dropFirst(2)) })
        var count = 0
        for line in lines.dropFirst() {
            let parts = line.split(separator: 0x20)
            guard parts.count == 6, parts[0].elementsEqual("+".utf8), let length = Self.number(parts[1]), length >= 8,
                let slot = Self.number(parts[2]), slot < FingerprintKey.slots, let beginning = Self.bytes(parts[3])
            else { continue }
            let whole = Self.bytes(parts[4])
            guard !takenBack.contains(whole ?? beginning) else { continue }
            let pseudonym = Base64Text(parts[5])?.bytes
            count += 1
            secrets[slot, default: []].append(
                Secret(count: length, beginning: beginning, whole: whole, pseudonym: pseudonym)
            )
            filter[slot >> 6] |= 1 << UInt64(slot & 63)
        }
        self.count = count
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Int? {
        Int(text.text).flatMap { (0..<1 << 40).contains($0) ? $0 : nil }
    }

    private static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: text.startIndex, to: text.endIndex, by: 2) {
            guard let high = Hexadecimal.value(of: text[index]), let low = Hexadecimal.value(of: text[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// The secrets that may begin with these eight bytes.
    func candidates(_ window: UInt64) -> [Secret]? {
        let slot = key.slot(window)
        guard filter[slot >> 6] & (1 << UInt64(slot & 63)) != 0 else { return nil }
        return secrets[slot]
    }

    /// A redactor that knows none of these secrets yet; what has no pseudonym gets one by the key of the fingerprints.
    public func redactor() -> Redactor { Redactor(key: key.bytes) }
}

// MARK: Finding

extension FingerprintedSecrets {
    /// Lets `redactor` learn whatever of these secrets stands in the exchange.
    public func teach(_ redactor: inout Redactor, from exchange: Exchange) {
        var search = FingerprintSearch(self)
        var exchange = exchange
        exchange.changeTexts {
            search.look(in: $0)
            return nil
        } bodies: {
            search.look(in: $0)
            return nil
        }
        if let entry = exchange.harExtras { search.look(in: JSONValue.object(entry).serialized) }
        redactor.learn(search.found, in: exchange.ordinal)
    }

    /// Lets `redactor` learn whatever of these secrets stands in the VSA call.
    public func teach(_ redactor: inout Redactor, from response: VSACall) {
        var search = FingerprintSearch(self)
        search.look(in: VSALog.line(for: response))
        redactor.learn(search.found, in: response.ordinal)
    }

    /// Lets `redactor` learn whatever of these secrets stands in the user action.
    public func teach(_ redactor: inout Redactor, from userAction: UserAction) {
        var search = FingerprintSearch(self)
        // Each by itself and as it is: the redactor replaces it there, and in a line of JSON it would be escaped.
        for argument in userAction.action.arguments { search.look(in: argument) }
        redactor.learn(search.found, in: userAction.ordinal)
    }
}

extension FingerprintSearch {
    fileprivate mutating func look(in text: String) { look(in: Array(text.utf8)) }
}
