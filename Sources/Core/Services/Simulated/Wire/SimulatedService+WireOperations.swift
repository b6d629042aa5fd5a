import Documents
import Exchanges
import PassAPI
import VirtualTime

// Adobe's hosts on the wire.

extension SimulatedService {
    /// The response of one of Adobe's hosts.
    mutating func respondAsAdobe(_ call: WireCall) -> WireResponse {
        state.wire.requests &+= 1
        guard var request = call.recognized else { return respondToUnknown(call) }
        if let value = call.request.headers[first: DeviceIdentifier.header], !DeviceIdentifier.isReadable(value) {
            // It names no device.
            request[DeviceIdentifier.header] = nil
        }
        let session = session(for: request, call)
        let connection = ClientConnection(address: call.client.address, cookies: session.cookies)
        let (response, page) = respond(to: request, from: connection, call)
        var message = response.httpResponse(for: request)
        if let page {
            message.headers.removeAll { $0.isNamed("Content-Type") }
            message.headers.insert(HeaderField("Content-Type", "text/html;charset=UTF-8"), at: 0)
            message.body = Array(page.text.utf8)
            message.headers += Page.headers(links: call.links, target: page.target)
        } else if case .redirect(let location) = response.content {
            message.headers.removeAll { $0.isNamed("Location") }
            // Every redirect of an operation was checked, or leads to the service itself.
            if let target = RedirectTarget(location) { message.headers.append(HeaderField("Location", target.address)) }
        }
        for field in fields(of: response, to: request) where message.headers[first: field.name] == nil {
            message.headers.append(field)
        }
        if session.isNew { message.headers.append(Self.setCookie(session, call.links)) }
        return finish(message, .operation(request, response), call)
    }

    /// The response to an operation, and the page that shows it to a person.
    private mutating func respond(to request: PassRequest, from connection: ClientConnection, _ call: WireCall) -> (
        PassResponse, Page?
    ) {
        let row = request.operation.specification
        let sendsOn = [.loginPage, .logoutPage].contains(row.caller) || request.operation == .logout
        if sendsOn, let text = request["redirect_url"], !text.isEmpty, RedirectTarget(text) == nil {
            let details = "redirect_url is not an address that a browser may open"
            return withErrorPage(failure(400, "Bad Request", details: details), row, call)
        }
        switch request.operation {
        case .initiateAuthentication, .sdkAuthenticate, .authenticateInUserAgent:
            let (response, page) = openLogin(request, from: connection, call)
            return page == nil ? withErrorPage(response, row, call) : (response, page)
        case .assertionConsumer:
            let response = answer(request, from: connection, at: call.now)
            remember(response)
            return withErrorPage(response, row, call)
        case .sdkLogout where isNavigation(call), .logout where isNavigation(call) && request["Authorization"] == nil:
            return logOut(request, from: connection, call)
        default:
            return (answer(request, from: connection, at: call.now), nil)
        }
    }

    /// Checks whether a browser opened the address, which sends no access token of its own accord.
    private func isNavigation(_ call: WireCall) -> Bool { ExactText(call.method) == "GET" && call.prefersPage }

    /// A refused navigation as a page, where a person reads it.
    private func withErrorPage(_ response: PassResponse, _ row: OperationSpecification, _ call: WireCall) -> (
        PassResponse, Page?
    ) {
        guard case .error(let error) = response.content, call.prefersPage else { return (response, nil) }
        let reason = error.details ?? error.message ?? "The service refused it."
        guard ExactText(reason) == Self.unknownCodeDetails else {
            let text = "Adobe Pass refused it: \(reason)."
            return (response, LoginPages.notice(.badRequest, status: response.status, "This login cannot begin", text))
        }
        let page = LoginPages.notice(
            .loginExpired,
            status: response.status,
            "This code is not valid",
            "There is no such code, or it has expired. Have the television show a new one.",
            way: ("Type another code", call.links.address(Self.activationHost, "/activate"))
        )
        return (response, page)
    }

    /// Remembers where a browser is sent.
    mutating func remember(_ response: PassResponse) {
        guard case .redirect(let location) = response.content, let target = RedirectTarget(location) else { return }
        state.wire.remember(target)
    }

    /// A browser's navigation to a logout: Adobe's side and the MVPD's.
    private mutating func logOut(_ request: PassRequest, from connection: ClientConnection, _ call: WireCall) -> (
        PassResponse, Page?
    ) {
        switch logOut(request, from: connection, at: call.now) {
        case .refused(let response): return withErrorPage(response, request.operation.specification, call)
        // A logout has no login to be denied.
        case .denied(let text):
            let response = failure(400, "Bad Request", details: text)
            return withErrorPage(response, request.operation.specification, call)
        case .ended(let address):
            if let text = request["redirect_url"], !text.isEmpty {
                let response = PassResponse(status: 302, .redirect(address))
                remember(response)
                return (response, nil)
            }
            // REST's logout is a call that a web view makes, too: it has no page.
            guard request.operation == .sdkLogout else { return (PassResponse(status: 204, .empty), nil) }
            let page = LoginPages.notice(
                .loggedOut,
                status: 200,
                "You are signed out",
                "Close this window to return to the app.",
                isProblem: false
            )
            return (PassResponse(status: 200, .page(page.text)), page)
        }
    }
}

