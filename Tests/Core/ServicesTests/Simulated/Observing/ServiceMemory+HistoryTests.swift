import Exchanges
import History
import PassAPI
import Services
import Testing
import VirtualTime

/// The knowledge of a simulated service that takes over beyond the responses to the calls that it is shown.
@Suite struct ServiceMemoryHistoryTests {
    static let start = Instant(secondsSince1970: 1_767_225_600)
    static let device = DeviceContext(requestor: "KITETV", deviceID: "kite-box-0001", accessToken: "access-0123456789")
    static let caller = ClientConnection(address: "192.0.2.7", cookies: "app")

    /// An exchange of a device that had its access token and its AuthN token before the recording began.
    static func exchange(_ ordinal: Int, _ method: String, _ path: String, _ status: Int, _ body: String = "")
        -> Exchange
    {
        Exchange(
            ordinal: ordinal,
            startedAt: start + .seconds(ordinal),
            durationMicroseconds: 40_000,
            request: HTTPRequest(
                method: method,
                url: "https://api.auth.adobe.com/api/v1/\(path)deviceId=kite-box-0001",
                headers: [HeaderField("Authorization", "Bearer access-0123456789")]
            ),
            outcome: .response(HTTPResponse(status: status, body: body.isEmpty ? nil : Array(body.utf8)))
        )
    }

    static func service(_ exchanges: [Exchange]) -> SimulatedService {
        let history = History(Recording(exchanges: exchanges))
        let calls = exchanges.compactMap { exchange -> RecordedCall? in
            guard let request = PassRequest(recognizing: exchange.request),
                let response = PassResponse(of: exchange, for: request.operation)
            else { return nil }
            return RecordedCall(
                ordinal: exchange.ordinal,
                startedAt: exchange.startedAt,
                duration: .microseconds(exchange.durationMicroseconds),
                request: request,
                outcome: .response(response)
            )
        }
        return ObservedService(calls, history: history, changing: { $0 }, seed: 1).service
    }

    static func status(_ service: SimulatedService, _ request: PassRequest, after seconds: Int64 = 10) -> Int {
        var service = service
        return service.answer(request, from: caller, at: start + .seconds(seconds)).status
    }

    /// `tokens/authn`, answered with a token that expires so many seconds after the start.
    static func signedIn(until seconds: Int64 = 86_400) -> Exchange {
        let until = (start + .seconds(seconds)).millisecondsSince1970
        let body = #"{"requestor":"KITETV","mvpd":"Plover","userId":"u","expires":"\#(until)"}"#
        return exchange(1, "GET", "tokens/authn?requestor=KITETV&", 200, body)
    }

    @Test("An access token from before the recording is taken")
    func fromBefore() {
        #expect(Self.status(Self.service([]), .checkAuthentication(Self.device)) == 401)
        #expect(Self.status(Self.service([Self.signedIn()]), .checkAuthentication(Self.device)) == 200)
    }

    @Test("After a recorded logout that names no requestor nobody is signed in")
    func loggedOut() {
        let service = Self.service([Self.signedIn(), Self.exchange(2, "DELETE", "logout?", 204)])
        #expect(Self.status(service, .checkAuthentication(Self.device)) == 403)
    }

