import Exchanges
import NIOCore
import NIOHTTP1
import VirtualTime

/// What the recorder answers itself: how to trust it, its certificate, and what an app reports.
///
/// Nothing is kept here and nothing is redacted: what is reported goes on as events, as exchanges do.
final class MagicHost: Sendable {
    /// The header in which a device says when it sent a report, by its own clock, as ISO 8601.
    static let sentAtHeader = "X-Kinescope-Sent-At"

    private let pages: [String: MagicPage]

    init(authority: CertificateAuthority) {
        pages = Dictionary(uniqueKeysWithValues: MagicPage.all(for: authority).map { ($0.path, $0) })
    }

    /// What a request comes to: an answer, and what is to be recorded before it is sent.
    struct Reply: Sendable {
        var status: HTTPResponseStatus
        var headers: HTTPHeaders
        var body: ByteBuffer
        var events: [RecorderEvent] = []
    }

    /// The answer to a request; `path` is the URL's path with its query.
    ///
    /// The answer to HEAD is that to GET: whoever sends it leaves out the body.
    func reply(to head: HTTPRequestHead, path: String, body: ByteBuffer, at now: RecorderClock) -> Reply {
        reply(to: head, path: path, body: body, at: now.now)
    }

    /// The answer to a request that came at this instant.
    func reply(to head: HTTPRequestHead, path: String, body: ByteBuffer, at arrival: Instant) -> Reply {
        let path = path.prefix { $0 != "?" && $0 != "#" }
        if let page = pages[String(path)] {
            guard head.method == .GET || head.method == .HEAD else { return .notAllowed("GET, HEAD") }
            return page.reply
        }
        guard let kind = ReportKind(rawValue: String(path)) else { return .unknownPath(pages.keys) }
        guard head.method == .POST else { return .notAllowed("POST") }
        return ReportRequest(kind: kind, headers: head.headers, arrivedAt: arrival).reply(to: body)
    }
}

extension MagicHost.Reply {
    /// A page of plain text.
    init(_ status: HTTPResponseStatus, text: String) {
        self.init(
            status: status,
            headers: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"],
            body: ByteBuffer(string: text + "\n")
        )
    }

    fileprivate static func notAllowed(_ methods: String) -> Self {
        var reply = Self(.methodNotAllowed, text: "this path takes \(methods)")
        reply.headers.add(name: "Allow", value: methods)
        return reply
    }

    fileprivate static func unknownPath(_ pages: some Sequence<String>) -> Self {
        let list = pages.sorted().map { "GET  \($0)" } + ReportKind.allCases.map { "POST \($0.rawValue)" }
        return Self(.notFound, text: "no such path; there are:\n" + list.joined(separator: "\n"))
    }
}