// MARK: Cookies and header fields

extension SimulatedService {
    /// The session that counts for an operation: that of its cookies, or the one that began the login it ends.
    private mutating func session(for request: PassRequest, _ call: WireCall) -> WireSession {
        let row = request.operation.specification
        let isBrowsers = row.interface == .accessEnabler || [.loginPage, .logoutPage].contains(row.caller)
        let own = wireSession(of: call.request, isNeeded: false, at: call.now)
        if !own.cookies.isEmpty { return own }
        // The provider's page posts from another site, and a browser may keep Adobe's cookies to itself.
        let relayState = request.operation == .assertionConsumer ? request["RelayState"] : nil
        if let pending = relayState.flatMap({ state.pendingLogins[$0] }) {
            return WireSession(cookies: pending.cookies, isNew: false)
        }
        return wireSession(of: call.request, isNeeded: isBrowsers, at: call.now)
    }

    /// The header fields that a response has besides those of its form.
    private func fields(of response: PassResponse, to request: PassRequest) -> HeaderFields {
        let digits = signer.pseudonym(of: "X-Request-Id \(state.wire.requests)")
        // A clock that is moved must not meet what an earlier one left in a cache.
        var fields = [HeaderField("X-Request-Id", Self.grouped(digits)), HeaderField("Cache-Control", "no-store")]
        if case .individualizedDevice(let device) = response.content {
            // access-enabler.md §14.3
            fields.append(HeaderField("pass_sfp", signer.pseudonym(of: "pass_sfp " + device)))
        }
        guard case .error(let error) = response.content else { return fields }
        if let code = error.code, [FrontEndCode.authorizesNone, FrontEndCode.invalid].contains(exactly: code) {
            // rest-api-v1.md §4; access-enabler.md §14.4
            fields.append(HeaderField("Authzf-Error-Code", code))
            if let details = error.details { fields.append(HeaderField("Authzf-Error-Details", details)) }
        }
        if response.status == 401, let value = request["Authorization"], case .signed = AuthorizationHeader(value) {
            // Adobe does not say why; whoever brings such an app has to know what there is for it.
            fields.append(HeaderField(HTTPResponse.hintHeader, Self.signedHint))
        }
        if response.status == 401 {
            // RFC 9110 §15.5.2; RFC 6750 §3: no error is named to a client that brought no token.
            let isRefused = request["Authorization"].map { !$0.isEmpty } ?? false
            let error = isRefused ? #", error="invalid_token""# : ""
            fields.append(HeaderField("WWW-Authenticate", #"Bearer realm="Adobe Pass""# + error))
        }
        return fields
    }

    private static let signedHint =
        "a signed Authorization header is accepted with quirks: { accepts-signed-authorization: yes } in --service FILE"

    /// 32 hexadecimal digits in the groups of a UUID.
    private static func grouped(_ digits: String) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digit)
        }
        return text
    }
}

// MARK: What there is

extension SimulatedService {
    /// The response to what is no operation at one of Adobe's hosts.
    private mutating func respondToUnknown(_ call: WireCall) -> WireResponse {
        let names = ["GET", "POST", "PUT", "DELETE"].filter { name in
            var request = call.request
            (request.method, request.body) = (name, nil)
            return PassRequest(recognizing: request) != nil
        }
        if ExactText(call.method) == "OPTIONS", !names.isEmpty {
            return methods(names + ["OPTIONS"], status: 204, call)
        }
        guard names.isEmpty || names.contains(exactly: call.method) else { return methods(names, status: 405, call) }
        return send(notFound(call), call)
    }

    /// The page for an address that the service does not have: what there is.
    func notFound(_ call: WireCall) -> Page {
        let place = "\(call.method) \(call.url.path.prefix(200)) on \(call.url.host)"
        let found = "The service does not have \(place)."
        let activation = call.links.address(Self.activationHost, "/activate")
        let adobe = hosts.filter { ServiceEnvironment.isAdobe(host: $0) }
        let hosts = adobe.map { "<li><code>\($0)</code></li>\n" as Markup }
        var page = LoginPages.notice(.notFound, status: 404, "There is no such page", found)
        page.content =
            page.content + """
                <h2>What there is</h2>
                <p>This is a simulated Adobe Pass service. It responds to Dynamic Client Registration, REST API V1 and the \
                AccessEnabler calls on these hosts:</p>
                <ul>
                \(Markup(hosts))</ul>
                <p>A login page on <code>\(Self.loginHost)</code> opens from an app.
                A code from a television is typed <a href="\(activation)">on its own page</a>.</p>
                """
        page.problem = found
        return page
    }
}
