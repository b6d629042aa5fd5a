/// Searches bytes for every secret of a recording, in every form, before a file is called finished.
///
/// What a secret too short or too common to be told apart is, Documentation/reference/redaction-rules.md says; those are not searched
/// for.
public struct SecretScanner: Sendable {
    private var search: SecretSearch

    /// Bytes of a form that must stand there for a leak.
    static let comparedBytes = SecretSearch.comparedBytes
    /// The longest that so many bytes can be with every one of them escaped: `&#x00000041;`.
    public static let overlap = (comparedBytes + 3) * 12
    /// Leaks that one scan reports at most; the first one is reason enough to stop.
    static let maximumLeaks = 100

    init(_ known: KnownSecrets) {
        search = SecretSearch(index: known.index, secrets: known.secrets)
    }

    /// The number of secrets that are searched for.
    var secretCount: Int { search.secrets.count { $0.isIndexed && !$0.isPublic } }

    /// The gate without the secrets that stand in what a file says of itself: its tables' names stand in every file.
    ///
    /// Where such a secret stands in what was recorded it has been replaced; a search could not tell the two apart.
    public func ignoring(_ ownText: [UInt8]) -> SecretScanner {
        var gate = self
        var isDone = false
        // One may hide another that begins within it.
        while !isDone {
            isDone = true
            var found: [Int] = []
            gate.search.forEachMatch(in: ownText[...]) { found.append($0.secret) }
            for secret in found where !gate.search.secrets[secret].isPublic {
                gate.search.secrets[secret].isPublic = true
                isDone = false
            }
        }
        return gate
    }

    /// The secrets that stand in `bytes`, at most ``maximumLeaks``.
    ///
    /// A file of several hundred megabytes is scanned in pieces, several at once: each piece is followed by the first
    /// ``overlap`` bytes of the next, so that a secret that straddles the two is found in the piece it begins in.
    ///
    /// - Parameters:
    ///   - bytes: the piece and what follows it.
    ///   - limit: the length of the piece itself; nil if it is all of the bytes.
    ///   - offset: where the piece begins in what is scanned.
    /// - Returns: the leaks that begin in the piece, in order.
    public func scan(_ bytes: [UInt8], startingBefore limit: Int? = nil, at offset: Int = 0) -> [Leak] {
        var leaks: [Leak] = []
        search.forEachMatch(in: bytes[...], startingBefore: limit) { match in
            guard leaks.count < Self.maximumLeaks else { return }
            let secret = search.secrets[match.secret]
            leaks.append(
                Leak(
                    byteOffset: offset + match.range.lowerBound,
                    form: Leak.Form(match),
                    field: secret.origin.description,
                    kind: secret.kind
                )
            )
        }
        return leaks
    }
}