    @Test("After a 412 nobody is signed in, after a 401 the access token is not taken")
    func refused() {
        let gone = Self.exchange(2, "GET", "tokens/usermetadata?requestor=KITETV&", 412, #"{"status":412}"#)
        #expect(Self.status(Self.service([Self.signedIn(), gone]), .checkAuthentication(Self.device)) == 403)
        let refused = Self.exchange(2, "GET", "checkauthn?requestor=KITETV&", 401)
        #expect(Self.status(Self.service([Self.signedIn(), refused]), .checkAuthentication(Self.device)) == 401)
    }

    /// The facts of the first AuthN token that the service has.
    static func token(_ service: SimulatedService) -> StateEntry? {
        service.stateEntries(at: start + .seconds(10)).first { $0["kind"] == .code("authn") }
    }

    @Test("The source of a sign-on is Apple's after an exchange of its assertion, else what the metadata names")
    func source() {
        let exchange = Self.exchange(1, "POST", "tokens/authn?requestor=KITETV&mvpd=Plover&", 204)
        #expect(Self.token(Self.service([exchange]))?["tokenSource"] == .text("Apple"))
        let metadata = Self.exchange(
            2,
            "GET",
            "tokens/usermetadata?requestor=KITETV&",
            200,
            #"{"updated":1,"data":{"userID":"u-9","mvpd":"Plover","tokenSource":"Apple"},"encrypted":[]}"#
        )
        #expect(Self.token(Self.service([Self.signedIn()]))?["tokenSource"] == nil)
        #expect(Self.token(Self.service([Self.signedIn(), metadata]))?["tokenSource"] == .text("Apple"))
    }

    @Test("A login at the MVPD's page with a code signs its device in before any poll says so")
    func login() {
        let record =
            #"{"id":"r","code":"ABC1234","requestor":"KITETV","generated":1767225600000,"expires":1767227400000,"info":{}}"#
        var code = Self.exchange(1, "POST", "x?", 201, record)
        code.request.url = "https://api.auth.adobe.com/reggie/v1/KITETV/regcode?deviceId=kite-box-0001"
        func page(_ ordinal: Int, _ method: String, _ url: String, _ body: String? = nil) -> Exchange {
            var page = Self.exchange(ordinal, method, "x?", 302)
            page.request.url = "https://api.auth.adobe.com" + url
            page.request.headers = [HeaderField("User-Agent", "Mozilla/5.0")]
            page.request.body = body.map { Array($0.utf8) }
            let location = HeaderField("Location", "https://kite.example/")
            page.outcome = .response(HTTPResponse(status: 302, headers: [location], body: nil))
            return page
        }
        let opened = page(
            2,
            "GET",
            "/api/v1/authenticate?reg_code=ABC1234&requestor_id=KITETV&mso_id=Plover&domain_name=a&noflash=true"
                + "&no_iframe=true&redirect_url=https%3A%2F%2Fkite.example%2F"
        )
        var consumed = page(3, "POST", "/sp/saml/SAMLAssertionConsumer", "SAMLResponse=PHg%2B&RelayState=r")
        consumed.request.headers.append(HeaderField("Content-Type", "application/x-www-form-urlencoded"))
        #expect(Self.token(Self.service([code, opened])) == nil)
        let entry = Self.token(Self.service([code, opened, consumed]))
        #expect(entry?["deviceID"] == .identity("kite-box-0001") && entry?["mvpd"] == .text("Plover"))
    }

    @Test("An AuthN token ends when the recording says")
    func expires() {
        let service = Self.service([Self.signedIn(until: 60)])
        #expect(Self.status(service, .checkAuthentication(Self.device), after: 59) == 200)
        #expect(Self.status(service, .checkAuthentication(Self.device), after: 60) == 403)
    }

    @Test("A code that goes by itself brings the AuthN token to the device that shows it")
    func byCode() {
        let record =
            #"{"id":"r","code":"ABC1234","requestor":"KITETV","generated":1767225600000,"expires":1767227400000,"info":{}}"#
        let code = Exchange(
            ordinal: 1,
            startedAt: Self.start,
            durationMicroseconds: 1,
            request: HTTPRequest(
                method: "POST",
                url: "https://api.auth.adobe.com/reggie/v1/KITETV/regcode?deviceId=kite-box-0001",
                headers: [HeaderField("Authorization", "Bearer access-0123456789")]
            ),
            outcome: .response(HTTPResponse(status: 201, body: Array(record.utf8)))
        )
        var poll = Self.signedIn()
        poll.ordinal = 2
        poll.request.url = "https://api.auth.adobe.com/api/v1/authenticate/ABC1234?requestor=KITETV"
        #expect(Self.status(Self.service([code]), .checkAuthentication(Self.device)) == 403)
        #expect(Self.status(Self.service([code, poll]), .checkAuthentication(Self.device)) == 200)
    }
}
