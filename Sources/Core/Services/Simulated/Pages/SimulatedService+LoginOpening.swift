import Documents
import PassAPI
import VirtualTime

// The beginning of a login by a real browser: like `openLogin`, with addresses that it can follow.

extension SimulatedService {
    /// The address at which Adobe takes a provider's SAML response.
    static let consumerPath = "/sp/saml/SAMLAssertionConsumer"

    /// `authenticate` leads to the provider's page by a redirect, `authenticate/saml` by a form.
    mutating func openLogin(_ request: PassRequest, from connection: ClientConnection, _ call: WireCall) -> (
        PassResponse, Page?
    ) {
        var pending: (relayState: String, ticket: LoginTicket)?
        let response = take(request, from: connection, at: call.now) { service, call throws(RefusedCall) in
            if let demanded = try service.admit(call) { return demanded }
            switch try service.beginLogin(call) {
            case .ended(let response): return response
            case .pending(let relayState, let ticket):
                pending = (relayState, ticket)
                return PassResponse(status: 302, .empty)
            }
        } refused: {
            $0
        }
        guard let (relayState, ticket) = pending else {
            remember(response)
            return (response, nil)
        }
        let path = "/" + (ticket.mvpd.map { PercentEncoding.component($0.lowercased()) } ?? Self.pickerName)
        guard request.operation == .sdkAuthenticate else {
            state.pendingLogins.update(relayState) {
                $0.browser = BrowserLogin(postsAssertion: false, host: call.url.host)
            }
            let query = "?RelayState=" + PercentEncoding.component(relayState)
            return (PassResponse(status: 302, .redirect(call.links.address(Self.loginHost, path + query))), nil)
        }
        let id = makeXMLID()
        state.pendingLogins.update(relayState) {
            $0.browser = BrowserLogin(postsAssertion: true, host: call.url.host, request: id)
        }
        let message = ProfileRequest(
            id: id,
            requestor: ticket.requestor,
            mvpd: ticket.mvpd ?? "",
            issued: call.time.wholeMilliseconds
        )
        let provider = ticket.mvpd.map { displayName(of: $0) } ?? "your TV provider"
        let page = LoginPages.onward(
            .login,
            "Sign in at \(provider)",
            "Your app leads to the login page of \(provider).",
            button: "Continue",
            action: call.links.address(Self.loginHost, path),
            fields: [("SAMLRequest", message.text(isPassive: false)), ("RelayState", relayState)]
        )
        return (PassResponse(status: 200, .page(page.text)), page)
    }

    /// The path at which the user chooses a provider that the app left open.
    static let pickerName = "picker"

    /// The name of a provider for people; its id where the configuration has none.
    func displayName(of mvpd: String) -> String {
        let name = provider(mvpd)?.listing.displayName ?? ""
        return name.isEmpty ? mvpd : name
    }

    /// The name of a requestor for people.
    func requestorName(_ id: String) -> String {
        let name = requestor(id)?.name ?? ""
        return name.isEmpty ? id : name
    }

    /// The providers that a requestor is integrated with, as a choice.
    func choice(of requestor: String) -> [(id: String, name: String)] {
        (self.requestor(requestor)?.integrations ?? []).filter { $0.isEnabled && provider($0.mvpd) != nil }
            .map { ($0.mvpd, displayName(of: $0.mvpd)) }
    }
}
