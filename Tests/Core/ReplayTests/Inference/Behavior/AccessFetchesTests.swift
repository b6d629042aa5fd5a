import Testing

@testable import Replay

/// Access tokens of a written app hold for 60 seconds.
@Suite("When an app fetches access tokens") struct AccessFetchesTests {
    private static let check = "/api/v1/checkauthn?" + WrittenApp.user

    private static func shown(_ app: WrittenApp) throws -> String? {
        let shown = try ShownBehavior(app.recording)
        return shown.row("registration").map { _ in shown.behavior.registration.rawValue }
    }

    @Test("One token at the first start says nothing of the next")
    func single() throws {
        var app = WrittenApp()
        app.access("t-1")
        app.call("GET", Self.check, bearer: "t-1", 200)
        #expect(try Self.shown(app) == nil)
    }

    @Test("A second one while the first holds is fetched at each start (DCR-002)")
    func eachStart() throws {
        var app = WrittenApp()
        for token in ["t-1", "t-2"] {
            app.access(token)
            app.call("GET", Self.check, bearer: token, 200)
            app.wait(20)
        }
        let row = try #require(try app.rows()["registration"])
        #expect(row.value == "token-each-start")
        #expect(row.exchanges == [1, 3])
        #expect(row.brokenRule == "DCR-002")
    }

    @Test("A second one because the first was refused before its end shows no start")
    func toldOff() throws {
        var app = WrittenApp()
        app.access("t-1")
        app.call("GET", Self.check, bearer: "t-1", 200)
        app.wait(20)
        app.refused(Self.check, 401, "Unauthorized", bearer: "t-1")
        app.access("t-2")
        app.call("GET", Self.check, bearer: "t-2", 200)
        #expect(try Self.shown(app) == nil)
        let rows = try app.rows()
        #expect(rows["registration"] == nil)
        // The check that was repeated is one check.
        #expect(try ShownBehavior(app.recording).behavior.launchCalls == [.checkAuthentication])
    }

    @Test("A start with the old token, and a new one after the end of that: when one is needed")
    func whenNeeded() throws {
        var app = WrittenApp()
        app.access("t-1")
        app.call("GET", Self.check, bearer: "t-1", 200)
        app.wait(20)
        app.call("GET", Self.check, bearer: "t-1", 200)
        #expect(try Self.shown(app) == nil)
        app.wait(80)
        app.access("t-2")
        app.call("GET", Self.check, bearer: "t-2", 200)
        #expect(try Self.shown(app) == "whenNeeded")
        #expect(try app.rows()["registration"] == nil)
    }

    @Test("A token that is fetched after a pause belongs to what it is fetched for, not to what was before")
    func pause() throws {
        var app = WrittenApp()
        app.access("t-1")
        app.call("GET", Self.check, bearer: "t-1", 200)
        app.wait(80)
        app.access("t-2")
        app.authorize(bearer: "t-2")
        app.media(bearer: "t-2")
        let segments = BehaviorSegments(try RecordedSession(app.recording)).segments
        #expect(segments.map(\.kind) == [.launch, .play])
        #expect(segments.map { $0.access.map(\.ordinal) } == [[1], [3]])
        #expect(segments.map { $0.calls.map(\.ordinal) } == [[2], [4, 5]])
        _ = try app.rows()
    }
}
