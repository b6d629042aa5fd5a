import OrderedCollections
import PassAPI
import VirtualTime

// Login in a browser (rest-api-v1.md §7.2; access-enabler.md §7, §14).

extension SimulatedService {
    /// `authenticate`, `authenticate/saml`: on the way to the MVPD, or past it where nobody needs to be asked.
    mutating func openLogin(_ call: Call) throws(RefusedCall) -> PassResponse {
        switch try beginLogin(call) {
        case .ended(let response): response
        case .pending(let relayState, let ticket): wayToProvider(ticket, relayState, call)
        }
    }

    /// The beginning of a login: a ticket that waits for the MVPD, or the end where nobody needs to be asked.
    mutating func beginLogin(_ call: Call) throws(RefusedCall) -> LoginBeginning {
        let ticket = try loginTicket(call)
        if let mvpd = ticket.mvpd {
            if authenticatesEverybody(requestor: ticket.requestor, mvpd: mvpd) {
                return .ended(try logInWithoutAsking(ticket, mvpd, call))
            }
            if ticket.isPassive { return .ended(try logInPassively(ticket, mvpd, call)) }
        }
        let relayState = makeGUID()
        let pending = PendingLogin(
            ticket: ticket,
            cookies: call.connection.cookies,
            expires: call.time + Self.loginLifetime
        )
        state.pendingLogins.insert(pending, for: relayState, at: call.time)
        return .pending(relayState: relayState, ticket)
    }

    /// The time that a browser has for the MVPD's login page: half an hour (no source states).
    static let loginLifetime = Duration.seconds(1_800)

    private func wayToProvider(_ ticket: LoginTicket, _ relayState: String, _ call: Call) -> PassResponse {
        let address = "https://login.example/\(ticket.mvpd?.lowercased() ?? "picker")"
        guard call.request.operation.interface == .accessEnabler else {
            return PassResponse(status: 302, .redirect("\(address)?RelayState=\(relayState)"))
        }
        return PassResponse(
            status: 200,
            .page(
                #"<html><body><form method="POST" action="\#(address)"><input type="hidden" name="SAMLRequest" value=""/>"#
                    + #"<input type="hidden" name="RelayState" value="\#(relayState)"/></form></body></html>"#
            )
        )
    }

    /// "AuthN all": everybody is signed in, the MVPD is not asked.
    private mutating func logInWithoutAsking(_ ticket: LoginTicket, _ mvpd: String, _ call: Call) throws(RefusedCall)
        -> PassResponse
    {
        let decision = login(at: mvpd, requestor: ticket.requestor, user: "", isPasswordRight: true, at: call.now)
        guard case .signedIn(let user, let index) = decision else { return failure(400, "Bad Request") }
        try complete(ticket, signedIn(user, at: mvpd, sessionIndex: index), call)
        return PassResponse(status: 302, .redirect(ticket.redirectURL))
    }

    /// `IsPassive`: the MVPD answers from its own session in the browser, or for the user of the other programmer's AuthN
    /// token that came along (row K-119), or not at all.
    private mutating func logInPassively(_ ticket: LoginTicket, _ mvpd: String, _ call: Call) throws(RefusedCall)
        -> PassResponse
    {
        guard activeIntegration(ticket.requestor, mvpd)?.isPassiveAuthenticationEnabled == true,
            let known = knownUser(of: mvpd, call)
        else {
            // The end of the flow is the same; that there is no token shows at `session`.
            return PassResponse(status: 302, .redirect(ticket.redirectURL))
        }
        try complete(ticket, known, call)
        return PassResponse(status: 302, .redirect(ticket.redirectURL))
    }

    /// Whom the MVPD knows without asking: by its session in the browser, else by a living AuthN token; nobody whose
    /// subscription has ended.
    private mutating func knownUser(of mvpd: String, _ call: Call) -> SignedInUser? {
        if let session = state.browserSessions[BrowserSessionKey(cookies: call.connection.cookies, mvpd: mvpd)],
            call.time < session.expires
        {
            return SignedInUser(
                mvpd: mvpd,
                user: session.user,
                nameID: session.nameID,
                sessionIndex: session.sessionIndex
            )
        }
        guard let text = call.value("authentication_token"), let record = state.authenticationTokens[text],
            record.mvpd == mvpd, call.time < record.expires, subscriber(named: record.nameID, of: mvpd) != nil
        else { return nil }
        return SignedInUser(mvpd: mvpd, user: record.user, nameID: record.nameID, sessionIndex: record.sessionIndex)
    }

