import Checkout
import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

/// The requests of other people's captures, made again over HTTP: every one is understood, and ends with the recorded status.
@Suite struct CapturedRequestsTests {
    @Test(
        "A television's requests, with the secrets that this service gave out, end as they did when they were captured",
        arguments: ["second-screen-tvos", "unsupported-provider-tvos", "access-denied-tvos"]
    )
    func television(name: String) throws {
        let exchanges = try HAR.recording(parsing: Checkout.bytes(of: "Recordings/captures/\(name).har")).exchanges
        let desk = WireDesk()
        var secrets: [String: String] = [:]
        var code: String?
        var count = 0
        for exchange in exchanges {
            guard let recorded = PassRequest(recognizing: exchange.request), let status = exchange.response?.status
            else { continue }
            if recorded.operation == .readAuthenticationToken, status == 200, let waiting = code {
                // Between two polls the user has signed in on a phone.
                #expect(try desk.logIn(desk.openLogin(code: waiting).page).status == 302)
                code = nil
            }
            let response = desk.send(Self.replacing(secrets, in: exchange.request))
            #expect(response.status == status, "\(exchange.request.method) \(exchange.request.url)")
            #expect(response.request?.operation == recorded.operation)
            let type = exchange.response?.headers[first: "Content-Type"]?.prefix { $0 != ";" }
            #expect(response.header("Content-Type")?.prefix { $0 != ";" } == type)
            count += 1
            guard case .operation(_, let answer) = response.meaning, let body = exchange.response?.body else {
                continue
            }
            let object = try? JSONValue(parsing: body).object
            switch answer.content {
            case .clientRegistration(let client):
                secrets[try #require(object?["client_id"]?.string)] = client.clientID
                secrets[try #require(object?["client_secret"]?.string)] = client.clientSecret
            case .accessToken(let access): secrets[try #require(object?["access_token"]?.string)] = access.token
            case .registrationRecord(let record): code = record.code
            default: break
            }
        }
        #expect(count >= 9)
        #expect(code == nil, "the login was part of it")
    }

    private static func replacing(_ secrets: [String: String], in request: HTTPRequest) -> HTTPRequest {
        var request = request
        var body = request.body.map { String(decoding: $0, as: UTF8.self) }
        for (old, new) in secrets.sorted(by: { $0.key < $1.key }) {
            body = body?.replacing(old, with: new)
            request.url = request.url.replacing(old, with: new)
            request.headers = request.headers.map { HeaderField($0.name, $0.value.replacing(old, with: new)) }
        }
        request.body = body.map { Array($0.utf8) }
        return request
    }
}
