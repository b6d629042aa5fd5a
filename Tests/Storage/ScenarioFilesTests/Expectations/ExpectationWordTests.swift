import ClientStack
import PassAPI
import Testing

@testable import ScenarioFiles
@testable import Simulation

@Suite struct ExpectationWordTests {
    static let examples: [(String, [Simulation.Expectation])] = [
        ("playing KITE1", [.playing("KITE1")]), ("{ playing: 0123 }", [.playing("0123")]),
        ("not playing", [.notPlaying(reason: nil)]),
        ("{ not playing: notAuthorized }", [.notPlaying(reason: "notAuthorized")]),
        ("signed in", [.signedIn(true)]), ("{ not signed in: }", [.signedIn(false)]),
        ("{ requests: [v1.authorize, v1.media] }", [.requests([.authorize, .mediaToken])]),
        ("requests v1.authorize, v1.media", [.requests([.authorize, .mediaToken])]),
        ("{ requests: none }", [.requests([])]), ("{ requests: [] }", [.requests([])]),
        ("{ no requests: [v1.authn.exchange] }", [.noRequests([.exchangeToken])]), ("no requests", [.noRequests([])]),
        ("{ callbacks: [setToken, status] }", [.callbacks(["setToken", "status"])]),
        ("callbacks none", [.callbacks([])]),
        ("callback setToken", [.callback("setToken", contains: [])]),
        ("callback setToken KITE1", [.callback("setToken", contains: ["KITE1"])]),
        ("{ callback: { status: [VSA203, a b] } }", [.callback("status", contains: ["VSA203", "a b"])]),
        ("{ callback: [status, VSA203, a b] }", [.callback("status", contains: ["VSA203", "a b"])]),
        ("{ callback: { status: } }", [.callback("status", contains: [])]),
        ("{ no callback: navigateToUrl }", [.noCallback("navigateToUrl")]), ("step S11", [.step("S11")]),
        ("message: settingsPath=Settings, please", [.message("settingsPath=Settings, please")]),
        ("message: notPlayable", [.message("notPlayable")]), ("no message", [.noMessage(nil)]),
        ("{ no message: notPlayable }", [.noMessage("notPlayable")]),
        ("{ no timeline: [present, shows=signOutPrompt] }", [.noTimeline(["present", "shows=signOutPrompt"])]),
        ("no state token kind=authn", [.noState(["token", "kind=authn"])]),
        ("stored authn KITETV", [.stored(["authn", "KITETV"], isPresent: true)]),
        ("{ not stored: [a b, c] }", [.stored(["a b", "c"], isPresent: false)]),
        ("{ timeline: removed agent=scrubber }", [.timeline(["removed", "agent=scrubber"])]),
        ("{ timeline: [removed, to=iOS 7] }", [.timeline(["removed", "to=iOS 7"])]),
        ("{ timeline: status=403 }", [.timeline(["status=403"])]),
        ("state source=service", [.state(["source=service"])]),
        ("{ state: [token, mvpd=a b] }", [.state(["token", "mvpd=a b"])]),
        ("{ playing: A, step: S11 }", [.playing("A"), .step("S11")]),
        (
            "[message: a=a, { message: b=b, step: S1 }, signed in]",
            [.message("a=a"), .message("b=b"), .step("S1"), .signedIn(true)]
        ),
    ]

    @Test("What is expected is a word, with or without a value; a mapping; or a list", arguments: examples)
    func reads(yaml: String, expected: [Simulation.Expectation]) throws {
        let step = try Sample.step("- expect: \(yaml.hasPrefix("message:") ? "'\(yaml)'" : yaml)").step
        #expect(step == .expect(expected))
        let written = expected.fileNode.yamlDocument
        #expect(try ExpectationWord.expectations(FileNode(yaml: written), FileNode.init(yaml:)) == expected)
    }

    @Test("Every word has an example above")
    func complete() {
        let shown = Self.examples.flatMap(\.1).map(\.words.0)
        #expect(ExpectationWord.allCases.filter { !shown.contains($0) } == [])
    }

    @Test("Callbacks are called as the API reference calls them")
    func callbackNames() {
        let key = AccessEnablerCall.MetadataKey.deviceID
        let all: [AccessEnablerCallback] = [
            .setRequestorComplete(isSuccess: true), .displayProviderDialog([]),
            .navigateToURL(PassRequest(.sdkAuthenticate), usesSVC: false),
            .setAuthenticationStatus(isAuthenticated: true, errorCode: ""), .setToken("", resource: ""),
            .tokenRequestFailed(resource: "", errorCode: "", description: ""), .preauthorizedResources([]),
            .preauthorizeResponse([], status: nil), .selectedProvider(nil),
            .setMetadataStatus(value: nil, isEncrypted: false, key: key), .sendTrackingData([], event: ""),
            .presentTVProviderDialog, .dismissTVProviderDialog, .status(errorID: "", level: ""),
        ]
        #expect(all.map(\.name) == ExpectationWord.callbackNames)
    }

    @Test(
        "What is no expectation is told with the word that is near",
        arguments: [
            ("plaing KITE1", "Did you mean \"playing\"?"), ("{ singed on: }", "Did you mean \"signed in\"?"),
            (
                "{ requests: [authorize] }",
                "Did you mean \"v1.authorize\" or \"v2.decision.authorize\" or \"ae.authorize\"?"
            ),
            ("{ requests: [v1.autorize] }", "Did you mean \"v1.authorize\"?"),
            ("{ callbacks: [setTokn] }", "Did you mean \"setToken\"?"), ("{ callback: { setTokn: a } }", "setToken"),
            ("{ callback: { setToken: a, status: b } }", "one callback's name"),
            ("{ no callback: [status, setToken] }", "one callback"), ("step S12", "Did you mean"),
            ("playing", "Write for example playing: KITE1"), ("{ signed in: yes }", "takes no value"),
            ("{}", "nothing is expected"), ("[]", "nothing is expected"), ("[[playing A]]", "a text or a mapping"),
            ("{ stored: [] }", "no word to look for"),
            ("{ not stored: pasteboard }", "Write store=pasteboard"),
            ("{ stored: [authn, keychain] }", "\"keychain\" is a kind of store, not a key"),
            ("timeline scrubber removed", "Write a kind and KEY=VALUE"),
            ("{ timeline: [removed, pending logout] }", "timeline: [removed, agent=scrubber]"),
            ("{ message: not authorized }", "Write KEY=VALUE, as in errorCode=VSA203, or one of signInRequired,"),
            ("{ not playing: the user is told so }", "A sentence is not a fact"),
            ("state twin authn", "Write KEY=VALUE for each fact, as in state: [token, source=service,"),
            ("{ state: [source=service, token] }", "behind one of system, wallClock,"),
        ]
    )
    func errors(yaml: String, text: String) {
        let error = #expect(throws: Problem.self) { try Sample.step("- expect: \(yaml)") }
        #expect(error?.located(in: "a").description.contains(text) == true, "\(String(describing: error))")
    }
}