    /// `SAMLAssertionConsumer`: the MVPD's answer, posted by the browser.
    mutating func consumeAssertion(_ call: Call) throws(RefusedCall) -> PassResponse {
        let response = try required("SAMLResponse", of: call)
        let relayState = try required("RelayState", of: call)
        guard let pending = state.pendingLogins[relayState], call.time < pending.expires,
            let mvpd = pending.ticket.mvpd
        else { throw RefusedCall(failure(400, "Bad Request", details: "no such RelayState")) }
        let signOn = try signOn(
            with: SubmittedResponse(response),
            requestor: pending.ticket.requestor,
            mvpd: mvpd,
            tokenSource: nil,
            at: call.time
        )
        state.pendingLogins.remove(relayState)
        if pending.browser?.isComplete != true { try complete(pending.ticket, signOn, call) }
        return PassResponse(status: 302, .redirect(pending.ticket.redirectURL))
    }

    /// Takes a browser through the MVPD's login page.
    mutating func logIn(_ call: Call, as simulatedUser: LoginAttempt) throws(RefusedCall) -> LoginResult {
        let (chosen, user, isPasswordRight) =
            switch simulatedUser {
            case .signsIn(let mvpd, let user): (mvpd, user, true)
            case .wrongPassword(let mvpd, let user): (mvpd, user, false)
            }
        // The page on which the code was typed adds what the app left to it.
        if call.request.operation == .authenticateInUserAgent { resumeSession(call, with: chosen) }
        let ticket = try loginTicket(call)
        let mvpd = ticket.mvpd ?? chosen
        guard activeIntegration(ticket.requestor, mvpd) != nil else {
            throw RefusedCall(failure(400, "Bad Request", details: "unknown mvpd", code: "unknown_integration"))
        }
        // The page that opens is that of the MVPD in the navigation: customers of another one are unknown there.
        guard mvpd == chosen || authenticatesEverybody(requestor: ticket.requestor, mvpd: mvpd) else {
            return .denied("\(mvpd) has no customer of \(chosen)")
        }
        let decision = login(
            at: mvpd,
            requestor: ticket.requestor,
            user: user,
            isPasswordRight: isPasswordRight,
            at: call.now
        )
        switch decision {
        case .denied(let text): return .denied(text)
        case .signedIn(let user, let index):
            try complete(ticket, signedIn(user, at: mvpd, sessionIndex: index), call)
            return .ended(url: ticket.redirectURL)
        }
    }

    /// Keeps a sign-on where the device will look for it: under the registration code, else under the cookies.
    mutating func complete(_ ticket: LoginTicket, _ signOn: SignedInUser, _ call: Call) throws(RefusedCall) {
        let session = BrowserSession(
            user: signOn.user,
            nameID: signOn.nameID,
            sessionIndex: signOn.sessionIndex,
            issued: call.time,
            expires: call.time + lifetime(ticket.requestor, signOn.mvpd) { $0.platformSession }
        )
        state.browserSessions[BrowserSessionKey(cookies: call.connection.cookies, mvpd: signOn.mvpd)] = session
        if let session = ticket.code.flatMap({ state.authenticationSessions[$0] }) {
            return try complete(session, signOn, call)
        }
        let code = ticket.code.flatMap { self.code($0) }
        if ticket.code != nil, call.time >= code?.expires ?? call.time {
            throw RefusedCall(failure(400, "Bad Request", details: Self.unknownCodeDetails))
        }
        let (requestor, domain) = (ticket.requestor, ticket.domain)
        let device = code?.device
        let record = makeAuthentication(signOn, for: requestor, domain: domain, device: device, at: call.time)
        guard let code else {
            state.sessions[SessionKey(cookies: call.connection.cookies, requestor: requestor)] = record
            return
        }
        state.codes.update(code.code) { $0.login = record }
        keep(record, on: code.device)
    }
}
