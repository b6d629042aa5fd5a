import Testing

@testable import Replay

@Suite("How the user of an app signs in") struct ObservedBehaviorSignInTests {
    @Test("An app that polls on after its code has expired does so when it replays, and POLL-003 is named")
    func polling() throws {
        var app = WrittenApp()
        app.code("AAAAAAA", until: 10)
        for _ in 0..<5 {
            app.wait(3)
            app.refused("/api/v1/tokens/authn?" + WrittenApp.user, 404, "Not Found")
        }
        let row = try #require(try app.rows()["code-expiry"])
        #expect(row.value == "polls-on")
        // The code expires after 10 s; polls come after 3.03, 6.05, 9.07, 12.09 and 15.11 s.
        #expect(row.exchanges == [5, 6])
        #expect(row.brokenRule == "POLL-003")
    }

    @Test("An app whose last poll comes before its code expires shows nothing about it")
    func noPolling() throws {
        var app = WrittenApp()
        app.code("AAAAAAA", until: 10)
        for _ in 0..<3 {
            app.wait(3)
            app.refused("/api/v1/tokens/authn?" + WrittenApp.user, 404, "Not Found")
        }
        #expect(try app.rows()["code-expiry"] == nil)
    }

    @Test("An app that requests an authorization after a logout begins sign-in on the refusal")
    func afterLogout() throws {
        var app = WrittenApp()
        app.authorize()
        app.media()
        app.wait(20)
        app.call("DELETE", "/api/v1/logout?" + WrittenApp.user, 204)
        app.wait(20)
        app.refused("/api/v1/authorize?\(WrittenApp.user)&resource=KITE1", 403, "User not authenticated")
        app.wait(3)
        app.code("BBBBBBB", until: 1_800)
        #expect(try app.rows()["sign-in-start"]?.value == "refusal")
    }

    @Test("Polls are written as they were recorded, without the requestor that the check at launch names")
    func polls() throws {
        var app = WrittenApp()
        app.refused("/api/v1/checkauthn?" + WrittenApp.user, 403, "User not authenticated")
        app.wait(2)
        app.code("CCCCCCC", until: 1_800)
        for _ in 0..<2 {
            app.wait(3)
            app.refused("/api/v1/checkauthn?deviceId=kite-1", 403, "User not authenticated")
        }
        app.wait(3)
        app.call("GET", "/api/v1/checkauthn?deviceId=kite-1", 200)
        #expect(try app.rows()["authentication-call"]?.value == "v1.checkauthn")
    }

    @Test("An app that lets its last poll before the end of the code be the last stops with the code")
    func stops() throws {
        var app = WrittenApp()
        app.code("AAAAAAA", until: 10)
        for _ in 0..<3 {
            app.wait(3)
            app.refused("/api/v1/tokens/authn?" + WrittenApp.user, 404, "Not Found")
        }
        // The next would have come after 12.1 s.
        app.wait(10)
        app.code("BBBBBBB", until: 1_800)
        let shown = try ShownBehavior(app.recording)
        #expect(shown.exchanges(showing: "code-expiry") == [4])
        #expect(shown.behavior.codeExpiry == .stops)
        #expect(try app.rows()["code-expiry"] == nil)
    }

    @Test("Who goes on with something else before the next poll would be due shows nothing about the code's end")
    func interrupted() throws {
        var app = WrittenApp()
        app.code("AAAAAAA", until: 10)
        for _ in 0..<3 {
            app.wait(3)
            app.refused("/api/v1/tokens/authn?" + WrittenApp.user, 404, "Not Found")
        }
        app.wait(2)
        app.code("BBBBBBB", until: 1_800)
        #expect(try ShownBehavior(app.recording).row("code-expiry") == nil)
    }

    @Test("Two polls are no rhythm, unless the first came as long after the code", arguments: [(4, 7), (5, 5)])
    func singlePause(first: Int64, second: Int64) throws {
        var app = WrittenApp()
        app.code("AAAAAAA", until: 1_800)
        app.wait(first)
        app.refused("/api/v1/tokens/authn?" + WrittenApp.user, 404, "Not Found")
        app.wait(second)
        app.token()
        let rows = try ShownBehavior(app.recording).rows.map(\.name)
        #expect(rows.contains("poll-interval") == (first == second))
        #expect(rows.contains("poll-pace") == (first == second))
        _ = try app.rows()
    }

