import Exchanges
import Synchronization
import NIOCore
import NIOHTTP1
package import Proxy
package import ProxyProtocol
import Report
import Services
package import Simulation

/// What is served, as the proxy's answerer: for every host that is not passed through.
///
/// An app reaches it through the proxy with its hosts unchanged, by sending a host's requests to the proxy's address, or
/// with the base URL `http://127.0.0.1:PORT/HOST`. At the proxy's own address the control interface stands beside it.
package final class ServiceFront: Answerer {
    private let opening: ServedOpening
    private let endpoint: LocalEndpoint
    private let control: ControlInterface
    private let vsa: VSAResource
    private let origins: [PageOrigin]
    private let passthrough: PassthroughHosts
    private let isRecorded: Bool
    private let onServed: @Sendable (ServedEntry) -> Void
    private let known = Mutex(KnownRequests())

    /// What stands at the proxy's own address beside the pages of the endpoint, by method and path.
    package static let ownPaths = ["GET  \(ControlInterface.root)", "POST \(VSAResource.path)"]

    /// A front before what `opening` gives.
    ///
    /// - Parameters:
    ///   - opening: what is served.
    ///   - endpoint: the proxy's own pages.
    ///   - control: takes what changes the backend.
    ///   - passthroughHosts: hosts whose requests go to their servers, by name or `*.example.com`.
    ///   - allowedOrigins: pages that may send requests beside those of this machine, of what is served and of its
    ///     programmers.
    ///   - isRecorded: whether somebody keeps the exchanges; they are made for nobody else.
    ///   - onServed: told what was asked, in the order of the ordinals, when it is answered; it asks nothing of what is served.
    package init(
        _ opening: ServedOpening,
        endpoint: LocalEndpoint,
        control: ControlInterface,
        passthroughHosts: [String],
        allowedOrigins: [PageOrigin],
        isRecorded: Bool,
        onServed: @escaping @Sendable (ServedEntry) -> Void
    ) {
        self.opening = opening
        self.endpoint = endpoint
        self.control = control
        vsa = VSAResource(opening: opening, onServed: onServed)
        passthrough = PassthroughHosts(passthroughHosts)
        origins = allowedOrigins
        self.isRecorded = isRecorded
        self.onServed = onServed
    }

    package var isGuarded: Bool { false }

    // Of its own address the proxy asks it only for what is for none of those hosts, see `PassedRequest`.
    package func answers(for origin: Origin) -> Bool { !passthrough.contain(origin.host) }

    package func reply(to request: LocalRequest) async -> LocalReply {
        do throws(ServedOpening.Failure) {
            return try await answer(request)
        } catch {
            return LocalReply(answer: LocalAnswer(.internalServerError, text: "\(error)\n"))
        }
    }

    package func replyAtOnce(to request: LocalRequest) -> LocalReply? {
        guard let content = try? opening.servedSoFar() else { return nil }
        // What came before and was served is for nobody else.
        if let key = KnownRequests.Key(request), let entered = known.withLock({ $0.request(of: key) }) {
            switch admission(of: request, by: content) {
            case .refused(let refusal): return LocalReply(answer: refusal)
            case .admitted(let page): return serve(entered, request, of: page, by: content, isKnown: true)
            }
        }
        return isForOthers(request) ? nil : answer(request, from: content)
    }

    private func answer(_ request: LocalRequest) async throws(ServedOpening.Failure) -> LocalReply {
        if isForOthers(request) {
            return await ControlInterface.covers(request.path) ? control.reply(to: request) : vsa.reply(to: request)
        }
        // The proxy's own pages wait for nothing.
        if isOwn(request), endpoint.has(request.path), request.head.headers["origin"].isEmpty {
            return endpoint.reply(to: request)
        }
        return answer(request, from: try await opening.served())
    }

    private func isOwn(_ request: LocalRequest) -> Bool { request.origin.host == OwnHost.name }

    /// Checks whether a request is for the control interface, or for VSA.
    private func isForOthers(_ request: LocalRequest) -> Bool {
        isOwn(request) && (ControlInterface.covers(request.path) || VSAResource.covers(request.path))
    }

    private func answer(_ request: LocalRequest, from content: ServedOpening.Served) -> LocalReply {
        let page: CrossOriginRequest?
        switch admission(of: request, by: content) {
        case .refused(let refusal): return LocalReply(answer: refusal)
        case .admitted(let sender): page = sender
        }
        let lead = content.state.lead
        guard isOwn(request) else {
            let entered = EnteredRequest(request, movedBy: lead)
            let meant = below(request, movedBy: lead, unless: entered, content) ?? entered
            return serve(meant, request, of: page, by: content)
        }
        if endpoint.has(request.path) { return endpoint.reply(to: request) }
        if let entered = EnteredRequest(request, movedBy: lead, isHost: { content.hosts.contains($0) }) {
            return serve(entered, request, of: page, by: content)
        }
        // An app whose base URL lacks the host would find no page, and no verdict would show it.
        if let entered = EnteredRequest(lackingHost: request, movedBy: lead) {
            return serve(entered, request, of: page, by: content)
        }
        return endpoint.reply(to: request)
    }

    /// A request below the base URL at an address by which only its sender knows this machine: that of the emulator's or the
    /// container's host.
    ///
    /// Only where its own host is not served, and cannot be the name of a site: pages of that one would reach what is served.
    private func below(
        _ request: LocalRequest,
        movedBy lead: Int64,
        unless entered: EnteredRequest,
        _ content: ServedOpening.Served
    ) -> EnteredRequest? {
        guard LocalName.isOne(request.origin.host), !content.state.withBackend({ $0.serves(entered.asked) }),
            let below = EnteredRequest(request, movedBy: lead, isHost: { content.hosts.contains($0) }),
            content.state.withBackend({ $0.serves(below.asked) })
        else { return nil }
        return below
    }

    /// The outcome of looking at whose a request is.
    private enum Admission {
        /// A page of another origin sends it.
        case refused(LocalAnswer)
        /// A page sends it that may, or nil: no page does.
        case admitted(CrossOriginRequest?)
    }

    private func admission(of request: LocalRequest, by content: ServedOpening.Served) -> Admission {
        var page: String?
        // No browser sends an empty one; some clients do.
        let host = request.head.headers.first(name: "host")
        for origin in request.head.headers["origin"] where !origin.isEmpty {
            if isAllowed(origin, host, content) {
                page = page ?? origin
                continue
            }
            content.state.withBackend { $0.warn(.foreignOrigin, String(origin.prefix(200)), at: request.arrivedAt) }
            return .refused(.foreignOrigin(origin))
        }
        if page == nil, let foreign = ForeignPage(sending: request.head, isAllowed: { isAllowed($0, host, content) }) {
            content.state.withBackend { $0.warn(.foreignOrigin, foreign.origin ?? "", at: request.arrivedAt) }
            return .refused(foreign.origin.map(LocalAnswer.foreignOrigin) ?? .unnamedOrigin)
        }
        return .admitted(page.map { CrossOriginRequest(of: $0, request.head) })
    }

    private func isAllowed(_ text: String, _ host: String?, _ served: ServedOpening.Served) -> Bool {
        guard let page = PageOrigin(text) else { return false }
        if origins.contains(page) || served.origins.contains(page) { return true }
        guard case .server(let origin) = page else { return false }
        if OwnAddresses.isLoopback(host: origin.host) { return true }
        if let host, Origin(authority: host, isSecure: origin.isSecure) == origin { return true }
        return served.state.withBackend { $0.serves(text) || $0.isProgrammers(host: origin.host) }
    }

    private func serve(
        _ entered: EnteredRequest,
        _ received: LocalRequest,
        of page: CrossOriginRequest?,
        by content: ServedOpening.Served,
        isKnown: Bool = false
    ) -> LocalReply {
        let backend = content.state
        var entered = entered
        let lead = entered.asked.lead
        let client = WireClient(address: received.client)
        let reply: ServedBackend.Reply
        if let page, page.isPreflight {
            let recorded = backend.answerIfTaken(at: received.arrivedAt, onServed: onServed) { backend in
                guard backend.serves(entered.asked) else {
                    return backend.refuse(entered.asked.received, at: received.arrivedAt)
                }
                return backend.takeRecorded(&entered.asked, from: client, at: received.arrivedAt)
            }
            // The browser's question, to which the service's answer is not known, is no request of the app's.
            guard let recorded else { return LocalReply(answer: page.permission) }
            reply = recorded
        } else {
            reply = backend.answer(at: received.arrivedAt, onServed: onServed) { backend in
                backend.serves(entered.asked)
                    ? backend.take(&entered.asked, from: client, at: received.arrivedAt)
                    : backend.refuse(entered.asked.received, at: received.arrivedAt)
            }
        }
        if !isKnown || entered.asked.lead != lead, let key = KnownRequests.Key(received) {
            known.withLock { [entered] in $0.keep(entered, for: key) }
        }
        let response = reply.entry.isUnmatched ? Self.unmatched(reply.entry, entered) ?? reply.response : reply.response
        let exchange =
            isRecorded
            ? Exchange(
                ordinal: 0,
                startedAt: reply.entry.instant,
                durationMicroseconds: Int64(exactly: (reply.delay / .microseconds(1)).rounded()) ?? .max,
                request: entered.asked.received,
                outcome: response.map { .response($0) } ?? .failure("the connection was broken off by a fault"),
                harExtras: ServedJSON.notes(on: reply.entry, at: received.arrivedAt)
            ) : nil
        // An answer before the answer is none, and one that HTTP does not have cannot be sent.
        guard let response, (200..<600).contains(response.status) else {
            return LocalReply(
                answer: LocalAnswer(.badGateway, text: ""),
                exchange: exchange,
                delay: reply.delay,
                isBrokenOff: true
            )
        }
        let sent = Self.placed(response, for: entered, hosts: content.hosts)
        let answer = LocalAnswer(sent)
        return LocalReply(answer: page?.readable(answer) ?? answer, exchange: exchange, delay: reply.delay)
    }

    private static func unmatched(_ entry: ServedEntry, _ entered: EnteredRequest) -> HTTPResponse? {
        UnmatchedResponse.response(to: entry, lacksHost: entered.lacksHost ? EnteredRequest.service : nil)
    }

    /// A response as it is sent: below a base URL its links lead through that.
    ///
    /// What is kept of it has them as the host would have sent them, as the request has its URL: the session may be served
    /// again, at another address.
    private static func placed(
        _ response: HTTPResponse,
        for entered: EnteredRequest,
        hosts: [String]
    ) -> HTTPResponse {
        guard let base = entered.base, BaseLinks.mayStand(in: response) else { return response }
        return BaseLinks(base: base, url: entered.asked.received.url, hosts: hosts)?.placed(response) ?? response
    }
}
