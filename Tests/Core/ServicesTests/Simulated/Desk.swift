import Exchanges
import PassAPI
import Services
import VirtualTime

/// A simulated service and a clock, with the calls of an app that has registered; a class, so that expectations may call it.
final class Desk {
    var service: SimulatedService
    var now = Instant(secondsSince1970: 1_767_225_600)
    var caller = ClientConnection(address: "192.0.2.7", cookies: "app")
    var requestor = "KITETV"
    var device = "kite-box-0001"
    var token: String?

    /// An app that has registered and has an access token.
    init(_ configuration: ServiceConfiguration = .example, seed: UInt64 = 1, registers: Bool = true) {
        service = SimulatedService(configuration, seed: seed)
        if registers { register() }
    }

    /// The example with other quirks.
    static func with(_ change: (inout ServiceConfiguration) -> Void) -> Desk {
        var configuration = ServiceConfiguration.example
        change(&configuration)
        return Desk(configuration)
    }

    var context: DeviceContext { DeviceContext(requestor: requestor, deviceID: device, accessToken: token) }

    func answer(_ request: PassRequest) -> PassResponse { service.answer(request, from: caller, at: now) }

    @discardableResult
    func register() -> PassResponse {
        let answer = answer(.register(softwareStatement: "statement"))
        if case .clientRegistration(let client) = answer.content { renewToken(client) }
        return answer
    }

    func renewToken(_ client: ClientRegistration) {
        let answer = answer(.accessToken(clientID: client.clientID, clientSecret: client.clientSecret))
        if case .accessToken(let access) = answer.content { token = access.token }
    }

    /// A registration code.
    func code(mvpd: String? = nil, ttl: Int? = nil) -> RegistrationRecord? {
        let answer = answer(.createRegistrationCode(context, mvpd: mvpd, ttl: ttl))
        guard case .registrationRecord(let record) = answer.content else { return nil }
        return record
    }

    func navigation(_ code: String, mvpd: String = "Meadowlark") -> PassRequest {
        .initiateAuthentication(
            requestor: requestor,
            mvpd: mvpd,
            code: code,
            domainName: "kite.example",
            redirectURL: "https://kite.example/done"
        )
    }

    /// Somebody logs in with a code on a second screen.
    @discardableResult
    func logIn(_ code: String, mvpd: String = "Meadowlark", user: String = "wren") -> LoginResult {
        let screen = ClientConnection(address: "198.51.100.9", cookies: "second screen")
        return service.logIn(navigation(code, mvpd: mvpd), as: .signsIn(mvpd: mvpd, user: user), from: screen, at: now)
    }

    /// Signs on by way of a code.
    @discardableResult
    func signOn(mvpd: String = "Meadowlark", user: String = "wren") -> LoginResult {
        guard let record = code() else { return .denied("no code") }
        return logIn(record.code, mvpd: mvpd, user: user)
    }

    /// The body of an answer as the wire has it.
    func body(_ answer: PassResponse, _ request: PassRequest, _ format: ResponseFormat = .json) -> String {
        String(decoding: answer.httpResponse(for: request.operation, format: format).body ?? [], as: UTF8.self)
    }
}

extension PassResponse {
    var error: PassError? { if case .error(let error) = content { error } else { nil } }
}
