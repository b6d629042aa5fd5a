import Exchanges
import PassAPI
import Report
import Services
import Testing
import VirtualTime

@testable import Replay

@Suite struct BrowserUserActionsTests {
    private func actions(_ staged: StagedBrowser) throws -> [UserAction.Action] {
        let session = try RecordedSession(staged.recording)
        #expect(session.dialect == .browser)
        return BrowserUserActions.userActions(for: session).map(\.action)
    }

    private func expectReplay(_ staged: StagedBrowser) throws {
        let result = try Replayer.replay(staged.recording)
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.warnings.map(\.summary) == [])
    }

    @Test("Each playback was somebody pressing play, and a session means that the login pages were left")
    func playbacks() throws {
        var staged = StagedBrowser()
        try staged.register()
        try staged.session()
        try staged.authorize()
        try staged.shortAuthorize()
        staged.beginAgain()
        staged.wait(60)
        try staged.shortAuthorize()
        #expect(try actions(staged) == [.play(resource: "KITE1"), .closeWebView, .play(resource: "KITE1")])
        try expectReplay(staged)
    }

    @Test("A registration that a pending logout asked for belongs to the same playback", arguments: [1, 2, 3])
    func pendingLogout(at call: Int) throws {
        var staged = StagedBrowser()
        try staged.register()
        try staged.session(call == 1 ? StagedBrowser.logout : nil)
        if call > 1 { try staged.authorize(call == 2 ? StagedBrowser.logout : nil) }
        if call > 2 { try staged.shortAuthorize(StagedBrowser.logout) }
        try staged.register()
        try staged.session()
        try staged.authorize()
        try staged.shortAuthorize()
        #expect(try actions(staged) == [.play(resource: "KITE1"), .closeWebView, .closeWebView])
        try expectReplay(staged)
    }

    @Test("A second pending logout ends the playback; what follows is another one")
    func twoPendingLogouts() throws {
        var staged = StagedBrowser()
        for _ in 0..<2 {
            try staged.register()
            try staged.session(StagedBrowser.logout)
        }
        staged.beginAgain()
        staged.wait(60)
        try staged.register()
        try staged.session()
        try staged.authorize()
        try staged.shortAuthorize()
        let play = UserAction.Action.play(resource: "KITE1")
        #expect(try actions(staged) == [play, .closeWebView, .closeWebView, play, .closeWebView])
        try expectReplay(staged)
    }

    @Test("A registration anew without a session before it: the user had given up; at the end the page is open")
    func givenUp() throws {
        var staged = StagedBrowser()
        try staged.register()
        staged.beginAgain()
        staged.wait(60)
        try staged.register()
        let unknown = UserAction.Action.play(resource: "unknown")
        #expect(try actions(staged) == [unknown, .cancel, unknown])
        try expectReplay(staged)
    }

    @Test("A refused playback has ended; the next call begins another one")
    func refused() throws {
        var staged = StagedBrowser()
        try staged.register()
        try staged.session()
        try staged.authorize(PassResponse(status: 200, .notAuthorized(details: "Upgrade.")))
        staged.beginAgain()
        staged.wait(60)
        try staged.authorize()
        try staged.shortAuthorize()
        let play = UserAction.Action.play(resource: "KITE1")
        #expect(try actions(staged) == [play, .closeWebView, play])
        try expectReplay(staged)
    }

    @Test("A logout page was opened by the user")
    func logout() throws {
        var staged = StagedBrowser()
        try staged.register()
        try staged.session()
        try staged.authorize()
        try staged.shortAuthorize()
        staged.wait(60)
        try staged.call(
            .sdkLogout(SDKContext(requestor: "KITETV"), mvpd: "Meadowlark"),
            PassResponse(status: 200, .page("<html></html>"))
        )
        #expect(try actions(staged).suffix(2) == [.logOut, .closeWebView])
        try expectReplay(staged)
    }

    // MARK: Recordings that begin in the middle

    @Test("A recording that begins with a media token comes from a client that had both tokens")
    func beginsWithMediaToken() throws {
        var staged = StagedBrowser()
        try staged.shortAuthorize()
        try expectReplay(staged)
        #expect(try Replayer.replay(staged.recording).notes.first == .signedOnBefore)
    }

    @Test("A recording that begins with an authorization comes from a client that had an AuthN token")
    func beginsWithAuthorization() throws {
        var staged = StagedBrowser()
        try staged.authorize()
        try staged.shortAuthorize()
        staged.wait(60)
        staged.beginAgain()
        try staged.shortAuthorize()
        try expectReplay(staged)
    }

    @Test("A client that names its device in a later playback, too, keeps the headers of its login")
    func keepsHeaders() throws {
        var staged = StagedBrowser()
        try staged.register()
        try staged.session()
        try staged.authorize()
        try staged.shortAuthorize()
        staged.wait(60)
        try staged.shortAuthorize()
        try expectReplay(staged)
    }

    @Test("Of several requestors the one with most calls is replayed; a device that no call names is unknown")
    func severalRequestors() throws {
        var staged = StagedBrowser()
        try staged.shortAuthorize()
        #expect(throws: ReplayError.unknownDevice("device-9")) {
            try RecordedSession(staged.recording, device: "device-9")
        }
        try staged.call(.session(SDKContext(requestor: "KITEFM")), StagedBrowser.logout)
        let even = try RecordedSession(staged.recording)
        #expect(even.otherRequestors == ["KITEFM"] && even.calls.map(\.request.requestor) == ["KITETV"])
        try staged.call(.session(SDKContext(requestor: "KITEFM")), StagedBrowser.logout)
        let session = try RecordedSession(staged.recording)
        #expect(session.otherRequestors == ["KITETV"])
        #expect(session.calls.allSatisfy { $0.request.requestor == "KITEFM" } && session.calls.count == 2)
        let result = try Replayer.replay(staged.recording)
        #expect(result.fates.first?.fate == .skipped(.otherRequestor))
        #expect(result.notes.contains { $0.summary.contains("KITETV") })
    }

    @Test(
        "A native client of AccessEnabler is told by whatever it calls first",
        arguments: [
            PassRequest(.sessionDevice, [.init("requestor_id", "KITETV")]),
            PassRequest(.sdkPreauthorize, [.init("requestor_id", "KITETV"), .init("signed_requestor_id", "signed")]),
            PassRequest(.sdkAuthenticate, [.init("requestor_id", "KITETV"), .init("client_type", "iOS")]),
        ]
    )
    func native(request: PassRequest) throws {
        var staged = StagedBrowser()
        try staged.call(request, StagedBrowser.logout)
        try staged.call(.sdkConfiguration(SDKContext(requestor: "KITETV")), StagedSession.providers)
        #expect(try RecordedSession(staged.recording).dialect == .native)
    }

    @Test("A capture's dialect is told", arguments: [Dialect.browser, .cookbook])
    func dialects(dialect: Dialect) throws {
        let names = dialect == .browser ? Captures.browser : Captures.cookbook
        for name in names { #expect(try RecordedSession(Captures.recording(name)).dialect == dialect) }
    }
}
