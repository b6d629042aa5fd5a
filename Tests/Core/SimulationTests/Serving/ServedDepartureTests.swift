import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

@testable import Simulation

/// Source: issue "Serve", parts 3 and 5: a recorded response is not given to an app for which the service would not have it any
/// more; what comes after the recording comes from the simulated service.
///
/// The second screen's television is signed in with exchange 7; it plays with 8 and 9, and with 11 and 12, and its programmer verifies
/// the media tokens with 10 and 13; it is logged out with 15.
@Suite struct ServedDepartureTests {
    private typealias Recorded = ServedRecordingBackendTests
    private typealias Progress = ServedProgressTests

    /// rest-api-v1.md: after a logout the device has neither AuthN nor AuthZ token.
    @Test("What needs a sign-in is not given after the logout")
    func logout() throws {
        var (backend, exchanges, wall) = try Progress.served(hasFallback: false)
        Progress.request(Array(1...10) + [15], of: exchanges, &backend, at: wall)
        for ordinal in [11, 12, 14] {
            let reply = Progress.request([ordinal], of: exchanges, &backend, at: wall)[0]
            #expect(reply.entry.source == .unmatched(UnmatchedRequest(.outOfOrder, nearest: ordinal)), "\(ordinal)")
        }
        // Another device is signed in.
        var first = exchanges[10].request
        first.url.replace("C9jYth1CTh%2BFHWO9BQXapA%3D%3D", with: "bWluZQ%3D%3D")
        #expect(first != exchanges[10].request)
        let other = backend.respond(to: first, from: WireClient(address: "10.0.0.7"), at: wall)
        #expect(other.response?.status == 200, "\(other.entry.source)")
        var (continued, _, _) = try Progress.served(hasFallback: true)
        Progress.request(Array(1...10) + [15], of: exchanges, &continued, at: wall)
        let refusal = Progress.request([11], of: exchanges, &continued, at: wall)[0]
        #expect(refusal.entry.source == .simulated && refusal.response?.status == 412)
    }

    @Test("After age the simulated service responds to the apps that there are, and the recording to those that come")
    func age() throws {
        var (backend, exchanges, wall) = try Progress.served(hasFallback: true)
        Progress.request(1...10, of: exchanges, &backend, at: wall)
        _ = try backend.age(by: .seconds(86_400 * 31), at: wall)
        let reply = Progress.request([11], of: exchanges, &backend, at: wall)[0]
        #expect(reply.entry.source == .simulated && (400...499).contains(reply.response?.status ?? 0))
        let other = backend.respond(to: exchanges[0].request, from: WireClient(address: "10.0.0.7"), at: wall)
        guard case .recorded(let match) = other.entry.source else {
            Issue.record("\(other.entry.source)")
            return
        }
        #expect(match.exchange == 1 && match.session == 2)
        // From its beginning.
        backend.reset(at: wall)
        #expect(Progress.request(1...10, of: exchanges, &backend, at: wall).allSatisfy { !$0.entry.isSimulated })
    }

    @Test(
        "After a step that changes the service it responds to the calls of the apps that there are, and to nothing else"
    )
    func changed() throws {
        var (backend, exchanges, wall) = try Progress.served(hasFallback: true)
        Progress.request(1...7, of: exchanges, &backend, at: wall)
        let body = String(decoding: exchanges[6].response?.body ?? [], as: UTF8.self)
        let mvpd = try #require(body.split(separator: "\"mvpd\"")[1].split(separator: "\"").dropFirst().first)
        _ = try backend.perform(Recorded.step("degrade \(mvpd) authz-none", backend.configuration), at: wall)
        let denied = Progress.request([8], of: exchanges, &backend, at: wall)[0]
        #expect(denied.entry.source == .simulated && denied.response?.status == 403)
        let verified = Progress.request([10], of: exchanges, &backend, at: wall)[0]
        #expect(!verified.entry.isSimulated && verified.response?.status == exchanges[9].response?.status)
        let other = backend.respond(to: exchanges[3].request, from: WireClient(address: "10.0.0.7"), at: wall)
        #expect(!other.entry.isSimulated && other.response?.status == 200)
    }

    @Test(
        "A response that a fault has spoiled is there for the next try; one that came late is not",
        arguments: [
            FaultPlan.Rule(.truncatedBody, count: 1), FaultPlan.Rule(.garbageBody, count: 1),
            FaultPlan.Rule(.reset, count: 1, isAfterService: true), FaultPlan.Rule(.slow(by: .seconds(1)), count: 1),
        ]
    )
    func spoiled(rule: FaultPlan.Rule) throws {
        var (backend, exchanges, wall) = try Progress.served(hasFallback: false)
        backend.base.run.world.backend.faults.add(rule)
        let replies = Progress.request([4, 4, 4], of: exchanges, &backend, at: wall)
        let whole = if case .slow = rule.fault { replies[0] } else { replies[1] }
        #expect(whole.response?.status == 200)
        if whole == replies[1] {
            #expect(replies[0].response?.body != whole.response?.body)
        } else {
            #expect(replies[1].entry.source == .unmatched(UnmatchedRequest(.alreadyReplayed, nearest: 4)))
        }
        #expect(replies[2].entry.source == .unmatched(UnmatchedRequest(.alreadyReplayed, nearest: 4)))
    }

