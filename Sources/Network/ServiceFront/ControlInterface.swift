import Documents
import Exchanges
import NIOCore
import NIOHTTP1
import Proxy
import ProxyProtocol
import Report
package import Services
package import Simulation
package import VirtualTime

/// The interface under `/_kinescope/` that looks at what is served and changes it.
///
/// It is for programs on this machine: a page in a browser is refused by its `Origin`, a name that was led here by its
/// `Host`, whoever comes from elsewhere by the address; and whatever changes something needs the token.
package struct ControlInterface: Sendable {
    /// The beginning of its paths.
    package static let root = "/_kinescope/"

    private let opening: ServedOpening
    private let token: ControlToken
    private let readSteps: @Sendable (String, ServiceConfiguration?) throws -> [ServedStep]
    private let openAPI: String
    private let page: [UInt8]
    private let now: @Sendable () -> Instant

    /// An interface to what `opening` gives.
    ///
    /// - Parameters:
    ///   - opening: what is served.
    ///   - token: what whoever changes something has to know.
    ///   - openAPI: the description of the interface, as JSON.
    ///   - page: the page at the root of its paths, as HTML.
    ///   - now: tells the wall's time.
    ///   - readSteps: reads the steps in a text.
    package init(
        _ opening: ServedOpening,
        token: ControlToken,
        openAPI: String,
        page: [UInt8],
        now: @escaping @Sendable () -> Instant,
        readSteps: @escaping @Sendable (String, ServiceConfiguration?) throws -> [ServedStep]
    ) {
        self.opening = opening
        self.token = token
        self.openAPI = openAPI
        self.page = page
        self.now = now
        self.readSteps = readSteps
    }

    /// Checks whether a path is one of the interface's.
    static func covers(_ path: String) -> Bool {
        let plain = plain(path)
        return plain == root.dropLast() || plain.hasPrefix(root)
    }

    private static func plain(_ path: String) -> Substring { path.prefix { $0 != "?" && $0 != "#" } }

    /// The answer to a request for one of its paths.
    func reply(to request: LocalRequest) async -> LocalReply {
        if let refusal = refusal(of: request) { return LocalReply(answer: refusal) }
        let name = Self.plain(request.path).dropFirst(Self.root.count)
        let method = request.head.method
        if name.isEmpty {
            return LocalReply(answer: [.GET, .HEAD].contains(method) ? .page(page) : .takesOnly("GET, HEAD"))
        }
        guard let resource = ControlResource(rawValue: String(name)) else {
            let paths = "\(Self.root), \(ControlResource.list)"
            return LocalReply(answer: .control(.notFound, "no such path; there are: \(paths)"))
        }
        guard method == resource.method || method == .HEAD && resource.isRead else {
            return LocalReply(answer: .takesOnly(resource.isRead ? "GET, HEAD" : "POST"))
        }
        let isTrusted = token.matches(request.head.headers["authorization"])
        if !resource.isRead, !isTrusted {
            var answer = LocalAnswer.control(
                .unauthorized,
                "this needs the token in the file that serve names at its start"
            )
            answer.headers.add(name: "WWW-Authenticate", value: "Bearer")
            return LocalReply(answer: answer)
        }
        if let content = EventStream.Content(resource), Self.wantsEvents(request.head.headers) {
            return await events(content, request.head, isTrusted: isTrusted)
        }
        do throws(ServedOpening.Failure) {
            return LocalReply(answer: try await answer(resource, request, isTrusted: isTrusted))
        } catch {
            return LocalReply(answer: .control(.internalServerError, "\(error)"))
        }
    }

    // MARK: Events

    /// Checks whether a request names the type of server-sent events among those it accepts.
    private static func wantsEvents(_ headers: HTTPHeaders) -> Bool {
        headers[canonicalForm: "accept"].contains {
            $0.prefix { $0 != ";" }.lowercased() == EventStream.contentType
        }
    }

    /// The timeline or the page's content as it happens.
    private func events(
        _ content: EventStream.Content,
        _ head: HTTPRequestHead,
        isTrusted: Bool
    ) async -> LocalReply {
        // No page of others can read it, but it could take all the streams there are.
        let site = head.headers.first(name: "sec-fetch-site") ?? "none"
        guard ["same-origin", "none"].contains(site) else {
            return LocalReply(answer: .control(.forbidden, "pages of other origins may not use the control interface"))
        }
        let answer = LocalAnswer(
            status: .ok,
            headers: [
                "Content-Type": EventStream.contentType, "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff",
            ],
            body: ByteBuffer()
        )
        if head.method == .HEAD {
            return LocalReply(
                answer: answer,
                stream: StreamedBody {
                    nil
                } end: {
                }
            )
        }
        let backend: ServedState
        do throws(ServedOpening.Failure) {
            let served = try await opening.served()
            if content == .page { await served.history.value() }
            backend = served.state
        } catch {
            return LocalReply(answer: .control(.internalServerError, "\(error)"))
        }
        let last = head.headers.first(name: "last-event-id")
        guard let stream = EventStream(content, of: backend, after: last, shortens: !isTrusted, now: now) else {
            var answer = LocalAnswer.control(
                .serviceUnavailable,
                "at most \(ServedEvents.mostReaders) streams of events are open at once, and none when serve ends"
            )
            answer.headers.add(name: "Retry-After", value: "5")
            return LocalReply(answer: answer)
        }
        return LocalReply(answer: answer, stream: stream.body)
    }

    /// Returns the refusal of a request that may come from a page, or from elsewhere.
    private func refusal(of request: LocalRequest) -> LocalAnswer? {
        guard OwnAddresses.isLoopback(host: request.client) else {
            return .control(.forbidden, "the control interface is for this machine alone")
        }
        // A name that was led here would make its pages ours; only what came through the proxy may have the proxy's own.
        let host = request.head.headers.first(name: "host").flatMap { Origin(authority: $0, isSecure: false)?.host }
        if let host, request.head.uri.hasPrefix("/"), !OwnAddresses.isLoopback(host: host) {
            return .control(.forbidden, "the control interface has another name: 127.0.0.1")
        }
        for text in request.head.headers["origin"] where !isOwn(text, request.head.headers.first(name: "host")) {
            return .control(.forbidden, "pages of other origins may not use the control interface")
        }
        return nil
    }

    private func isOwn(_ origin: String, _ host: String?) -> Bool {
        guard let origin = Origin(url: origin), let host else { return false }
        return Origin(authority: host, isSecure: origin.isSecure) == origin
    }

    private func answer(
        _ resource: ControlResource,
        _ request: LocalRequest,
        isTrusted: Bool
    ) async throws(ServedOpening.Failure) -> LocalAnswer {
        let served = try await opening.served()
        if resource.needsHistory { await served.history.value() }
        let state = served.state
        let wall = now()
        /// A list as this client may read it.
        func list(_ objects: [JSONObject]) -> LocalAnswer {
            guard !isTrusted else { return .list(objects) }
            return .list(objects.map(state.withBackend { ShortenedIdentifiers(of: &$0, at: wall) }.callAsFunction))
        }
        switch resource {
        case .clock:
            return .object(state.withBackend { ServedJSON.clock($0.clock, at: wall) })
        case .state:
            return list(state.withBackend { ServedJSON.state($0.stateEntries(at: wall)) })
        case .expirations:
            state.pass(to: wall)
            return list(state.withBackend { ServedJSON.expirations($0.expirations(at: wall)) })
        case .timeline:
            return list(state.withBackend { $0.log.entries }.map(ServedJSON.request))
        case .unmatched:
            return list(state.withBackend { $0.log.unmatched }.map(ServedJSON.request))
        case .verdict:
            return .object(
                JSONObject(
                    [JSONMember("type", .string("verdict"))]
                        + state.withBackend { ServedJSON.verdict(of: $0) }.members
                )
            )
        case .page:
            return list(
                state.withPage(at: wall) { page, _ in page.objects(after: ServedPage.Place(), limit: .max).map(\.object)
                }
            )
        case .reset:
            return .object(state.reset(at: wall))
        case .steps:
            return steps(String(buffer: request.body), state, at: wall)
        case .openAPI:
            return LocalAnswer(.ok, json: openAPI)
        }
    }

    /// Lets the steps happen; the first that cannot ends them.
    private func steps(_ text: String, _ state: ServedState, at wall: Instant) -> LocalAnswer {
        let steps: [ServedStep]
        do {
            steps = try readSteps(text, state.withBackend { $0.configuration })
        } catch {
            return .object(ServedJSON.error("\(error)"), .badRequest)
        }
        let (made, failure) = state.perform(steps, at: wall)
        guard let (step, error) = failure else { return .list(made) }
        let unmet = error.failure.map { "\(error.problem): expected \($0.expected); found \($0.found)" }
        let words = unmet ?? ErrorText.text(error.problem, fix: error.hint)
        return .list(made + [ServedJSON.error("\(step.text): \(words)")], .conflict)
    }
}

