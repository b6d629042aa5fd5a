import Exchanges
import NIOCore
import NIOHTTP1
package import ProxyProtocol

/// The recorder's own pages and reports: how to trust it, its certificate, and what an app reports.
///
/// Nothing is kept here and nothing is redacted: what is reported is handed on as events, as exchanges are.
package struct LocalEndpoint: Answerer {
    /// The header in which a device says when it sent a report, by its own clock, as ISO 8601.
    static let sentAtHeader = "X-Kinescope-Sent-At"

    private let pages: [String: EndpointPage]
    private let others: [String]
    private let isRecorded: Bool

    /// What the proxy is there for, as its pages say.
    package enum Purpose: Sendable, CaseIterable {
        /// To record what passes.
        case recording
        /// To respond in place of servers.
        case serving
    }

    /// The endpoint of a proxy for `purpose`, whose authority this is.
    ///
    /// - Parameters:
    ///   - authority: the authority.
    ///   - purpose: what the proxy is there for.
    ///   - others: what stands beside its own paths at the same address, with the method: named to whoever asks for a path that
    ///     is not there.
    ///   - isRecorded: whether somebody keeps what is reported.
    package init(
        authority: CertificateAuthority,
        of purpose: Purpose = .recording,
        beside others: [String] = [],
        isRecorded: Bool = true
    ) {
        (self.others, self.isRecorded) = (others, isRecorded)
        pages = Dictionary(uniqueKeysWithValues: EndpointPage.all(for: authority, of: purpose).map { ($0.path, $0) })
    }

    package var isGuarded: Bool { true }

    package func answers(for origin: Origin) -> Bool { origin.host == OwnHost.name }

    /// Checks whether a path is one of its pages, takes reports, or is what browsers ask every site for.
    package func has(_ path: String) -> Bool {
        let path = path.prefix { $0 != "?" && $0 != "#" }
        return pages[String(path)] != nil || ReportKind(path: path) != nil || path == "/favicon.ico"
    }

    package func reply(to request: LocalRequest) -> LocalReply {
        let path = request.path.prefix { $0 != "?" && $0 != "#" }
        if let page = pages[String(path)] {
            let isRead = request.head.method == .GET || request.head.method == .HEAD
            return LocalReply(answer: isRead ? page.answer : .notAllowed("GET, HEAD"))
        }
        guard let kind = ReportKind(path: path) else { return LocalReply(answer: .unknownPath(pages.keys, others)) }
        guard request.head.method == .POST else { return LocalReply(answer: .notAllowed("POST")) }
        let headers = request.head.headers
        return ReportRequest(kind: kind, headers: headers, arrivedAt: request.arrivedAt, isRecorded: isRecorded)
            .reply(to: request.body)
    }
}

extension LocalAnswer {
    /// A text of the endpoint's.
    static func endpoint(_ status: HTTPResponseStatus, _ text: String, allow: String? = nil) -> LocalAnswer {
        let further = [("Cache-Control", "no-store")] + (allow.map { [("Allow", $0)] } ?? [])
        return LocalAnswer(status, text: text, HTTPHeaders(further))
    }

    fileprivate static func notAllowed(_ methods: String) -> LocalAnswer {
        endpoint(.methodNotAllowed, "this path takes \(methods)", allow: methods)
    }

    fileprivate static func unknownPath(_ pages: some Sequence<String>, _ others: [String]) -> LocalAnswer {
        let list = pages.sorted().map { "GET  \($0)" } + ReportKind.allCases.map { "POST \($0.rawValue)" } + others
        return endpoint(.notFound, "no such path; there are:\n" + list.joined(separator: "\n"))
    }
}
