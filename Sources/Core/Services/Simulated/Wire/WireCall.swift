import Documents
import Exchanges
import PassAPI
import VirtualTime

/// A request on the wire with what is needed to respond to it.
struct WireCall {
    /// The request as it came.
    let request: HTTPRequest
    /// The operation that it calls; nil for a page.
    let recognized: PassRequest?
    /// The parts of its URL.
    let url: URLParts
    /// The form of the addresses that its client can follow.
    let links: WireLinks
    let client: WireClient
    /// True time.
    let now: Instant
    /// The time by the service's clock.
    let time: Instant

    /// The method in capital letters.
    var method: String { request.method.uppercased() }

    /// True if a person reads the response: the first of the media types in `Accept` is HTML.
    var prefersPage: Bool {
        let first = (request.headers[first: "Accept"] ?? "").utf8.split(separator: UInt8(ascii: ",")).first
        let type = first?.split(separator: UInt8(ascii: ";")).first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        return ExactText(type.lowercased().filter { $0 != " " }) == "text/html"
    }

    /// The segments of the path, decoded, without empty ones.
    var segments: [String] {
        url.path.utf8.split(separator: UInt8(ascii: "/"))
            .map { PercentEncoding.decode(String(decoding: $0, as: UTF8.self)) }
    }
}

/// The limits of a request on the wire, each far above what a client sends.
enum WireLimits {
    /// A URL has at most 64 KiB.
    static let url = 65_536
    /// A body has at most 1 MiB, as much as recognizing a request reads.
    static let body = 1_048_576
    /// A form of a page has at most 32 fields.
    static let fields = 32
    /// A user name, password, code or other value of a page's form has at most 4 KiB.
    static let value = 4_096
}
