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
}
