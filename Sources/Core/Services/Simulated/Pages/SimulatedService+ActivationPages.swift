import Documents
import Exchanges
import OrderedCollections
import PassAPI
import VirtualTime

// The page where a code from a television is typed: in the world it is the programmer's, which navigates to `authenticate`
// for its user (rest-api-v1.md §7.2), after it has added what the session lacks in REST API V2 (rest-api-v2.md §6.4).

/// A code that a television shows, of whichever version of the REST API.
private struct ShownCode {
    var code: String
    var requestor: String
    /// The provider that is chosen already.
    var mvpd: String?
    var expires: Instant
    /// The sign-on that was completed with it.
    var login: AuthenticationRecord?
    /// True if it stands for a session of V2.
    var isOfSession = false
}

extension SimulatedService {
    /// The response of the activation host.
    mutating func respondAsActivationSite(_ call: WireCall) -> WireResponse {
        guard let form = PageForm(call) else { return send(Self.unreadableForm, call) }
        switch call.segments {
        case [], ["activate"]: return activate(form, call)
        case ["done"]: return send(activated(form, call), call)
        default: return send(notFound(call), call)
        }
    }

    private mutating func activate(_ form: PageForm, _ call: WireCall) -> WireResponse {
        let typed = form["code"].map { String($0.filter { !$0.isWhitespace }) } ?? ""
        // An address with a code, as a television shows it in a QR code, fills the field in.
        guard ExactText(call.method) == "POST" else { return send(codePage(typed, call), call) }
        guard !typed.isEmpty else { return send(codePage("", problem: ("Type the code.", 200), call), call) }
        guard let record = shownCode(typed) ?? shownCode(typed.uppercased()) else {
            let text = "There is no code \(typed). Look at your television again."
            return send(codePage(typed, problem: (text, Self.unknownCodeStatus), call), call)
        }
        guard call.time < record.expires else {
            let text = "The code \(typed) has expired. Have the television show a new one."
            return send(codePage(typed, problem: (text, Self.unknownCodeStatus), call), call)
        }
        let chosen = form["mvpd"].flatMap { $0.isEmpty ? nil : $0 } ?? record.mvpd
        guard let mvpd = chosen, activeIntegration(record.requestor, mvpd) != nil else {
            let page = LoginPages.picker(
                .activationProvider,
                requestorName(record.requestor),
                action: call.links.address(Self.activationHost, "/activate"),
                field: ("code", record.code),
                providers: choice(of: record.requestor),
                target: nil
            )
            return send(page, call)
        }
        return sendOn(.activationProvider, to: authenticate(record, mvpd, call), call)
    }

    /// The address at which a second screen begins the login for a code.
    private mutating func authenticate(_ record: ShownCode, _ mvpd: String, _ call: WireCall) -> String {
        let done = call.links.address(Self.activationHost, "/done?code=" + PercentEncoding.component(record.code))
        let request: PassRequest
        if record.isOfSession {
            completeSession(record.code, with: mvpd, redirectURL: done)
            request = .authenticateInUserAgent(serviceProvider: record.requestor, code: record.code)
        } else {
            request = .initiateAuthentication(
                requestor: record.requestor,
                mvpd: mvpd,
                code: record.code,
                domainName: requestor(record.requestor)?.domains.first ?? "adobe.com",
                redirectURL: done
            )
        }
        let host = ServiceEnvironment.production.authority(of: .service)
        // What its path has of variables is there, so it can always be written.
        let url = (try? request.httpRequest(to: .production))?.url ?? ""
        return call.links.address(host, String(URLParts(url).pathAndQuery))
    }

    /// The code as it was typed, expired or not.
    private func shownCode(_ text: String) -> ShownCode? {
        if let record = code(text) {
            return ShownCode(
                code: record.code,
                requestor: record.requestor,
                mvpd: record.mvpd,
                expires: record.expires,
                login: record.login
            )
        }
        return state.authenticationSessions[text].map { record in
            ShownCode(
                code: record.code,
                requestor: record.place.requestor,
                mvpd: record.mvpd,
                expires: record.expires,
                login: record.login,
                isOfSession: true
            )
        }
    }

    private func codePage(_ typed: String, problem: (text: String, status: Int)? = nil, _ call: WireCall) -> Page {
        let all = state.codes.entries.values.map(\.code) + state.authenticationSessions.all.map(\.code)
        let waiting = all.compactMap { shownCode($0) }.filter { $0.login == nil && call.time < $0.expires }.suffix(5)
        return ActivationPages.code(
            typed,
            action: call.links.address(Self.activationHost, "/activate"),
            waiting: waiting.map { .init(code: $0.code, requestor: requestorName($0.requestor)) },
            problem: problem
        )
    }

    /// The end of a sign-in by code: what the service knows of it.
    private func activated(_ form: PageForm, _ call: WireCall) -> Page {
        let again = ("Type another code", call.links.address(Self.activationHost, "/activate"))
        guard let record = form["code"].flatMap({ shownCode($0) }), let login = record.login, call.time < login.expires
        else {
            return LoginPages.notice(
                .activationDenied,
                status: 200,
                "You are not signed in",
                "The login was canceled, or the code has expired.",
                way: again
            )
        }
        return LoginPages.notice(
            .activated,
            status: 200,
            "You are signed in",
            "Your television signs in to \(requestorName(record.requestor)) at \(displayName(of: login.mvpd)) as "
                + "\(login.user). Close this window and look at your television.",
            isProblem: false
        )
    }
}
