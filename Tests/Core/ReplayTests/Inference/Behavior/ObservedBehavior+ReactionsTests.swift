import Testing

@testable import Replay

@Suite("What an app makes of a refusal") struct ObservedBehaviorReactionsTests {
    @Test("A call that is repeated with a new access token is no loop, and the app does not look at its clock")
    func accessToken() throws {
        var app = WrittenApp()
        app.access("t-1")
        app.token("/api/v1/tokens/authn?" + WrittenApp.user, bearer: "t-1")
        app.wait(80)
        // The access token holds 60 s.
        app.refused("/api/v1/authorize?\(WrittenApp.user)&resource=KITE1", 401, "Unauthorized", bearer: "t-1")
        app.access("t-2")
        app.authorize(bearer: "t-2")
        app.media(bearer: "t-2")
        let rows = try app.rows()
        #expect(rows["registration"]?.value == "when-refused")
        #expect(rows["after-401-of-authorize"] == nil)
        #expect(rows.values.allSatisfy { $0.brokenRule != "DEC-004" })
    }

    @Test("After a check that is refused, with no sign-in after it, nothing follows in a fork either")
    func check() throws {
        var app = WrittenApp()
        for _ in 0..<2 {
            app.call("GET", "/api/v1/checkauthn?" + WrittenApp.user, 200)
            app.authorize()
            app.media()
            app.wait(20)
        }
        app.refused("/api/v1/checkauthn?" + WrittenApp.user, 403, "User not authenticated")
        #expect(try app.rows()["after-403-of-check"]?.value == "shown")
    }

    @Test("A Temp Pass follows on the check that was refused, in the same stretch")
    func tempPass() throws {
        var app = WrittenApp()
        app.refused("/api/v1/checkauthn?" + WrittenApp.user, 403, "User not authenticated")
        app.call(
            "POST",
            "/api/v1/authenticate/freepreview?deviceId=kite-1&requestor_id=KITETV&mso_id=TempPass1",
            form: "",
            204
        )
        app.wait(5)
        app.authorize()
        app.media()
        #expect(try app.rows()["after-403-of-check"]?.value == "v1.freepreview")
    }

    @Test("A refusal of another kind has a reaction of its own")
    func chain() throws {
        var app = WrittenApp()
        app.signIn("AAAAAAA", until: 200_000)
        app.play(until: 100)
        app.wait(200)
        app.refused("/api/v1/tokens/media?\(WrittenApp.user)&resource=KITE1", 403, "User not authorized")
        app.refused("/api/v1/authorize?\(WrittenApp.user)&resource=KITE1", 412, "User not authenticated")
        app.signIn("BBBBBBB", until: 300_000)
        app.play(until: 400)
        let rows = try app.rows()
        #expect(rows["after-403-of-media"]?.value == "v1.authorize")
        #expect(rows["after-412-of-authorize"] == nil)
        let shown = try ShownBehavior(app.recording)
        #expect(shown.exchanges(showing: "after-412-of-authorize") == [6, 7, 8, 9])
        #expect(shown.behavior.reactions[.authorize, .notAuthenticated] == nil)
    }

    @Test("What an app did after two of three refusals is what it does; once is a slip")
    func most() throws {
        let path = "/api/v1/authorize?\(WrittenApp.user)&resource=KITE1"
        var app = WrittenApp()
        app.signIn("AAAAAAA", until: 200_000)
        for isRepeated in [false, true, true] {
            app.wait(20)
            app.refused(path, 403, "User not authorized")
            if isRepeated { app.refused(path, 403, "User not authorized") }
        }
        let shown = try ShownBehavior(app.recording)
        #expect(shown.behavior.reactions[.authorize, .denied] == [.call(.authorize)])
    }

    @Test("A refusal after which all goes on as if there was none is no behavior")
    func slip() throws {
        var app = WrittenApp()
        app.signIn("AAAAAAA", until: 200_000)
        for isRefused in [false, true, false] {
            app.wait(20)
            if isRefused {
                app.refused("/api/v1/authorize?\(WrittenApp.user)&resource=KITE1", 403, "User not authorized")
            } else {
                app.authorize()
            }
            app.media()
        }
        let shown = try ShownBehavior(app.recording)
        #expect(shown.row("after-403-of-authorize") == nil)
        let result = try Replayer.replay(app.recording, options: ReplayOptions(client: ClientChoice(.app)))
        #expect(result.adoptedCount == 1)
        #expect(result.divergences.count == 1)
    }

    @Test("A check that is throttled and made once more is one check, and the documents' reaction")
    func throttledCheck() throws {
        var app = WrittenApp()
        app.call("GET", "/api/v1/checkauthn?" + WrittenApp.user, 429, "<html></html>", type: "text/html")
        app.wait(1)
        app.call("GET", "/api/v1/checkauthn?" + WrittenApp.user, 200)
        app.wait(20)
        app.play()
        let shown = try ShownBehavior(app.recording)
        #expect(shown.behavior.launchCalls == [.checkAuthentication])
        #expect(shown.exchanges(showing: "after-429-of-check") == [1])
        #expect(shown.behavior.reactions[.check, .throttled] == nil)
    }

    @Test("A check that is answered with pendingLogout shows a row of its own")
    func pendingLogout() throws {
        var app = WrittenApp()
        app.call(
            "GET",
            "/api/v1/checkauthn?" + WrittenApp.user,
            200,
            "<pendingLogout reason=\"34764\">true</pendingLogout>",
            type: "text/xml"
        )
        app.signIn("AAAAAAA", until: 200_000)
        app.play()
        let shown = try ShownBehavior(app.recording)
        #expect(shown.exchanges(showing: "after-pending-logout-of-check") == [1])
        #expect(shown.behavior.reactions[.check, .pendingLogout] == nil)
        #expect(shown.behavior.signInStart == .check)
        _ = try app.rows()
    }
}
