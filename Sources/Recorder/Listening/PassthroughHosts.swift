import NIOConcurrencyHelpers

/// The hosts whose TLS is passed through unseen: those that were named, and those whose clients do not take the
/// recorder's certificate.
final class PassthroughHosts: Sendable {
    /// Hosts that are remembered of each kind at most, so that a client cannot fill the memory with names.
    static let limit = 10_000

    private let named: Set<String>
    /// What follows `*` of the patterns: `.example.com`.
    private let suffixes: [String]
    private let learnt = NIOLockedValueBox(Learnt())

    private struct Learnt {
        /// Hosts whose clients said that they do not take the certificate.
        var refusing: Set<String> = []
        /// Hosts whose clients hung up twice without a word.
        var suspected: Set<String> = []
        var served: Set<String> = []
        /// Hosts whose last client hung up without a word, and how many had hung up by then, that one included.
        var doubted: [String: Int] = [:]
        /// How many clients have hung up without a word, whatever the host.
        var hangUps = 0
        var told: Set<String> = []
        /// Clients by address that took the recorder's certificate and asked for something.
        var trusting: Set<String> = []
        /// How many connections in a row were closed without a request, and when the last was.
        var unused: [String: (count: Int, last: Int)] = [:]
    }

    /// Hosts by name, or by `*.example.com`.
    init(_ patterns: [String]) {
        let patterns = patterns.map { $0.lowercased() }
        named = Set(patterns.filter { !$0.hasPrefix("*.") })
        suffixes = patterns.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()) }
    }

    /// Whether the host, in lower case, is passed through.
    func contain(_ host: String) -> Bool {
        named.contains(host) || suffixes.contains { host.hasSuffix($0) && host.utf8.count > $0.utf8.count }
            || learnt.withLockedValue { $0.refusing.contains(host) || $0.suspected.contains(host) }
    }

    /// A moment in the course of what is learnt: that in which a handshake begins.
    ///
    /// Browsers open several connections at once, keep one and hang up on the others: what hangs up together counts once.
    var moment: Int { learnt.withLockedValue { $0.hangUps } }

    /// A client has completed the handshake: it takes the certificate.
    ///
    /// - Returns: whether the host is no longer passed through because of it.
    func accepted(_ host: String) -> Bool {
        learnt.withLockedValue { learnt in
            learnt.doubted[host] = nil
            return learnt.suspected.remove(host) != nil
        }
    }

    /// A request has come through the recorder's TLS for the host: there are clients that trust it.
    func served(_ host: String, client: String? = nil) {
        learnt.withLockedValue { learnt in
            learnt.doubted[host] = nil
            learnt.unused[host] = nil
            if let client, learnt.trusting.count < Self.limit { learnt.trusting.insert(client) }
            if learnt.served.count < Self.limit { learnt.served.insert(host) }
        }
    }

    /// Whether a client at this address has taken the recorder's certificate for any host.
    func trusts(_ client: String?) -> Bool {
        guard let client else { return false }
        return learnt.withLockedValue { $0.trusting.contains(client) }
    }

    /// A client took the certificate and asked for nothing: whether that is so often that it is worth a word.
    ///
    /// A library that pins may look at the certificate when the handshake is complete (OkHttp does). Of connections that
    /// were there together one counts; `began` is the ``moment`` of this one's beginning.
    func isOftenUnused(_ host: String, began: Int) -> Bool {
        learnt.withLockedValue { learnt in
            guard !learnt.served.contains(host), learnt.unused.count < Self.limit || learnt.unused[host] != nil else {
                return false
            }
            let earlier = learnt.unused[host] ?? (count: 0, last: 0)
            guard earlier.count == 0 || began >= earlier.last else { return false }
            learnt.hangUps += 1
            learnt.unused[host] = (earlier.count + 1, learnt.hangUps)
            return earlier.count + 1 == Self.oftenUnused
        }
    }

    private static let oftenUnused = 3

    /// What comes of a client that did not go on with the recorder's certificate.
    enum Consequence: Hashable, Sendable {
        /// Nothing that was not so before.
        case nothing
        /// The host is passed through if the next client does the same.
        case doubted
        /// The host is passed through from now on.
        case passesThrough
    }

    /// A client of the host does not take the certificate: for certain if it said so.
    ///
    /// One that only hung up when it had seen the certificate may have been looking whether anybody is there: it is
    /// believed the second time in a row, if that connection began after the first had hung up (``moment``), and never
    /// where a client was served.
    func refused(_ host: String, isCertain: Bool, began: Int) -> Consequence {
        learnt.withLockedValue { learnt in
            guard isCertain || !learnt.served.contains(host), !learnt.refusing.contains(host),
                !learnt.suspected.contains(host), learnt.refusing.count + learnt.suspected.count < Self.limit
            else { return .nothing }
            if isCertain {
                learnt.doubted[host] = nil
                learnt.refusing.insert(host)
                return .passesThrough
            }
            learnt.hangUps += 1
            guard let first = learnt.doubted[host] else {
                guard learnt.doubted.count < Self.limit else { return .nothing }
                learnt.doubted[host] = learnt.hangUps
                return .doubted
            }
            guard began >= first else { return .nothing }
            learnt.doubted[host] = nil
            learnt.suspected.insert(host)
            return .passesThrough
        }
    }

    /// Whether this is told of the host for the first time.
    func isNews(_ authority: String) -> Bool {
        learnt.withLockedValue { learnt in
            learnt.told.count < Self.limit && learnt.told.insert(authority).inserted
        }
    }
}
