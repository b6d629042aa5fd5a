import Documents
public import OrderedCollections
public import Exchanges
public import PassAPI
public import VirtualTime

// The simulated service as a server: every operation over HTTP, and the pages that a browser needs on the way.

extension SimulatedService {
    /// The hosts that it responds for on the wire: Adobe Pass's of production and staging, the providers' login host, and
    /// the one where a code is typed.
    public var hosts: [String] {
        var hosts: [String] = []
        for environment in ServiceEnvironment.documented {
            for role in [HostRole.service, .registrationCodes, .sdk, .management] {
                let host = environment.authority(of: role)
                if !hosts.contains(exactly: host) { hosts.append(host) }
            }
        }
        return hosts + [Self.loginHost, Self.activationHost]
    }

    /// The host of every provider's login page.
    public static let loginHost = "login.example"

    /// The host of the page where a code from a television is typed, at `/activate`.
    public static let activationHost = "activate.example"

    /// Checks whether it responds to requests for `url`: those for ``hosts``, for any other host of Adobe Pass's, and for
    /// an address to which it has sent a browser at the end of a login or logout.
    public func serves(_ url: String) -> Bool {
        let parts = URLParts(url)
        return ServiceEnvironment.isAdobe(host: parts.host) || hosts.contains(exactly: parts.host)
            || state.wire.isLanding(parts)
    }

    /// Checks whether a text is a registration code that it has given and still knows.
    public func hasCode(_ text: String) -> Bool { state.codes[text] != nil }

    /// A sign-on that a device has.
    public struct SignOn: Hashable, Sendable {
        public let mvpd: String
        fileprivate let device: DeviceKey
        fileprivate let issued: Instant
    }

    /// The sign-ons of all devices, in order.
    public var signOns: OrderedSet<SignOn> {
        OrderedSet(
            state.devices.flatMap { key, record in
                record.signOns.values.compactMap(\.authentication)
                    .map { SignOn(mvpd: $0.mvpd, device: key, issued: $0.issued) }
            }
        )
    }

    /// Checks whether a text is the `RelayState` of a login that a browser began and that has not ended.
    public func hasLogin(_ relayState: String) -> Bool { state.pendingLogins[relayState] != nil }

    /// The last registration code, the `RelayState` of the last login that a browser began, and the address to which it sent one last
    /// at the end of a login or logout (``end(at:)``), as far as there are any.
    public var latestMakings: [String] {
        [
            state.codes.entries.keys.last?.value, state.pendingLogins.entries.keys.last?.value,
            state.wire.landings.last,
        ]
        .compactMap(\.self)
    }

    /// The name that an address at the end of a login or logout has, however a browser writes it.
    public static func end(at url: String) -> String { WireState.landing(URLParts(url)) }

    /// The response on the wire to a request for one of its hosts, which arrived from `client` at `now` (true time).
    ///
    /// An operation of Adobe Pass is given to ``answer(_:from:at:)`` with the session of its cookies; a browser's way
    /// through a login or logout has pages. The same service with the same requests in the same order sends the same
    /// bytes.
    public mutating func respond(to request: HTTPRequest, from client: WireClient, at now: Instant) -> WireResponse {
        respond(to: request, recognizedAs: PassRequest(recognizing: request), from: client, at: now)
    }

    /// The same for a request of which is known already which operation it calls, if any.
    public mutating func respond(
        to request: HTTPRequest,
        recognizedAs recognized: PassRequest?,
        from client: WireClient,
        at now: Instant
    ) -> WireResponse {
        let url = URLParts(request.url)
        let call = WireCall(
            request: request,
            recognized: recognized,
            url: url,
            links: WireLinks(for: url),
            client: client,
            now: now,
            time: serverTime(at: now)
        )
        if let refused = refusal(of: call) { return send(refused, call) }
        if ServiceEnvironment.isAdobe(host: url.host) { return respondAsAdobe(call) }
        let isPage = ["GET", "HEAD", "POST"].contains(exactly: call.method)
        if ExactText(call.method) == "OPTIONS" { return methods(["GET", "HEAD", "POST"], status: 204, call) }
        guard isPage else { return methods(["GET", "HEAD", "POST"], status: 405, call) }
        switch ExactText(url.host) {
        case ExactText(Self.loginHost): return respondAsProvider(call)
        case ExactText(Self.activationHost): return respondAsActivationSite(call)
        default: return state.wire.isLanding(url) ? send(landing(call), call) : send(notFound(call), call)
        }
    }

