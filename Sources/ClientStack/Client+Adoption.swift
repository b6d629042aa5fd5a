import PassAPI
import VirtualTime

// What another one's exchange makes of the client: a replay that has left the recording behind comes back to it so.

extension Client {
    /// Is what it would be if it had made `request` itself and been answered `response`; what it waited for is forgotten.
    ///
    /// - Parameters:
    ///   - request: what was requested.
    ///   - response: what came back; nil if nothing did.
    ///   - now: when it came back.
    /// - Returns: what the client does next of itself.
    mutating func adopt(_ request: PassRequest, _ response: PassResponse?, at now: Instant) -> [ClientEffect] {
        change(at: now) { $0.adopt(request, response, &$1) }
    }

    /// Forgets what it waits for; a user who is signed on stays so.
    mutating func abandon(at now: Instant) -> [ClientEffect] {
        change(at: now) { client, turn in
            let wasSignedOn = client.isSignedOn
            client.wishes.removeAll()
            client.stopEverything(&turn)
            if wasSignedOn { client.activity = .signedOn(Session(mvpd: nil), isBusy: false) }
        }
    }

    private mutating func adopt(_ request: PassRequest, _ response: PassResponse?, _ turn: inout Turn) {
        let wasSignedOn = isSignedOn
        let code =
            request.operation.specification.polling == .untilSuccess && response?.isSuccess != true
            ? releaseCode(&turn) : nil
        stopEverything(&turn)
        turn.line.adopt(request, response, at: turn.outbox.now)
        if wasSignedOn { activity = .signedOn(Session(mvpd: nil), isBusy: false) }
        switch request.operation {
        case .configuration:
            if case .configuration(let list)? = response?.content { turn.providers = list }
        case .checkAuthentication, .readAuthenticationToken, .readAuthenticationByCode, .checkAuthenticationByCode:
            adoptCheck(response, code, &turn)
        case .createRegistrationCode:
            let mvpd = request["mvpd"].map { MVPD(id: $0, displayName: $0) }
            resume(.regularLogin(RegularLogin(state: .requestingCode(mvpd))), response, &turn)
        case .profileRequest:
            resume(.cookbook(Cookbook(.requestingProfile(mvpd(of: request, turn)))), response, &turn)
        case .exchangeToken:
            resume(.cookbook(Cookbook(.exchanging(mvpd(of: request, turn)))), response, &turn)
        case .authorize, .mediaToken, .preauthorize, .userMetadata:
            adoptWish(request, response, &turn)
        case .logout where response?.isSuccess == true:
            rest(&turn)
        default:
            break
        }
    }

    private func mvpd(of request: PassRequest, _ turn: Turn) -> MVPD {
        let id = request["mvpd"] ?? ""
        return turn.providers?.mvpds.first { $0.id == id } ?? MVPD(id: id, displayName: id)
    }

    /// The answer to a token check, or to a poll while a code is out.
    private mutating func adoptCheck(_ response: PassResponse?, _ code: RegularLogin.Code?, _ turn: inout Turn) {
        if let response, response.isSuccess {
            let signOn = SignOn.cookbook(Cookbook(.checkingToken))
            settle(signOn, .signedOn(mvpd: response.authentication?.mvpd), nil, &turn)
        } else if let code {
            var login = RegularLogin(state: .polling(code, .asking, polls: 1))
            let outcome = login.pause(code, 1, &turn)
            settle(.regularLogin(login), outcome, nil, &turn)
        } else {
            resume(.cookbook(Cookbook(.checkingToken)), response, &turn)
        }
    }

    /// An authorization and the like: the user is signed on, or nobody would have requested it.
    private mutating func adoptWish(_ request: PassRequest, _ response: PassResponse?, _ turn: inout Turn) {
        var mvpd: String?
        switch response?.content {
        case .authorization(let details)?: mvpd = details.mvpd
        case .mediaToken(let details)?: mvpd = details.mvpd
        default: break
        }
        guard let session = Session(waitingFor: request, mvpd: mvpd, configuration) else { return }
        if request.operation == .authorize || request.operation == .mediaToken, let resource = request["resource"] {
            wishes.remove(.play(resource: resource))
        }
        turn.outbox.enter(.authorization)
        activity = .signedOn(session, isBusy: true)
        proceed(with: response.map { .answered($0) } ?? .failed(.unreachable("no response")), &turn)
    }

    private mutating func resume(_ signOn: SignOn, _ response: PassResponse?, _ turn: inout Turn) {
        activity = .signingOn(signOn, retrying: nil)
        proceed(with: response.map { .answered($0) } ?? .failed(.unreachable("no response")), &turn)
    }

    /// The registration code that is out, taken from the login that ends here; nil if there is none.
    ///
    /// The timer of its end runs on: a code lives as long as it was given at its arrival, whatever the device's clock shows.
    private mutating func releaseCode(_ turn: inout Turn) -> RegularLogin.Code? {
        guard case .signingOn(.regularLogin(let login), _) = activity, let code = login.code else { return nil }
        if case .polling(_, .pausing(let timer), _) = login.state { turn.outbox.cancel(timer) }
        activity = .signedOut
        return code
    }
}