    /// Source: simulated-service.md, the hosts.
    @Test(
        "A login after the recorded ones, with the recorded domain, ends at the app's own address, which has a page",
        arguments: ["127.0.0.1", "10.0.0.7"]
    )
    func signInAgain(browserAt address: String) throws {
        var (backend, exchanges, wall) = try Progress.served(hasFallback: true)
        Progress.request(Array(1...10) + [15], of: exchanges, &backend, at: wall)
        let created = Progress.request([5], of: exchanges, &backend, at: wall)[0]
        #expect(created.entry.isSimulated)
        let code = try #require(try JSONValue(parsing: created.response?.body ?? [])["code"]?.string)
        func send(_ method: String, _ url: String, _ form: String? = nil, from client: WireClient? = nil)
            -> ServedBackend.Reply
        {
            let client = client ?? WireClient(address: address)
            let type = HeaderField("Content-Type", "application/x-www-form-urlencoded")
            let request = HTTPRequest(
                method: method,
                url: url,
                headers: form == nil ? [] : [type],
                body: form.map { Array($0.utf8) }
            )
            return backend.respond(to: request, from: client, at: wall)
        }
        // A phone knows nothing but the page.
        let typed = send("GET", "https://activate.example/activate")
        let shown = String(decoding: typed.response?.body ?? [], as: UTF8.self)
        #expect(shown.contains(code))
        let opened = send(
            "GET",
            "https://api.auth.adobe.com/api/v1/authenticate?reg_code=\(code)&requestor_id=KITETV&mso_id=Plover"
                + "&domain_name=kite.example&noflash=true&no_iframe=true"
                + "&redirect_url=https%3A%2F%2Fkite.example%2Fdone"
        )
        let login = try #require(opened.response?.headers[first: "Location"], "\(opened)")
        let parts = login.split(separator: "?", maxSplits: 1)
        try #require(parts.count == 2)
        let end = AskedRequest(HTTPRequest(method: "GET", url: "https://kite.example/done", headers: [], body: nil))
        #expect(!backend.serves(end))
        let ended = send("POST", String(parts[0]), "\(parts[1])&username=viewer&password=x")
        #expect(ended.response?.headers[first: "Location"] == "https://kite.example/done", "\(ended)")
        // On the device, and in a browser elsewhere.
        #expect(backend.serves(end))
        for client in [Recorded.client, WireClient(address: "10.0.0.7")] {
            let page = send("GET", "https://kite.example/done", from: client)
            #expect(page.entry.isSimulated && page.response?.status == 200, "\(page.entry.source)")
        }
        #expect(Progress.request([3], of: exchanges, &backend, at: wall)[0].response?.status == 200)
        let other = HTTPRequest(method: "GET", url: "https://kite.example/other", headers: [], body: nil)
        #expect(!backend.serves(AskedRequest(other)))
    }

    @Test("Where the simulated service gives the tokens, other hosts take them, as often as they come")
    func elsewhere() throws {
        var verifications: [Bool: [Int?]] = [:]
        for hasFallback in [false, true] {
            var (backend, exchanges, wall) = try Progress.served(hasFallback: hasFallback)
            Progress.request(1...13, of: exchanges, &backend, at: wall)
            var request = exchanges[12].request
            request.body = Array("token=PHNpZ25hdHVyZUluZm8%2Bb3RoZXI8L3NpZ25hdHVyZUluZm8%2B".utf8)
            for _ in 0..<2 {
                let reply = backend.respond(to: request, from: Recorded.client, at: wall)
                verifications[hasFallback, default: []].append(reply.response?.status)
            }
        }
        #expect(verifications == [false: [nil, nil], true: [200, 200]])
    }

    @Test("So they do where the token stands in the URL")
    func elsewhereInURL() throws {
        var exchanges = try Progress.served(hasFallback: true).1
        let url = "https://play.kite.example/session?token="
        let body = String(decoding: try #require(exchanges[12].request.body), as: UTF8.self)
        let token = try #require(body.split(separator: "&").first { $0.hasPrefix("token=") }?.dropFirst("token=".count))
        exchanges[12].request = HTTPRequest(method: "GET", url: url + token)
        let wall = exchanges[0].startedAt + .seconds(86_400 * 365)
        for hasFallback in [false, true] {
            var backend =
                hasFallback ? try Recorded.forked(exchanges, at: wall) : Recorded.served(exchanges, at: wall)
            Progress.request(1...13, of: exchanges, &backend, at: wall)
            for _ in 0..<2 {
                let other = HTTPRequest(
                    method: "GET",
                    url: url + "PHNpZ25hdHVyZUluZm8%2Bb3RoZXI8L3NpZ25hdHVyZUluZm8%2B"
                )
                let reply = backend.respond(to: other, from: Recorded.client, at: wall)
                #expect(reply.response?.status == (hasFallback ? 200 : nil), "\(reply.entry.source)")
            }
        }
    }
}

extension ServedEntry {
    fileprivate var isSimulated: Bool { source == .simulated }
}
