import Checkout
import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

/// REST API V2 over HTTP, from requests of captures and by rest-api-v2.md §3.2, §5.5, §6.4.
@Suite("The simulated service and REST API V2 on the wire")
struct WireOfV2Tests {
    @Test(
        "A television's requests, with the secrets that this service gave out, end as they did when they were captured"
    )
    func television() throws {
        let name = "v2-second-screen"
        let exchanges = try HAR.recording(parsing: Checkout.bytes(of: "Recordings/v2/\(name).har")).exchanges
        let desk = WireDesk()
        var secrets: [(old: String, new: String)] = []
        var waiting: String?
        var operations: [Operation] = []
        for exchange in exchanges {
            guard let recorded = PassRequest(recognizing: exchange.request), recorded.operation.caller != .loginPage,
                let old = exchange.response, let body = old.body
            else { continue }
            if recorded.operation == .profileForCode, String(decoding: body, as: UTF8.self).contains("Meadowlark"),
                let code = waiting
            {
                // Between two polls the user has signed in elsewhere.
                let first = desk.get("https://api.auth.adobe.com/api/v2/authenticate/KITETV/\(code)")
                let page = try ReadPage(desk.get(try #require(first.location)))
                #expect(try desk.logIn(page).location == "https://kite.example/done")
                waiting = nil
            }
            var request = exchange.request
            for (old, new) in secrets {
                request.url = request.url.replacing(old, with: new)
                request.headers = request.headers.map { HeaderField($0.name, $0.value.replacing(old, with: new)) }
                request.body = request.body.map {
                    Array(String(decoding: $0, as: UTF8.self).replacing(old, with: new).utf8)
                }
            }
            let response = desk.send(request)
            #expect(response.status == old.status, "\(exchange.request.method) \(exchange.request.url)")
            #expect(response.header("Content-Type")?.hasPrefix("application/json") == true)
            operations.append(recorded.operation)
            let before = try JSONValue(parsing: body)
            guard case .operation(_, let answer) = response.meaning else { continue }
            switch answer.content {
            case .clientRegistration(let client):
                secrets.append((try #require(before["client_id"]?.string), client.clientID))
                secrets.append((try #require(before["client_secret"]?.string), client.clientSecret))
            case .accessToken(let access): secrets.append((try #require(before["access_token"]?.string), access.token))
            case .session(let session):
                waiting = session.code
                secrets.append((try #require(before["code"]?.string), try #require(session.code)))
            default: break
            }
        }
        #expect(waiting == nil && operations.count == 12 && operations.last == .endProfile)
    }

    @Test(
        "A device identifier of another form names no device",
        arguments: [
            ("fingerprint a2l0ZS1ib3g=", 200), ("fingerprint a2l0ZS1ib3g", 200), ("a2l0ZS1ib3g=", 400),
            ("kite-box", 400), ("fingerprint ", 400), ("fingerprint %%%", 400), ("Fingerprint a2l0ZS1ib3g=", 400),
            ("", 400),
        ]
    )
    func deviceIdentifiers(value: String, status: Int) throws {
        let desk = try WireDesk().register()
        let response = desk.send(
            "GET",
            "https://api.auth.adobe.com/api/v2/KITETV/profiles",
            [HeaderField("Authorization", "Bearer \(desk.token ?? "")"), HeaderField("AP-Device-Identifier", value)]
        )
        #expect(response.status == status)
        let body = String(decoding: response.response.body ?? [], as: UTF8.self)
        #expect(body.contains("invalid_header_device_identifier") == (status == 400))
    }

    @Test("A code of a session is typed on the activation page, which adds the provider that the app left open")
    func activation() throws {
        let desk = try WireDesk().register()
        let made = try desk.call(.createSession(desk.context, nil))
        guard case .operation(_, let answer) = made.meaning, case .session(let session) = answer.content,
            let code = session.code
        else { throw Unexpected(made) }
        let first = desk.post("https://activate.example/activate", [("code", code)])
        let picker = try ReadPage(first)
        #expect(picker.text.contains("Meadowlark"))
        let chosen = desk.post("https://activate.example/activate", [("code", code), ("mvpd", "Meadowlark")])
        let way = try #require(chosen.location)
        let login = desk.get(try #require(desk.get(way).location))
        let end = try desk.logIn(try ReadPage(login))
        #expect(try ReadPage(desk.get(try #require(end.location))).text.contains("You are signed in"))
        let poll = try desk.call(.profile(desk.context, code: code))
        #expect(String(decoding: poll.response.body ?? [], as: UTF8.self).contains("\"type\":\"regular\""))
    }

    @Test("A code that is unknown leads a browser to a page with the reason")
    func unknownCode() throws {
        let response = WireDesk().get("https://api.auth.adobe.com/api/v2/authenticate/KITETV/NOSUCH1")
        let text = try ReadPage(response).text
        #expect(response.status == 400 && text.contains("This code is not valid"))
    }
}
