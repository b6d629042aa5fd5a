import Testing

@testable import Replay

@Suite("What a playback of an app consists of") struct ObservedBehaviorPlayingTests {
    @Test("What an app calls between the authorization and the media token is a row of its own")
    func bridge() throws {
        var app = WrittenApp()
        for _ in 0..<2 {
            app.authorize()
            app.call("GET", "/api/v1/tokens/authz?\(WrittenApp.user)&resource=KITE1", 200, WrittenApp.authorization())
            app.media()
            app.wait(20)
        }
        let row = try #require(try app.rows()["after-authorization"])
        #expect(row.value == "v1.authz.read")
        #expect(row.exchanges == [2, 5])
    }

    @Test("A media token that is requested without one that was granted belongs to the resource that was refused")
    func refused() throws {
        let form = "device_id=kite-1&requestor_id=KITETV&mso_id=Plover"
        let refusal = "<result><notAuthorized><details>Not in your package</details></notAuthorized></result>"
        var app = WrittenApp()
        app.call(
            "POST",
            "/adobe-services/authorizeDevice",
            form: form + "&authentication_token=a&resource_id=KITE1",
            200,
            refusal,
            type: "text/xml"
        )
        for _ in 0..<2 {
            app.call(
                "POST",
                "/adobe-services/deviceShortAuthorize",
                form: form + "&authz_token=undefined&session_guid=g",
                200,
                refusal,
                type: "text/xml"
            )
            app.wait(20)
        }
        #expect(try app.rows()["authorization"]?.value == "at-sign-in")
    }

    @Test("What an app that runs already calls before its only playback belongs to each playback")
    func checksOfOnlyPlayback() throws {
        var app = WrittenApp()
        app.call("GET", "/api/v1/checkauthn?" + WrittenApp.user, 200)
        app.call("GET", "/api/v1/tokens/usermetadata?" + WrittenApp.user, 200, #"{"updated":1,"data":{}}"#)
        app.wait(20)
        app.token()
        app.play()
        let shown = try ShownBehavior(app.recording)
        #expect(shown.behavior.launchCalls == [.checkAuthentication, .userMetadata])
        #expect(shown.behavior.playChecks == [.readAuthenticationToken])
        // One playback is no proof.
        #expect(shown.row("play-checks") == nil)
        _ = try app.rows()
    }

    @Test("What comes before the only playback of an app that starts with it may be the launch's or the playback's")
    func checksOfStart() throws {
        var app = WrittenApp()
        app.call("GET", "/api/v1/checkauthn?" + WrittenApp.user, 200)
        app.play()
        let shown = try ShownBehavior(app.recording)
        #expect(shown.behavior.launchCalls == [.checkAuthentication])
        #expect(shown.row("launch-calls")?.alternatives == ["none"])
        #expect(shown.behavior.playChecks == [])
        _ = try app.rows()
    }

    @Test("The first call of the next playback is not what follows a media token, after a login that no poll ended")
    func nextPlayback() throws {
        // As kodi-rest2-sign-on.har: 403, a code, authorization, media token; authorization and media token 1 s later.
        var app = WrittenApp()
        app.refused("/api/v1/authorize?\(WrittenApp.user)&resource=KITE1", 403, "User not authorized")
        app.code("K7", until: 1_800)
        app.play()
        app.wait(1)
        app.play()
        let shown = try ShownBehavior(app.recording)
        #expect(shown.behavior.afterPlay == [])
        #expect(shown.behavior.authorization == .eachPlayback)
        #expect(try app.rows()["after-play"] == nil)
        let result = try Replayer.replay(app.recording, options: ReplayOptions(client: ClientChoice(.app)))
        let plays = result.timeline.events.filter { $0.actor == .user && $0.kind == "play" }
        #expect(plays.count == 2)
        // Nobody gives up a login that has succeeded.
        #expect(!result.timeline.events.contains { $0.actor == .user && $0.kind == "cancel" })
    }

    @Test("What some playbacks have and others have not is no row of the app's behavior")
    func contradicted() throws {
        // A timer reads the AuthN token, by chance once right before a playback, and metadata once right after one.
        var app = WrittenApp()
        app.token()
        app.wait(20)
        app.play()
        app.call("GET", "/api/v1/tokens/usermetadata?" + WrittenApp.user, 200, #"{"updated":1,"data":{}}"#)
        app.wait(20)
        app.token()
        app.play()
        app.wait(20)
        app.play()
        app.wait(20)
        app.token()
        let shown = try ShownBehavior(app.recording)
        #expect(shown.row("play-checks") == nil)
        #expect(shown.row("after-play") == nil)
    }

    @Test("What stands before all playbacks, and behind no media token at the end, is what a playback begins with")
    func betweenPlaybacks() throws {
        var app = WrittenApp()
        for _ in 0..<3 {
            app.call("GET", "/api/v1/tokens/usermetadata?" + WrittenApp.user, 200, #"{"updated":1,"data":{}}"#)
            app.play()
        }
        let shown = try ShownBehavior(app.recording)
        #expect(shown.behavior.afterPlay == [])
        #expect(shown.behavior.playChecks == [.userMetadata])
        _ = try app.rows()
    }

    @Test("What the first playback does not begin with, nor the last one end with, is of neither row")
    func onlyBetweenPlaybacks() throws {
        var app = WrittenApp()
        for round in 0..<3 {
            if round > 0 {
                app.call("GET", "/api/v1/tokens/usermetadata?" + WrittenApp.user, 200, #"{"updated":1,"data":{}}"#)
            }
            app.play()
        }
        let shown = try ShownBehavior(app.recording)
        #expect(shown.row("after-play") == nil && shown.row("play-checks") == nil)
        _ = try app.rows()
    }

    @Test("A look at the app's own clock is no check before each playback")
    func clock() throws {
        var app = WrittenApp()
        app.signIn("K7", until: 600)
        app.wait(5)
        app.play()
        app.wait(700)
        app.refused("/api/v1/tokens/authn?" + WrittenApp.user, 410, "Gone")
        app.signIn("K8", until: 6_000, codeEnd: 3_600)
        app.play()
        #expect(try ShownBehavior(app.recording).row("play-checks") == nil)
    }
}
