import ClientStack
import Documents
import Exchanges
import PassAPI
import Services
import Simulation
import Testing
import VirtualTime

@testable import Replay

/// apple-sso-flow.md §7, L3, and rest-api-v1.md §7.13: iOS logs out through a web view, which navigates by GET; tvOS by
/// a direct call.
@Suite("A logout that a web view loads") struct PageLogoutTests {
    private static let noContent = PassResponse(status: 204, .empty)
    private static let browser = "Mozilla/5.0 (iPhone; CPU iPhone OS 15_2 like Mac OS X) AppleWebKit/605.1.15"

    private enum Manner { case page, call }

    /// The device of ``StagedSession``, which is an iPhone, or an Apple TV.
    private static func device(isTV: Bool) -> DeviceContext {
        var device = StagedSession.device
        if isTV { device.deviceInformation = Base64.encode(Array(#"{"osName":"tvOS","osVersion":"15.2"}"#.utf8)) }
        return device
    }

    /// A signed-in launch, and a logout an hour later in these manners; the last call of all takes 800 ms.
    private static func staged(_ manners: [Manner], isTV: Bool = false) throws -> StagedSession {
        let device = device(isTV: isTV)
        var staged = StagedSession()
        try staged.call(0, .checkAuthentication(device), PassResponse(status: 200, .empty))
        let metadata = UserMetadata(data: ["userID": .string("u-1")])
        try staged.call(3_600, .userMetadata(device), PassResponse(status: 200, .userMetadata(metadata)))
        for (place, manner) in manners.enumerated() {
            try staged.call(3_600.05 + Double(place) * 0.01, .logout(device), noContent)
            if manner == .page { staged.makePage(agent: browser, keepsHeaders: isTV) }
        }
        staged.recording.exchanges[staged.recording.exchanges.count - 1].durationMicroseconds = 800_000
        return staged
    }

    private static func manner(_ recording: Recording) throws -> ClientOptions.FirstScreenLogout {
        let session = try RecordedSession(recording)
        return ConfigurationInference(session, options: ReplayOptions()).configuration.options.logoutOnFirstScreen
    }

    private static func views(_ result: ReplayResult) -> [PassRequest] {
        result.timeline.events.compactMap { event in
            if case .webView(let request)? = event.content?.value as? Presentation { request } else { nil }
        }
    }

    @Test("A GET on iOS is replayed as a web view's page load, and closes with it")
    func page() throws {
        let recording = try Self.staged([.page]).recording
        #expect(try Self.manner(recording) == .webView)
        for client in [ClientChoice(.automatic), ClientChoice(.documents)] {
            let result = try Replayer.replay(recording, options: ReplayOptions(client: client))
            #expect(result.divergences.isEmpty && result.fates.map(\.fate) == [.replayed, .replayed, .replayed])
            // A page sends no header of the app, and what it lacks is no fault.
            #expect(!result.warnings.contains { $0.exchanges.contains(3) }, "\(result.warnings)")
            #expect(Self.views(result).map(\.operation) == [.logout])
            let calls = result.timeline.events.filter { $0.actor == .client && $0.kind == "v1.logout" }
            let sent = calls.compactMap { $0.content?.value as? PassRequest }
            #expect(sent.count == 1 && sent.allSatisfy { $0["Authorization"] == nil && $0["deviceId"] == "phone-1" })
            let answer = result.timeline.events.last { $0.link?.exchange == 3 }
            #expect(answer?.instant == StagedSession.start + .milliseconds(3_600_850))
            let closed = result.timeline.events.last { $0.actor == .user }
            #expect(closed?.kind == "closeWebView" && closed?.instant == answer?.instant)
        }
    }

    @Test("A DELETE on iOS is the app's own call, and with a GET beside it both")
    func call() throws {
        let direct = try Self.staged([.call]).recording
        #expect(try Self.manner(direct) == .request)
        let result = try Replayer.replay(direct)
        #expect(result.divergences.isEmpty && Self.views(result).isEmpty)
        let both = try Self.staged([.page, .call]).recording
        #expect(try Self.manner(both) == .webViewAndRequest)
        let second = try Replayer.replay(both)
        #expect(second.divergences.isEmpty && Self.views(second).count == 1)
        #expect(second.fates.allSatisfy { $0.fate == .replayed })
    }

    @Test("A GET on tvOS, which has no web view, is a call of the app")
    func television() throws {
        let recording = try Self.staged([.page], isTV: true).recording
        #expect(try RecordedSession(recording).calls.allSatisfy { !$0.isPageLoad })
        let result = try Replayer.replay(recording)
        #expect(result.divergences.isEmpty && Self.views(result).isEmpty)
        #expect(result.fates.allSatisfy { $0.fate == .replayed })
    }

    @Test("Behind a logout by a page, the user is signed out at the service that takes over")
    func fork() throws {
        let recording = try Self.staged([.page]).recording
        for (point, isSignedIn) in [(ForkPoint.ordinal(2), true), (.end, false)] {
            let kinds = try ForkedWorld(recording, at: point).world.expirations().map(\.kind)
            #expect(kinds.contains(.authenticationToken) == isSignedIn, "\(point)")
        }
    }

    @Test("The browser that loads the page is still no app: what its login page requests is the page's")
    func browserAgent() throws {
        var staged = StagedSession()
        let device = StagedSession.device
        try staged.call(0, .checkAuthentication(device), StagedSession.forbidden)
        try staged.call(1, .createRegistrationCode(device, mvpd: "Meadowlark"), StagedSession.code)
        let login = PassRequest.initiateAuthentication(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            code: "K7TQ2MX",
            domainName: "kite.example",
            redirectURL: "https://kite.example/done"
        )
        try staged.call(2, login, PassResponse(status: 302, .redirect("https://login.meadowlark.example/")))
        staged.name(agent: Self.browser)
        try staged.call(20, .checkAuthenticationByCode(requestor: "KITETV", code: "K7TQ2MX"), Self.noContent)
        staged.name(agent: Self.browser)
        try staged.call(21, .readAuthenticationToken(device), StagedSession.signedIn)
        try staged.call(40, .logout(device), Self.noContent)
        staged.makePage(agent: Self.browser, keepsHeaders: false)
        let session = try RecordedSession(staged.recording)
        #expect(session.besides.map(\.ordinal) == [3, 4])
        #expect(session.calls.map(\.ordinal) == [1, 2, 5, 6])
    }
}

extension StagedSession {
    /// Makes the last exchange a navigation of a browser, without the app's headers unless they are kept.
    fileprivate mutating func makePage(agent: String, keepsHeaders: Bool) {
        name(agent: agent)
        let last = recording.exchanges.count - 1
        recording.exchanges[last].request.method = "GET"
        guard !keepsHeaders else { return }
        recording.exchanges[last].request.headers.removeAll {
            $0.isNamed("Authorization") || $0.isNamed("X-Device-Info")
        }
    }

    /// Names the last exchange's user agent.
    fileprivate mutating func name(agent: String) {
        recording.exchanges[recording.exchanges.count - 1].request.headers.append(HeaderField("User-Agent", agent))
    }
}
