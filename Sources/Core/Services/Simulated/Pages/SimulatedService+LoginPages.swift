import Documents
import Exchanges
import PassAPI
import VirtualTime

// A provider's pages: the login that a browser opened at Adobe is found by its RelayState.

extension SimulatedService {
    /// The response of the login host.
    mutating func respondAsProvider(_ call: WireCall) -> WireResponse {
        let segments = call.segments
        guard segments.count == 1 else { return send(notFound(call), call) }
        guard let form = PageForm(call) else { return send(Self.unreadableForm, call) }
        guard let relayState = form["RelayState"], !relayState.isEmpty else {
            let isKnown = segments[0] == Self.pickerName || isPlace(segments[0])
            return send(isKnown ? Self.withoutLogin : notFound(call), call)
        }
        guard let pending = state.pendingLogins[relayState] else { return send(Self.unknownLogin, call) }
        guard call.time < pending.expires else { return send(Self.expiredLogin, call) }
        let ticket = pending.ticket
        let chosen = ticket.mvpd ?? form["mvpd"].flatMap { $0.isEmpty ? nil : $0 }
        guard let mvpd = chosen else {
            guard segments[0] == Self.pickerName else { return send(notFound(call), call) }
            return cancels(form) ? cancel(relayState, pending, call) : send(picker(ticket, relayState, call), call)
        }
        guard provider(mvpd) != nil, activeIntegration(ticket.requestor, mvpd) != nil else {
            return send(Self.unknownProvider, call)
        }
        let isHere = ExactText(segments[0].lowercased()) == mvpd.lowercased()
        let isAtPicker = ticket.mvpd == nil && segments[0] == Self.pickerName
        guard isHere || isAtPicker else { return send(notFound(call), call) }
        let page = BrowserPage(relayState: relayState, pending: pending, mvpd: mvpd)
        if ExactText(call.method) == "POST" {
            if cancels(form) { return cancel(relayState, pending, call) }
            if let typed = form.login { return submit(typed, page, call) }
            // A provider that lets every user in has no fields: its button sends the RelayState alone.
            if !asksForName(ticket, mvpd), form["SAMLRequest"] == nil, isHere { return submit(("", ""), page, call) }
        }
        return show(page, call)
    }

    /// A login page: the login that waits, and the provider that it is at.
    private struct BrowserPage {
        var relayState: String
        var pending: PendingLogin
        var mvpd: String
    }

    private func cancels(_ form: PageForm) -> Bool { form["cancel"].map { !$0.isEmpty } ?? false }

    /// Checks whether a provider has its login page at this path.
    private func isPlace(_ segment: String) -> Bool {
        configuration.providers.contains { ExactText($0.listing.id.lowercased()) == segment.lowercased() }
    }

    /// False where the provider lets every user in.
    private func asksForName(_ ticket: LoginTicket, _ mvpd: String) -> Bool {
        !isTempPass(mvpd) && !authenticatesEverybody(requestor: ticket.requestor, mvpd: mvpd)
    }

    // MARK: The way in

    private func show(_ page: BrowserPage, user: String = "", problem: String? = nil, _ call: WireCall) -> WireResponse
    {
        let ticket = page.pending.ticket
        let asks = asksForName(ticket, page.mvpd)
        if asks, machine(page.mvpd)?.isReachable == false { return send(unreachable(page.mvpd), call) }
        let place = LoginPages.Place(
            mvpd: page.mvpd,
            provider: displayName(of: page.mvpd),
            requestor: requestorName(ticket.requestor),
            relayState: page.relayState,
            action: call.links.address(Self.loginHost, "/" + PercentEncoding.component(page.mvpd.lowercased())),
            isChosen: ticket.mvpd == nil,
            target: RedirectTarget(ticket.redirectURL)
        )
        let provider = machine(page.mvpd)?.provider
        let users = (provider?.subscribers ?? []).map { subscriber in
            LoginPages.User(
                name: subscriber.user,
                resources: subscriber.resources,
                isRevoked: self.subscriber(named: subscriber.user, of: page.mvpd) == nil
            )
        }
        let names: LoginPages.Names =
            !asks ? .unasked : provider?.takesEveryName == true ? .every(as: users.first) : .listed(users)
        return send(LoginPages.login(place, names, user: user, problem: problem), call)
    }

    private mutating func submit(_ typed: (user: String, password: String), _ page: BrowserPage, _ call: WireCall)
        -> WireResponse
    {
        let ticket = page.pending.ticket
        let asks = asksForName(ticket, page.mvpd)
        if asks {
            switch LoginPages.FailingPassword(rawValue: typed.password) {
            case .unreachable?: return send(unreachable(page.mvpd), call)
            case .expired?:
                state.pendingLogins.remove(page.relayState)
                return send(Self.expiredLogin, call)
            case .wrong?, nil: break
            }
            if typed.user.isEmpty || typed.password.isEmpty {
                return show(page, user: typed.user, problem: "Type your user name and your password.", call)
            }
            if machine(page.mvpd)?.isReachable == false { return send(unreachable(page.mvpd), call) }
        }
        let isRight = ExactText(typed.password) != LoginPages.FailingPassword.wrong.rawValue
        let decision = login(
            at: page.mvpd,
            requestor: ticket.requestor,
            user: typed.user,
            isPasswordRight: isRight,
            at: call.now
        )
        switch decision {
        case .denied(let text): return show(page, user: typed.user, problem: text, call)
        case .signedIn(let user, let index):
            return letIn(signedIn(user, at: page.mvpd, sessionIndex: index), page, call)
        }
    }

