/// Searches bytes for every secret of a recording, in every form, before a file is called finished.
///
/// What a secret too short or too common to be told apart is, Documentation/redaction.md says; those are not searched
/// for.
public struct LeakGate: Sendable {
    private let search: SecretSearch

    /// Bytes of a form that must stand there for a leak: enough to be no chance, few enough to hold a chunk's overlap
    /// small.
    public static let comparedBytes = 64
    /// The longest that so many bytes can be with every one of them escaped: `&#x000041;`.
    static let overlap = comparedBytes * 12
    /// Leaks that one scan reports at most; the first one is reason enough to stop.
    public static let maximumLeaks = 100

    init(_ known: KnownSecrets) {
        search = SecretSearch(index: known.index, secrets: known.secrets, comparedBytes: Self.comparedBytes)
    }

    /// How many secrets are searched for.
    public var secretCount: Int { search.secrets.count { $0.isIndexed && !$0.isPublic } }

    /// The secrets that stand in `bytes`, at most ``maximumLeaks``.
    public func scan(_ bytes: [UInt8]) -> [Leak] {
        var scanning = scanning()
        return scanning.feed(bytes) + scanning.finish()
    }

    /// A scan of bytes that come in pieces, such as a file of several hundred megabytes.
    public func scanning() -> Scanning { Scanning(self) }

    /// A scan in progress: a secret that straddles two pieces is found.
    public struct Scanning {
        private let gate: LeakGate
        private var carried: [UInt8] = []
        private var offset = 0
        private var reported = 0

        init(_ gate: LeakGate) {
            self.gate = gate
        }

        /// The secrets found in this piece and the end of the one before.
        public mutating func feed(_ piece: [UInt8]) -> [Leak] {
            carried += piece
            guard carried.count > LeakGate.overlap else { return [] }
            return search(upTo: carried.count - LeakGate.overlap)
        }

        /// The secrets in what is left; the scan is over.
        public mutating func finish() -> [Leak] {
            search(upTo: carried.count)
        }

        private mutating func search(upTo limit: Int) -> [Leak] {
            var leaks: [Leak] = []
            var consumed = limit
            let room = LeakGate.maximumLeaks - reported
            gate.search.forEachMatch(in: carried[...], startingBefore: limit) { match in
                consumed = max(consumed, match.range.upperBound)
                guard leaks.count < room else { return }
                let secret = gate.search.secrets[match.secret]
                leaks.append(
                    Leak(
                        byteOffset: offset + match.range.lowerBound,
                        form: Leak.Form(match),
                        field: secret.origin.description,
                        kind: secret.kind
                    )
                )
            }
            reported += leaks.count
            offset += consumed
            carried.removeFirst(min(consumed, carried.count))
            return leaks
        }
    }
}