    @Test("Who polls sooner after one code than after another goes by the user's word", arguments: [(4, 9), (4, 4)])
    func delays(first: Int64, second: Int64) throws {
        var app = WrittenApp()
        app.code("AAAAAAA", until: 1_800)
        app.wait(first)
        app.refused("/api/v1/tokens/authn?" + WrittenApp.user, 404, "Not Found")
        app.wait(7)
        app.token()
        app.wait(20)
        app.call("DELETE", "/api/v1/logout?" + WrittenApp.user, 204)
        app.wait(20)
        app.code("BBBBBBB", until: 3_600)
        app.wait(second)
        app.token()
        #expect(try ShownBehavior(app.recording).behavior.pollPace == (first == second ? .timer : .user))
        _ = try app.rows()
    }

    @Test("A check that failed does not show that sign-in begins from a menu")
    func failedCheck() throws {
        var app = WrittenApp()
        app.call("GET", "/api/v1/checkauthn?" + WrittenApp.user, 503)
        app.wait(20)
        app.signIn("AAAAAAA", until: 200_000)
        #expect(try ShownBehavior(app.recording).row("sign-in-start") == nil)
        app.wait(20)
        _ = try app.rows()
    }

    @Test("What an app looks up between a refusal and the code belongs to the sign-in")
    func beforeCode() throws {
        var app = WrittenApp()
        app.refused("/api/v1/authorize?\(WrittenApp.user)&resource=KITE1", 412, "User not authenticated")
        app.call(
            "GET",
            "/api/v1/config/KITETV",
            200,
            #"{"requestor":{"id":"KITETV","name":"Kite","mvpds":[{"id":"Plover","displayName":"Plover"}]}}"#
        )
        app.signIn("AAAAAAA", until: 200_000)
        app.call("GET", "/api/v1/tokens/usermetadata?" + WrittenApp.user, 200, #"{"updated":1,"data":{}}"#)
        app.play()
        let rows = try app.rows()
        #expect(rows["sign-in-start"]?.value == "refusal")
        #expect(rows["before-code"]?.value == "v1.config")
        #expect(rows["after-sign-in"]?.value == "v1.usermetadata")
        // Sign-in, and the authorization once more: as the documents have it.
        #expect(rows["after-412-of-authorize"] == nil)
        #expect(try ShownBehavior(app.recording).exchanges(showing: "after-412-of-authorize") == [1, 2, 3, 4, 5, 6])
    }

    @Test("An app whose own back end knows of the login requests no AuthN token and plays on")
    func ownBackEnd() throws {
        var app = WrittenApp()
        app.refused("/api/v1/authorize?\(WrittenApp.user)&resource=KITE1", 412, "User not authenticated")
        app.code("AAAAAAA", until: 1_800)
        app.wait(40)
        app.play()
        let shown = try ShownBehavior(app.recording)
        #expect(shown.behavior.authenticationCall == nil)
        #expect(shown.exchanges(showing: "authentication-call") == [2])
        #expect(shown.behavior.pollPace == .user)
        // The login belongs to the playback that was refused, and the authorization is requested once more.
        #expect(shown.exchanges(showing: "after-412-of-authorize") == [1, 2, 3])
        let rows = try app.rows()
        #expect(rows["authentication-call"]?.value == "none")
        #expect(rows["sign-in-start"]?.value == "refusal")
    }

    @Test("A refusal for want of a sign-in, while a code is open, says that the login is not over")
    func ownBackEndRefused() throws {
        var app = WrittenApp()
        app.refused("/api/v1/authorize?\(WrittenApp.user)&resource=KITE1", 412, "User not authenticated")
        app.code("AAAAAAA", until: 1_800)
        app.wait(40)
        app.refused("/api/v1/authorize?\(WrittenApp.user)&resource=KITE1", 412, "User not authenticated")
        app.code("BBBBBBB", until: 3_600)
        #expect(try ShownBehavior(app.recording).row("authentication-call") == nil)
        _ = try app.rows()
    }
}
