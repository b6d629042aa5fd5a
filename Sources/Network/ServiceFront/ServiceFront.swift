import Exchanges
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
    private let origins: [Origin]
    private let passthrough: PassthroughHosts
    private let onServed: @Sendable (ServedEntry) -> Void

    /// A front before what `opening` gives.
    ///
    /// - Parameters:
    ///   - opening: what is served.
    ///   - endpoint: the proxy's own pages.
    ///   - control: takes what changes the backend.
    ///   - passthroughHosts: hosts whose requests go to their servers, by name or `*.example.com`.
    ///   - allowedOrigins: pages that may send requests beside those of this machine, of what is served and of its
    ///     programmers.
    ///   - onServed: told what was asked, in order, when it is answered.
    package init(
        _ opening: ServedOpening,
        endpoint: LocalEndpoint,
        control: ControlInterface,
        passthroughHosts: [String],
        allowedOrigins: [Origin],
        onServed: @escaping @Sendable (ServedEntry) -> Void
    ) {
        self.opening = opening
        self.endpoint = endpoint
        self.control = control
        vsa = VSAResource(opening: opening, onServed: onServed)
        passthrough = PassthroughHosts(passthroughHosts)
        origins = allowedOrigins
        self.onServed = onServed
    }

    package var isGuarded: Bool { false }

    package func answers(for origin: Origin) -> Bool { !passthrough.contain(origin.host) }

    package func reply(to request: LocalRequest) async -> LocalReply {
        do throws(ServedOpening.Failure) {
            return try await answer(request)
        } catch {
            return LocalReply(answer: LocalAnswer(.internalServerError, text: "\(error)\n"))
        }
    }

    private func answer(_ request: LocalRequest) async throws(ServedOpening.Failure) -> LocalReply {
        guard request.origin.host == OwnHost.name else {
            if let refusal = try await refusal(of: request) { return LocalReply(answer: refusal) }
            return await serve(ServedRequest(request), request, by: try await opening.served().state)
        }
        if ControlInterface.covers(request.path) { return await control.reply(to: request) }
        if VSAResource.covers(request.path) { return await vsa.reply(to: request) }
        if let refusal = try await refusal(of: request) { return LocalReply(answer: refusal) }
        if endpoint.has(request.path) { return endpoint.reply(to: request) }
        let content = try await opening.served()
        if let served = ServedRequest(request, isHost: { content.hosts.contains($0) }) {
            return await serve(served, request, by: content.state)
        }
        return endpoint.reply(to: request)
    }

    /// Returns the refusal of a request that a page of another origin sends.
    private func refusal(of request: LocalRequest) async throws(ServedOpening.Failure) -> LocalAnswer? {
        // No browser sends an empty one; some clients do.
        let host = request.head.headers.first(name: "host")
        for origin in request.head.headers["origin"] where !origin.isEmpty {
            if try await isAllowed(origin, host) { continue }
            let state = try await opening.served().state
            state.withBackend { $0.warn(.foreignOrigin, String(origin.prefix(200)), at: request.arrivedAt) }
            return .foreignOrigin(origin)
        }
        return nil
    }

    private func isAllowed(_ text: String, _ host: String?) async throws(ServedOpening.Failure) -> Bool {
        guard let origin = Origin(url: text) else { return false }
        if OwnAddresses.isLoopback(host: origin.host) || origins.contains(origin) { return true }
        if let host, Origin(authority: host, isSecure: origin.isSecure) == origin { return true }
        let served = try await opening.served()
        return served.origins.contains(origin)
            || served.state.withBackend { $0.serves(text) || $0.isProgrammers(host: origin.host) }
    }

    private func serve(
        _ served: ServedRequest,
        _ received: LocalRequest,
        by backend: ServedState
    ) async -> LocalReply {
        let client = WireClient(address: received.client, base: served.base)
        let reply = backend.answer(at: received.arrivedAt, entry: \.entry) { backend in
            backend.serves(served.request.url)
                ? backend.respond(to: served.request, from: client, at: received.arrivedAt)
                : backend.refuse(served.request, at: received.arrivedAt)
        }
        onServed(reply.entry)
        if reply.delay > .zero { try? await Task.sleep(for: reply.delay) }
        let response = reply.entry.isUnmatched ? UnmatchedResponse.response(to: reply.entry) : reply.response
        let exchange = Exchange(
            ordinal: 0,
            startedAt: reply.entry.instant,
            durationMicroseconds: 0,
            request: served.request,
            outcome: response.map { .response($0) } ?? .failure("the connection was broken off by a fault"),
            harExtras: ServedJSON.notes(on: reply.entry, at: received.arrivedAt)
        )
        // An answer before the answer is none, and one that HTTP does not have cannot be sent.
        guard let response, (200..<600).contains(response.status) else {
            return LocalReply(answer: LocalAnswer(.badGateway, text: ""), exchange: exchange, isBrokenOff: true)
        }
        return LocalReply(answer: LocalAnswer(response), exchange: exchange)
    }
}
