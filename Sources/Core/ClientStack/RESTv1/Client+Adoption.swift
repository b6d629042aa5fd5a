public import Device
public import PassAPI
public import VirtualTime

// What another one's exchange makes of the client: a replay that has left the recording behind comes back to it so.

extension Client {
    /// Is what it would be if it had made `request` itself and been answered `response`; what it waited for is
    /// forgotten.
    public mutating func adopt(
        _ request: PassRequest,
        _ response: PassResponse?,
        on device: inout Device,
        at now: Instant
    ) -> [ClientEffect] {
        begin(on: device, at: now)
        adopt(request, response)
        return desk.buffer.end()
    }

    /// Forgets what it waits for; a user who is signed in stays so.
    public mutating func abandon(on device: inout Device, at now: Instant) -> [ClientEffect] {
        begin(on: device, at: now)
        let wasSignedOn = isSignedIn
        pendingRequests.removeAll()
        stopEverything()
        if wasSignedOn { activity = .signedIn(Session(mvpd: nil), isBusy: false) }
        return desk.buffer.end()
    }

    private mutating func begin(on device: Device, at now: Instant) {
        let wall = device.clock.wallTime(at: now)
        desk.buffer.begin(at: wall, wall: wall)
    }

    private mutating func adopt(_ request: PassRequest, _ response: PassResponse?) {
        let wasSignedOn = isSignedIn
        let code =
            request.operation.specification.polling == .untilSuccess && response?.isSuccess != true
            ? releaseCode() : nil
        stopEverything()
        desk.adopt(request, response)
        if wasSignedOn { activity = .signedIn(Session(mvpd: nil), isBusy: false) }
        switch request.operation {
        case .configuration:
            if case .configuration(let list)? = response?.content { desk.providers = list }
        case .checkAuthentication, .readAuthenticationToken, .readAuthenticationByCode, .checkAuthenticationByCode:
            adoptCheck(response, code)
        case .createRegistrationCode:
            let mvpd = request["mvpd"].map { MVPD(id: $0, displayName: $0) }
            resume(.regularLogin(RegularLogin(state: .requestingCode(mvpd))), response)
        case .profileRequest:
            resume(.cookbook(Cookbook(.requestingProfile(mvpd(of: request)))), response)
        case .exchangeToken:
            resume(.cookbook(Cookbook(.exchanging(mvpd(of: request)))), response)
        case .authorize, .mediaToken, .preauthorize, .userMetadata:
            adoptPendingRequest(request, response)
        case .logout where response?.isSuccess == true:
            rest()
        default:
            break
        }
    }

    private func mvpd(of request: PassRequest) -> MVPD {
        let id = request["mvpd"] ?? ""
        return desk.providers?.mvpds.first { $0.id == id } ?? MVPD(id: id, displayName: id)
    }

    /// The answer to a token check, or to a poll while a code is out.
    private mutating func adoptCheck(_ response: PassResponse?, _ code: RegularLogin.Code?) {
        if let response, response.isSuccess {
            let signOn = SignOn.cookbook(Cookbook())
            settle(signOn, .signedIn(mvpd: response.authentication?.mvpd), nil)
        } else if let code {
            var login = RegularLogin(state: .polling(code, Polling()))
            let outcome = login.pause(code, Polling(), &desk)
            settle(.regularLogin(login), outcome, nil)
        } else {
            resume(.cookbook(Cookbook()), response)
        }
    }

    /// An authorization and the like: the user is signed in, or nobody would have requested it.
    private mutating func adoptPendingRequest(_ request: PassRequest, _ response: PassResponse?) {
        var mvpd: String?
        switch response?.content {
        case .authorization(let details)?: mvpd = details.mvpd
        case .mediaToken(let details)?: mvpd = details.mvpd
        default: break
        }
        guard let session = Session(waitingFor: request, mvpd: mvpd, configuration) else { return }
        if request.operation == .authorize || request.operation == .mediaToken, let resource = request["resource"] {
            pendingRequests.remove(.play(resource: resource))
        }
        desk.buffer.enter(.authorization)
        activity = .signedIn(session, isBusy: true)
        proceed(with: response.map { .answered($0) } ?? .failed(.unreachable("no response")))
    }

    private mutating func resume(_ signOn: SignOn, _ response: PassResponse?) {
        activity = .signingOn(signOn, retrying: nil)
        proceed(with: response.map { .answered($0) } ?? .failed(.unreachable("no response")))
    }

    /// The registration code that is out, taken from the login that ends here; nil if there is none.
    ///
    /// The timer of its end runs on: a code lives as long as it was given at its arrival, whatever the device's clock
    /// shows.
    private mutating func releaseCode() -> RegularLogin.Code? {
        guard case .signingOn(.regularLogin(let login), _) = activity, let code = login.code else { return nil }
        if case .polling(_, let polling) = login.state, let timer = polling.pause { desk.buffer.cancel(timer) }
        activity = .signedOut
        return code
    }
}
