import PassAPI
import Testing

@testable import Replay

@Suite("When an app requests an authorization") struct ObservedBehaviorAuthorizationTests {
    private static let denial = "User not authorized"
    private static let authorize = "/api/v1/authorize?\(WrittenApp.user)&resource=KITE1"
    private static let media = "/api/v1/tokens/media?\(WrittenApp.user)&resource=KITE1"

    private static func row(_ app: WrittenApp) throws -> (value: String, alternatives: [String])? {
        let shown = try ShownBehavior(app.recording)
        return shown.row("authorization").map { (shown.behavior.authorization.rawValue, $0.alternatives) }
    }

    @Test("One more after the end is requested by who looks at it, and by who requests one each time")
    func renewed() throws {
        var app = WrittenApp()
        app.signIn("AAAAAAA", until: 200_000)
        app.play(until: 100)
        app.wait(200)
        app.play(until: 400)
        let row = try #require(try Self.row(app))
        #expect(row.value == "whenExpired")
        #expect(row.alternatives == ["each-playback"])
        // The documents' client requests one each time: nothing to be said.
        #expect(try app.rows()["authorization"] == nil)
    }

    @Test("Who has done without one before the end looks at it")
    func reusedAndRenewed() throws {
        var app = WrittenApp()
        app.signIn("AAAAAAA", until: 200_000)
        app.play(until: 100)
        app.wait(20)
        app.media(until: 100)
        app.wait(200)
        app.play(until: 400)
        let row = try #require(try app.rows()["authorization"])
        #expect(row.value == "when-expired")
        #expect(row.alternatives == [])
        // Not one each time, and not only once.
        #expect(row.exchanges == [5, 6])
    }

    @Test("Done without after the end: once for each resource, or with the sign-in; both break DEC-001")
    func late() throws {
        var app = WrittenApp()
        app.signIn("AAAAAAA", until: 200_000)
        app.play(until: 100)
        app.wait(200)
        app.refused(Self.media, 403, Self.denial)
        app.wait(20)
        let row = try #require(try app.rows()["authorization"])
        #expect(row.value == "once-per-resource")
        #expect(row.alternatives == ["at-sign-in"])
        #expect(row.brokenRule == "DEC-001")
        #expect(row.exchanges == [5])
    }

    @Test("Done without after another sign-in, too: once for each resource")
    func once() throws {
        var app = WrittenApp()
        app.signIn("AAAAAAA", until: 200_000)
        app.play(until: 100)
        app.wait(200)
        app.signIn("BBBBBBB", until: 300_000)
        app.refused(Self.media, 403, Self.denial)
        app.wait(20)
        let row = try #require(try app.rows()["authorization"])
        #expect(row.value == "once-per-resource")
        #expect(row.alternatives == [])
    }

    @Test("Requested with each of two sign-ins, and not between: nothing that only who looks at an end would do")
    func withEachSignIn() throws {
        var app = WrittenApp()
        for (code, end) in [("AAAAAAA", 100), ("BBBBBBB", 400)] as [(String, Int64)] {
            app.signIn(code, until: 200_000 + end)
            app.play(until: end)
            app.wait(200)
        }
        #expect(try Self.row(app) == nil)
    }

    @Test("A denial is not asked about again by who requests with the sign-in only")
    func atSignIn() throws {
        var app = WrittenApp()
        app.signIn("AAAAAAA", until: 200_000)
        app.refused(Self.authorize, 403, Self.denial)
        app.wait(20)
        app.refused(Self.media, 403, Self.denial)
        let row = try #require(try app.rows()["authorization"])
        #expect(row.value == "at-sign-in")
        #expect(row.exchanges == [4])
    }

    @Test("A media token without an authorization, refused, and then authorized: after a refusal only")
    func afterRefusal() throws {
        var app = WrittenApp()
        app.signIn("AAAAAAA", until: 200_000)
        app.wait(20)
        app.refused(Self.media, 403, Self.denial)
        app.play(until: 400)
        app.wait(20)
        app.media(until: 400)
        let row = try #require(try app.rows()["authorization"])
        #expect(row.value == "after-refused-media-token")
        #expect(row.exchanges == [3, 6])
    }

    @Test("A media token that is granted without an authorization shows one from before the recording")
    func before() throws {
        var app = WrittenApp()
        app.call("GET", "/api/v1/checkauthn?" + WrittenApp.user, 200)
        app.wait(20)
        app.media()
        #expect(try Self.row(app) == nil)
    }
}
