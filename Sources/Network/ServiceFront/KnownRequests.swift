import Documents
import NIOCore
import NIOHTTP1
import Proxy
import ProxyProtocol

/// Requests that came before, with what was made of them: an app asks for the same again and again, and to understand that costs
/// more than to find its response.
///
/// Only those without a body are kept, of at most 4 KiB, and 1,024 to 2,048 of them: those asked for last.
struct KnownRequests {
    private var newer: [Key: EnteredRequest] = [:]
    private var older: [Key: EnteredRequest] = [:]

    private static let count = 1_024
    private static let longest = 4_096

    /// What was made of a request with this key; nil if none is kept.
    mutating func request(of key: Key) -> EnteredRequest? {
        if let known = newer[key] { return known }
        guard let known = older[key] else { return nil }
        keep(known, for: key)
        return known
    }

    /// Keeps what was made of a request with this key.
    mutating func keep(_ request: EnteredRequest, for key: Key) {
        if newer.count >= Self.count { (older, newer) = (newer, [:]) }
        newer[key] = request
    }

    /// All that is made something of: the bytes of a request, and where it came in.
    ///
    /// It is made, and its hash with it, before anybody waits for what is known.
    struct Key: Hashable {
        private let origin: Origin
        @ExactText private var path: String
        private let method: HTTPMethod
        private let version: HTTPVersion
        private let headers: HTTPHeaders
        private let hash: Int

        /// The key of a request; nil for one that is not kept.
        init?(_ request: LocalRequest) {
            guard request.body.readableBytes == 0 else { return nil }
            let size = request.head.headers.reduce(request.path.utf8.count) {
                $0 + $1.name.utf8.count + $1.value.utf8.count
            }
            guard size <= KnownRequests.longest else { return nil }
            origin = request.origin
            _path = ExactText(request.path)
            method = request.head.method
            version = request.head.version
            headers = request.head.headers
            // With the headers' values: apps that number or sign their requests have one path and a thousand of those.
            var hasher = Hasher()
            hasher.combine(ExactText(request.path))
            for (_, value) in headers { hasher.combine(ExactText(value)) }
            hash = hasher.finalize()
        }

        static func == (one: Key, other: Key) -> Bool {
            one.hash == other.hash && one.$path == other.$path && one.origin == other.origin
                && one.method == other.method && one.version == other.version
                && one.headers.count == other.headers.count
                && zip(one.headers, other.headers).allSatisfy { mine, theirs in
                    ExactText(mine.name) == theirs.name && ExactText(mine.value) == theirs.value
                }
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }
}
