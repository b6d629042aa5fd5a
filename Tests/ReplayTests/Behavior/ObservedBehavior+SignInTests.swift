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
}