    /// The user is in: a SAML response on the way back to Adobe, or the end where none has to travel.
    private mutating func letIn(_ user: SignedInUser, _ page: BrowserPage, _ call: WireCall) -> WireResponse {
        let ticket = page.pending.ticket
        // A user whom the provider does not know cannot be named by its assertion.
        guard let browser = page.pending.browser, browser.postsAssertion, let id = browser.request,
            subscriber(named: user.user, of: user.mvpd) != nil
        else { return end(page, user, call) }
        if ticket.code != nil {
            // A device waits for its code, and a program that signs in need not bring the response back.
            if let refused = finish(page, user, call) { return refused }
        }
        state.profileRequests.insert(
            ProfileRequestRecord(
                id: id,
                requestor: ticket.requestor,
                mvpd: user.mvpd,
                issued: call.time,
                expires: page.pending.expires
            ),
            for: id,
            at: call.time
        )
        state.pendingLogins.update(page.relayState) {
            $0.ticket.mvpd = user.mvpd
            $0.browser?.isComplete = ticket.code != nil
        }
        let terms = ProviderMachine.Terms(
            session: lifetime(ticket.requestor, user.mvpd) { $0.platformSession },
            layout: configuration.quirks.provider.samlLayout
        )
        let message = withMachine(user.mvpd) { machine in
            machine.loginResponse(
                for: user.user,
                sessionIndex: user.sessionIndex,
                to: id,
                at: "https://\(browser.host)\(Self.consumerPath)",
                terms: terms,
                now: call.now
            )
        }
        let onward = LoginPages.onward(
            .loggedIn,
            "You are signed in",
            "\(displayName(of: user.mvpd)) knows you as \(user.user).",
            button: "Continue to \(requestorName(ticket.requestor))",
            action: call.links.address(browser.host, Self.consumerPath),
            fields: [("SAMLResponse", Base64.encode((message ?? "").utf8)), ("RelayState", page.relayState)],
            target: RedirectTarget(ticket.redirectURL)
        )
        return send(onward, call)
    }

    /// The end of a login whose response need not travel.
    private mutating func end(_ page: BrowserPage, _ user: SignedInUser, _ call: WireCall) -> WireResponse {
        if let refused = finish(page, user, call) { return refused }
        state.pendingLogins.remove(page.relayState)
        return leave(.loggedIn, page.pending.ticket, call)
    }

    /// Keeps the sign-on of a browser's login; a page where it cannot be kept.
    private mutating func finish(_ page: BrowserPage, _ user: SignedInUser, _ call: WireCall) -> WireResponse? {
        let own = Call(
            request: PassRequest(.assertionConsumer, [.init("RelayState", page.relayState)]),
            connection: ClientConnection(address: call.client.address, cookies: page.pending.cookies),
            now: call.now,
            time: call.time
        )
        do throws(RefusedCall) {
            try complete(page.pending.ticket, user, own)
            return nil
        } catch {
            return send(Self.expiredCode(call), call)
        }
    }

    // MARK: The way out

    private mutating func cancel(_ relayState: String, _ pending: PendingLogin, _ call: WireCall) -> WireResponse {
        state.pendingLogins.remove(relayState)
        return leave(.loginCanceled, pending.ticket, call)
    }

    /// The browser is sent to where the app wants it.
    private mutating func leave(_ kind: PageKind, _ ticket: LoginTicket, _ call: WireCall) -> WireResponse {
        // It was checked when the login began.
        guard let target = RedirectTarget(ticket.redirectURL) else { return send(Self.unknownLogin, call) }
        state.wire.remember(target)
        return sendOn(kind, to: target.address, call)
    }

    private func picker(_ ticket: LoginTicket, _ relayState: String, _ call: WireCall) -> Page {
        LoginPages.picker(
            .providerPicker,
            requestorName(ticket.requestor),
            action: call.links.address(Self.loginHost, "/" + Self.pickerName),
            field: ("RelayState", relayState),
            providers: choice(of: ticket.requestor),
            target: RedirectTarget(ticket.redirectURL)
        )
    }
}

// MARK: What goes wrong

extension SimulatedService {
    fileprivate func unreachable(_ mvpd: String) -> Page {
        LoginPages.notice(
            .providerUnreachable,
            status: 503,
            displayName(of: mvpd),
            "\(displayName(of: mvpd)) cannot be reached. Try again later."
        )
    }

    static let unreadableForm = LoginPages.notice(
        .badRequest,
        status: 400,
        "This form cannot be read",
        "The request is not a form that this page sends, or one of its fields is too long."
    )

    fileprivate static let withoutLogin = LoginPages.notice(
        .badRequest,
        status: 400,
        "No login has begun",
        "This address has no RelayState. A login begins in an app, or with the code that a television shows."
    )

    fileprivate static let unknownLogin = LoginPages.notice(
        .loginExpired,
        status: 404,
        "This login is not known",
        "It has ended before, or it began at another service. Start again in the app."
    )

    fileprivate static let expiredLogin = LoginPages.notice(
        .loginExpired,
        status: 410,
        "This login has expired",
        "Start again in the app."
    )

    fileprivate static let unknownProvider = LoginPages.notice(
        .badRequest,
        status: 400,
        "This provider is not known",
        "The app has no agreement with it. Choose another one."
    )

    static func expiredCode(_ call: WireCall) -> Page {
        LoginPages.notice(
            .loginExpired,
            status: 410,
            "This code has expired",
            "Have the television show a new one.",
            way: ("Type another code", call.links.address(activationHost, "/activate"))
        )
    }
}
