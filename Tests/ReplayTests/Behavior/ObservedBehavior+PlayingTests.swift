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
}