extension LocalAnswer {
    /// A refusal of the control interface.
    fileprivate static func control(_ status: HTTPResponseStatus, _ message: String) -> LocalAnswer {
        .object(ServedJSON.error(message), status)
    }

    /// A refusal of a method.
    fileprivate static func takesOnly(_ methods: String) -> LocalAnswer {
        var answer = control(.methodNotAllowed, "this path takes \(methods)")
        answer.headers.add(name: "Allow", value: methods)
        return answer
    }

    /// The page: nothing but its own script runs in it, nobody frames it, and it names itself to nobody.
    fileprivate static func page(_ html: [UInt8]) -> LocalAnswer {
        LocalAnswer(
            status: .ok,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": Page.liveSecurityPolicy,
                "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
                "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
            ],
            body: ByteBuffer(bytes: html)
        )
    }

    fileprivate static func object(_ object: JSONObject, _ status: HTTPResponseStatus = .ok) -> LocalAnswer {
        LocalAnswer(status, json: JSONLine.text(of: object))
    }

    fileprivate static func list(_ objects: [JSONObject], _ status: HTTPResponseStatus = .ok) -> LocalAnswer {
        LocalAnswer(
            status,
            json: JSONLine.text(of: ["type": .string("list"), "items": .array(objects.map { .object($0) })])
        )
    }

    /// JSON that no page is let read, and nobody keeps.
    fileprivate init(_ status: HTTPResponseStatus, json: String) {
        self.init(
            status: status,
            headers: [
                "Content-Type": "application/json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
            ],
            body: ByteBuffer(string: json)
        )
    }
}
