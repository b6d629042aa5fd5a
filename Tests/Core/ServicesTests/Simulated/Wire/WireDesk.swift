import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

/// A simulated service on the wire, with a client that keeps cookies by host, as browsers and yt-dlp do.
final class WireDesk {
    var service: SimulatedService
    var now = Instant(secondsSince1970: 1_795_211_956, nanosecond: 599_000_000)
    var client = WireClient(address: "192.0.2.7")
    /// The cookies by host.
    var cookies: [String: String] = [:]
    /// Everything that was sent and received.
    var log: [(request: HTTPRequest, response: WireResponse)] = []

    init(_ configuration: ServiceConfiguration = .example, seed: UInt64 = 1) {
        service = SimulatedService(configuration, seed: seed)
    }

    static let browser = [
        HeaderField("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
        HeaderField("User-Agent", "Mozilla/5.0"),
    ]

    @discardableResult
    func send(
        _ method: String,
        _ url: String,
        _ headers: HeaderFields = browser,
        body: String? = nil,
        type: String? = nil
    ) -> WireResponse {
        let host = URLParts(url).host
        var request = HTTPRequest(method: method, url: url, headers: headers, body: body.map { Array($0.utf8) })
        if let type { request.headers.append(HeaderField("Content-Type", type)) }
        if let cookie = cookies[host] { request.headers.append(HeaderField("Cookie", cookie)) }
        return send(request)
    }

    func send(_ request: HTTPRequest) -> WireResponse {
        let response = service.respond(to: request, from: client, at: now)
        for header in response.response.headers where header.name == "Set-Cookie" {
            cookies[URLParts(request.url).host] = String(header.value.prefix { $0 != ";" })
        }
        let names = response.response.headers.map { $0.name.lowercased() }
        #expect(Set(names).count == names.count, "a field twice: \(names)")
        #expect(names.first == "date")
        log.append((request, response))
        return response
    }

    @discardableResult
    func get(_ url: String) -> WireResponse { send("GET", url) }

    @discardableResult
    func post(_ url: String, _ fields: [(String, String)], _ headers: HeaderFields = browser) -> WireResponse {
        let body = FormField.join(fields.map { FormField(name: $0.0, value: $0.1) })
        return send("POST", url, headers, body: body, type: "application/x-www-form-urlencoded")
    }

    /// An operation as a program sends it.
    @discardableResult
    func call(_ request: PassRequest, selecting format: FormatSelector = .accept(.json)) throws -> WireResponse {
        var message = try request.httpRequest(selecting: format)
        if let cookie = cookies[URLParts(message.url).host] { message.headers.append(HeaderField("Cookie", cookie)) }
        return send(message)
    }

    // MARK: An app

    var token: String?

    var context: DeviceContext { DeviceContext(requestor: "KITETV", deviceID: "kite-box-0001", accessToken: token) }

    /// Registers and gets an access token.
    @discardableResult
    func register() throws -> Self {
        let registration = try call(.register(softwareStatement: "statement"))
        guard case .operation(_, let first) = registration.meaning, case .clientRegistration(let client) = first.content
        else { throw Unexpected(registration) }
        let issue = try call(.accessToken(clientID: client.clientID, clientSecret: client.clientSecret))
        guard case .operation(_, let second) = issue.meaning, case .accessToken(let access) = second.content
        else { throw Unexpected(issue) }
        token = access.token
        return self
    }

    /// A registration code for the device.
    func code(mvpd: String? = nil) throws -> String {
        if token == nil { try register() }
        let response = try call(.createRegistrationCode(context, mvpd: mvpd))
        guard case .operation(_, let answer) = response.meaning, case .registrationRecord(let record) = answer.content
        else { throw Unexpected(response) }
        return record.code
    }

    /// The address that begins a login.
    func address(_ request: PassRequest) throws -> String { try request.httpRequest().url }

    /// The login page that `authenticate` leads to.
    func openLogin(code: String? = nil, mvpd: String = "Meadowlark", end: String = "https://kite.example/done") throws
        -> (page: ReadPage, url: String)
    {
        let code = try code ?? self.code()
        let navigation = PassRequest.initiateAuthentication(
            requestor: "KITETV",
            mvpd: mvpd,
            code: code,
            domainName: "kite.example",
            redirectURL: end
        )
        let first = get(try address(navigation))
        let url = try #require(first.location)
        return (try ReadPage(get(url)), url)
    }

    /// The login page that `authenticate/saml` leads to.
    func openSDKLogin(mvpd: String? = "Meadowlark", code: String? = nil, end: String = "https://kite.example/done")
        throws
        -> (page: ReadPage, url: String)
    {
        var navigation = PassRequest.sdkAuthenticate(
            requestor: "KITETV",
            mvpd: mvpd ?? "",
            domainName: "kite.example",
            redirectURL: end,
            code: code
        )
        if mvpd == nil { navigation["mso_id"] = nil }
        let url = try address(navigation)
        let form = try ReadPage(get(url)).form()
        let page = try ReadPage(post(form.action, form.hidden))
        return (page, form.action)
    }

    /// Fills in a login page and sends it.
    @discardableResult
    func logIn(_ page: ReadPage, as user: String = "wren", password: String = "anything") throws -> WireResponse {
        let form = try page.form()
        return post(form.action, form.hidden + [("username", user), ("password", password)])
    }
}

struct Unexpected: Error {
    let response: WireResponse
    init(_ response: WireResponse) { self.response = response }
}

extension WireResponse {
    var status: Int { response.status }
    var location: String? { response.headers[first: "Location"] }
    var text: String { String(decoding: response.body ?? [], as: UTF8.self) }
    func header(_ name: String) -> String? { response.headers[first: name] }
}
