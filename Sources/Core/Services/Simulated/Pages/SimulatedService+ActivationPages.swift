import Documents
import Exchanges
import OrderedCollections
import PassAPI
import VirtualTime

// The page where a code from a television is typed: in the world it is the programmer's, which navigates to `authenticate`
// for its user (rest-api-v1.md §7.2).

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

    private func activate(_ form: PageForm, _ call: WireCall) -> WireResponse {
        let typed = form["code"].map { String($0.filter { !$0.isWhitespace }) } ?? ""
        // An address with a code, as a television shows it in a QR code, fills the field in.
        guard ExactText(call.method) == "POST" else { return send(codePage(typed, call), call) }
        guard !typed.isEmpty else { return send(codePage("", problem: ("Type the code.", 200), call), call) }
        guard let record = code(typed) ?? code(typed.uppercased()) else {
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
    private func authenticate(_ record: CodeRecord, _ mvpd: String, _ call: WireCall) -> String {
        let done = "/done?code=" + PercentEncoding.component(record.code)
        let request = PassRequest.initiateAuthentication(
            requestor: record.requestor,
            mvpd: mvpd,
            code: record.code,
            domainName: requestor(record.requestor)?.domains.first ?? "adobe.com",
            redirectURL: call.links.address(Self.activationHost, done)
        )
        let host = ServiceEnvironment.production.authority(of: .service)
        // Its path has no variable, so it can always be written.
        let url = (try? request.httpRequest(to: .production))?.url ?? ""
        return call.links.address(host, String(URLParts(url).pathAndQuery))
    }

    private func codePage(_ typed: String, problem: (text: String, status: Int)? = nil, _ call: WireCall) -> Page {
        let waiting = state.codes.entries.values.filter { $0.login == nil && call.time < $0.expires }.suffix(5)
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
        guard let record = form["code"].flatMap({ code($0) }), let login = record.login, call.time < login.expires
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
