import NIOConcurrencyHelpers

/// The hosts whose TLS is passed through unseen: those that were named, and those whose clients do not take the
/// recorder's certificate.
package final class PassthroughHosts: Sendable {
    /// Hosts that are remembered of each kind at most, so that a client cannot fill the memory with names.
    static let limit = 10_000

    private let named: Set<String>
    /// The parts that follow `*` in the patterns: `.example.com`.
    private let suffixes: [String]
    private let learnt = NIOLockedValueBox(Learnt())

    private struct Learnt {
        /// Hosts whose clients said that they do not take the certificate.
        var refusing: Set<String> = []
        /// Hosts whose clients hung up twice without a word.
        var suspected: Set<String> = []
        var served: Set<String> = []
        /// Hosts whose last client hung up without a word.
        var doubted: Set<String> = []
        /// The number of connections of each host that have not requested anything yet.
        var open: [String: Int] = [:]
        var told: Set<String> = []
        /// Clients by address that took the recorder's certificate and asked for something.
        var trusting: Set<String> = []
        /// The number of connections in a row that were closed without a request.
        var unused: [String: Int] = [:]
    }

    /// Hosts by name, or by `*.example.com`.
    package init(_ patterns: [String]) {
        let patterns = patterns.map { $0.lowercased() }
        named = Set(patterns.filter { !$0.hasPrefix("*.") })
        suffixes = patterns.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()) }
    }

    /// Checks whether the host, in lower case, is passed through.
    package func contain(_ host: String) -> Bool {
        named.contains(host) || suffixes.contains { host.hasSuffix($0) && host.utf8.count > $0.utf8.count }
            || learnt.withLockedValue { $0.refusing.contains(host) || $0.suspected.contains(host) }
    }

    /// A handshake for the host begins.
    ///
    /// Browsers open several connections at once, keep one and hang up on the others. So hanging up says something only
    /// where no other connection of the host is left that may still ask for something.
    func began(_ host: String) { learnt.withLockedValue { $0.open[host, default: 0] += 1 } }

    /// A connection that had begun asks for something, or is closed; what it says then is asked afterwards.
    func ended(_ host: String) {
        learnt.withLockedValue { learnt in
            let others = (learnt.open[host] ?? 0) - 1
            learnt.open[host] = others > 0 ? others : nil
        }
    }

    /// A client has completed the handshake: it takes the certificate.
    ///
    /// - Returns: whether the host is no longer passed through because of it.
    func accepted(_ host: String) -> Bool {
        learnt.withLockedValue { learnt in
            learnt.doubted.remove(host)
            return learnt.suspected.remove(host) != nil
        }
    }

    /// A request has come through the recorder's TLS for the host: there are clients that trust it.
    func served(_ host: String, client: String? = nil) {
        learnt.withLockedValue { learnt in
            learnt.doubted.remove(host)
            learnt.unused[host] = nil
            if let client, learnt.trusting.count < Self.limit { learnt.trusting.insert(client) }
            if learnt.served.count < Self.limit { learnt.served.insert(host) }
        }
    }

    /// Checks whether a client at this address has taken the recorder's certificate for any host.
    func trusts(_ client: String?) -> Bool {
        guard let client else { return false }
        return learnt.withLockedValue { $0.trusting.contains(client) }
    }

    /// A client took the certificate and asked for nothing: whether that is so often that it is worth a word.
    ///
    /// A library that pins may look at the certificate when the handshake is complete (OkHttp does). Of connections that
    /// are there together the last one counts.
    func isOftenUnused(_ host: String) -> Bool {
        learnt.withLockedValue { learnt in
            guard !learnt.served.contains(host), learnt.unused.count < Self.limit || learnt.unused[host] != nil else {
                return false
            }
            guard learnt.open[host] == nil else { return false }
            learnt.unused[host, default: 0] += 1
            return learnt.unused[host] == Self.oftenUnused
        }
    }

    private static let oftenUnused = 3

    /// The consequences of a client that did not continue with the recorder's certificate.
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
    /// believed the second time in a row, if no other connection of the host is left, and never where a client was served.
    func refused(_ host: String, isCertain: Bool) -> Consequence {
        learnt.withLockedValue { learnt in
            guard isCertain || !learnt.served.contains(host), !learnt.refusing.contains(host),
                !learnt.suspected.contains(host), learnt.refusing.count + learnt.suspected.count < Self.limit
            else { return .nothing }
            if isCertain {
                learnt.doubted.remove(host)
                learnt.refusing.insert(host)
                return .passesThrough
            }
            guard learnt.open[host] == nil else { return .nothing }
            guard learnt.doubted.remove(host) != nil else {
                guard learnt.doubted.count < Self.limit else { return .nothing }
                learnt.doubted.insert(host)
                return .doubted
            }
            learnt.suspected.insert(host)
            return .passesThrough
        }
    }

    /// Returns true if this is reported of the host for the first time.
    func isNews(_ authority: String) -> Bool {
        learnt.withLockedValue { learnt in
            learnt.told.count < Self.limit && learnt.told.insert(authority).inserted
        }
    }
}
