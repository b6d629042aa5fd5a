import PassAPI
import Testing

@testable import Replay

/// A day has 86,400 seconds.
@Suite("Whether an app looks at its own clock") struct ObservedBehaviorExpirationTests {
    /// An app that signs in with a token that holds for 200,000 seconds, and plays.
    static func app() -> WrittenApp {
        var app = WrittenApp()
        app.signIn("AAAAAAA", until: 200_000)
        app.play()
        return app
    }

    @Test("A sign-in on the last day of an AuthN token shows an app that looks a day ahead")
    func aDayAhead() throws {
        var app = Self.app()
        app.wait(150_000)
        app.signIn("BBBBBBB", until: 400_000, codeEnd: 151_800)
        app.play(until: 230_000)
        let row = try #require(try app.rows()["expiry-check"])
        #expect(row.value == "a-day-ahead")
        #expect(row.exchanges == [5])
        #expect(row.alternatives == [])
        #expect(row.brokenRule == nil)
    }

    @Test(
        "The last day begins a day before the token expires, to the millisecond",
        arguments: [(113_599_999, nil), (113_600_000, "a-day-ahead")] as [(Int64, String?)]
    )
    func boundary(milliseconds: Int64, value: String?) throws {
        var app = Self.app()
        app.wait(untilMillisecond: milliseconds)
        app.signIn("BBBBBBB", until: 400_000, codeEnd: 115_400)
        #expect(try app.rows()["expiry-check"]?.value == value)
    }

    @Test(
        "A token of a day is always on its last day: that an app signs in again shows nothing",
        arguments: [(86_400, nil), (86_401, "a-day-ahead")] as [(Int64, String?)]
    )
    func shortToken(end: Int64, value: String?) throws {
        var app = WrittenApp()
        app.signIn("AAAAAAA", until: end)
        app.play()
        app.wait(40_000)
        app.signIn("BBBBBBB", until: 200_000, codeEnd: 41_800)
        app.play()
        #expect(try app.rows()["expiry-check"]?.value == value)
    }

    @Test("After a logout, somebody signs in because nobody is signed in")
    func logout() throws {
        var app = Self.app()
        app.wait(150_000)
        app.call("DELETE", "/api/v1/logout?" + WrittenApp.user, 204)
        app.wait(20)
        app.signIn("BBBBBBB", until: 400_000, codeEnd: 151_800)
        #expect(try app.rows()["expiry-check"] == nil)
    }

    @Test("After a refused check, the service has said so, and no clock")
    func refusal() throws {
        var app = Self.app()
        app.wait(150_000)
        app.refused("/api/v1/checkauthn?" + WrittenApp.user, 403, "User not authenticated")
        app.wait(20)
        app.signIn("BBBBBBB", until: 400_000, codeEnd: 151_800)
        #expect(try app.rows()["expiry-check"] == nil)
    }

    @Test("Who plays on the last day does not look a day ahead; a sign-in later that day is the user's")
    func usedOnLastDay() throws {
        var app = Self.app()
        app.wait(150_000)
        app.play(until: 240_000)
        app.wait(10_000)
        app.signIn("BBBBBBB", until: 400_000, codeEnd: 161_800)
        #expect(try app.rows()["expiry-check"] == nil)
    }

    @Test(
        "A sign-in after the end is a clock's; whether that looks a day ahead shows on the last day alone",
        arguments: [true, false]
    )
    func atExpiry(isUsedOnLastDay: Bool) throws {
        var app = Self.app()
        if isUsedOnLastDay {
            app.wait(150_000)
            app.play(until: 240_000)
        }
        app.wait(untilMillisecond: 200_000_000)
        app.signIn("BBBBBBB", until: 400_000, codeEnd: 201_800)
        app.play(until: 280_000)
        let row = try #require(try app.rows()["expiry-check"])
        #expect(row.value == "at-expiry")
        #expect(row.alternatives == (isUsedOnLastDay ? [] : ["a-day-ahead"]))
    }

    @Test("A playback after the end, without a sign-in, shows an app without a clock (TIME-001)")
    func never() throws {
        var app = Self.app()
        app.wait(untilMillisecond: 200_000_000)
        app.refused("/api/v1/authorize?\(WrittenApp.user)&resource=KITE1", 412, "User not authenticated")
        app.signIn("BBBBBBB", until: 400_000, codeEnd: 201_800)
        app.play(until: 280_000)
        let shown = try ShownBehavior(app.recording)
        #expect(shown.exchanges(showing: "expiry-check") == [5])
        #expect(shown.behavior.expiryCheck == .never)
        #expect(shown.row("expiry-check")?.alternatives == [])
    }

    @Test("A playback that follows on its sign-in shows nothing: the app has looked before that")
    func slowSignIn() throws {
        var app = WrittenApp()
        app.signIn("AAAAAAA", until: 86_401)
        app.wait(untilMillisecond: 86_402_970)
        // A token of 10 ms, which expires before the authorization.
        app.signIn("BBBBBBB", until: 86_403, codeEnd: 88_200)
        app.play(until: 160_000)
        let shown = try ShownBehavior(app.recording)
        #expect(shown.behavior.expiryCheck == .atExpiry)
    }
}