    /// What is wrong with a request whatever it is for.
    private func refusal(of call: WireCall) -> Page? {
        func page(_ kind: PageKind, _ status: Int, _ text: String) -> Page {
            LoginPages.notice(kind, status: status, "This request cannot be read", text)
        }
        let (url, body) = (call.request.url.utf8.count, call.request.body?.count ?? 0)
        if url > WireLimits.url {
            return page(.tooLarge, 414, "Its URL has \(url) bytes. At most \(WireLimits.url) are read.")
        }
        if body > WireLimits.body {
            return page(.tooLarge, 413, "Its body has \(body) bytes. At most \(WireLimits.body) are read.")
        }
        guard !call.url.host.isEmpty else {
            return page(.badRequest, 400, "It has no host: neither a Host field nor a full URL.")
        }
        guard !call.method.isEmpty, call.method.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return page(.badRequest, 400, "It has no method.")
        }
        return nil
    }

    /// The page in place of the app's own at the end of a login.
    private func landing(_ call: WireCall) -> Page {
        LoginPages.notice(
            .landing,
            status: 200,
            "Back at the app",
            "The app named this address as the end of the login or logout. Close this window to return to the app.",
            isProblem: false
        )
    }
}

// MARK: Sending

extension SimulatedService {
    /// A page as a response.
    func send(_ page: Page, _ call: WireCall) -> WireResponse {
        let wantsText = call.prefersPage || ServiceEnvironment.isAdobe(host: call.url.host) == false
        var response = HTTPResponse(status: page.status)
        if wantsText {
            response.headers = [HeaderField("Content-Type", "text/html;charset=UTF-8")]
            response.headers += Page.headers(links: call.links, target: page.target)
            response.body = Array(page.text.utf8)
        } else {
            // A program at Adobe's hosts reads errors as Adobe writes them.
            let accept = call.request.headers[first: "Accept"]
            response = PassResponse(
                status: page.status,
                .error(PassError(status: page.status, message: page.heading, details: page.problem))
            ).httpResponse(for: PassRequest(.checkAuthentication, accept.map { [.init("Accept", $0)] } ?? []))
            response.headers.append(HeaderField("Cache-Control", "no-store"))
        }
        return finish(response, .page(page.kind), call)
    }

    /// A redirect to an address of the service's own, or to a target that was checked.
    func sendOn(_ kind: PageKind, to address: String, status: Int = 302, _ call: WireCall) -> WireResponse {
        let headers = [HeaderField("Location", address), HeaderField("Cache-Control", "no-store")]
        return finish(HTTPResponse(status: status, headers: headers), .page(kind), call)
    }

    /// The methods that an address has.
    func methods(_ names: [String], status: Int, _ call: WireCall) -> WireResponse {
        let list = names.joined(separator: ", ")
        if status == 204 {
            return finish(HTTPResponse(status: 204, headers: [HeaderField("Allow", list)]), .page(.methods), call)
        }
        let text = "This address has no \(call.method). It has \(list)."
        var response = send(LoginPages.notice(.methodNotAllowed, status: status, "Method not allowed", text), call)
        response.response.headers.append(HeaderField("Allow", list))
        return response
    }

    /// The response with its date, without what only a body's receiver needs.
    ///
    /// Adobe's hosts go by the service's clock, all others by true time.
    func finish(_ response: HTTPResponse, _ meaning: WireResponse.Meaning, _ call: WireCall) -> WireResponse {
        var response = response
        let clock = ServiceEnvironment.isAdobe(host: call.url.host) ? call.time : call.now
        response.headers.insert(HeaderField("Date", clock.httpDate), at: 0)
        response.headers = response.headers.map { HeaderField($0.name, Self.fieldValue($0.value)) }
        response.version = "HTTP/1.1"
        if ExactText(call.method) == "HEAD" { response.body = nil }
        return WireResponse(response: response, meaning: meaning, delay: configuration.latency)
    }

    /// The text as a header field can hold it (RFC 9110 §5.5): control characters become spaces.
    private static func fieldValue(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
        return String(decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
    }
}
