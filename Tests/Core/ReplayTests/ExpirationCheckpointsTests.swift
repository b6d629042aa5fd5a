import Exchanges
import Replay
import Report
import Simulation
import Testing
import VirtualTime

@Suite("A sweep finds every deadline of a recording") struct ExpirationCheckpointsTests {
    static let captures = [
        "apple-sso-tvos", "second-screen-tvos", "access-denied-tvos", "unsupported-provider-tvos", "ytdlp-sign-on",
        "ytdlp-cached-second-play",
    ]

    static func table(_ capture: String) throws -> SweepTable {
        let recording = try Captures.recording(capture)
        return Sweep(try Checkpoints(of: recording), playing: try ForkedWorld(recording).played).table()
    }

    @Test("Each deadline is listed once, valid one nanosecond before and expired at the instant", arguments: captures)
    func nanoseconds(_ capture: String) throws {
        let rows = try Self.table(capture).rows
        #expect(rows.count >= 5)
        #expect(Set(rows.map { "\($0.expiration.name) \($0.expiration.instant)" }).count == rows.count)
        #expect(rows.map(\.expiration.instant) == rows.map(\.expiration.instant).sorted())
        for row in rows {
            #expect(row.before.isValid && !row.at.isValid && !row.after.isValid, "\(row.expiration.name)")
            #expect(row.before.instant == row.expiration.instant - .nanoseconds(1))
            #expect(row.at.instant == row.expiration.instant)
            // yt-dlp keeps its access token for one playback and never asks whether it ran out.
            if capture.hasPrefix("ytdlp"), row.expiration.kind == .accessToken { continue }
            #expect(row.changesBehavior, "\(row.expiration.name): \(row.before.text)")
            #expect(row.at.behavior == row.after.behavior, "\(row.expiration.name)")
        }
    }

    @Test("apple-sso-tvos tells of two media tokens, two decisions, the access token, the AuthN token, Apple's session")
    func kinds() throws {
        let kinds = try Self.table("apple-sso-tvos").rows.map(\.expiration.kind)
        #expect(
            kinds.sorted { $0.rawValue < $1.rawValue } == [
                .accessToken, .authenticationToken, .authorizationToken, .authorizationToken, .mediaToken, .mediaToken,
                .vsaAccount,
            ]
        )
    }

    @Test("What changes: yt-dlp authorizes again, then signs on again")
    func changes() throws {
        let rows = try Self.table("ytdlp-sign-on").rows
        let authorization = try #require(rows.first { $0.expiration.kind == .authorizationToken })
        #expect(authorization.before.behavior.contains("show-1: ae.shortAuthorize → playing"))
        #expect(authorization.at.behavior.contains("show-1: ae.authorize, ae.shortAuthorize → playing"))
        let authentication = try #require(rows.first { $0.expiration.kind == .authenticationToken })
        #expect(!authentication.before.behavior.contains("dcr.register"))
        #expect(authentication.at.behavior.contains("dcr.register"))
    }

    @Test("Two deadlines within a minute are looked at in their order, and in the other where one can be moved")
    func orders() throws {
        // As long as an AuthZ token lasts: the AuthN token and the decisions run out within a second.
        var changes = SetupChanges()
        changes.service.lifetimes.authentication = .seconds(86_400)
        let recording = try Captures.recording("apple-sso-tvos")
        let table = Sweep(try Checkpoints(of: recording, changes: changes), playing: ["KITE1"]).table()
        #expect(table.orders.contains { $0.isNatural })
        #expect(table.orders.contains { !$0.isNatural })
        for order in table.orders {
            #expect(order.first.instant < order.second.instant)
            #expect(order.second.instant - order.first.instant <= Sweep.nearby)
            #expect(!order.between.isValid)
        }
    }

    @Test("The same recording gives the same table")
    func deterministic() throws {
        #expect(try Self.table("access-denied-tvos") == Self.table("access-denied-tvos"))
    }

    @Test("A recording that cannot be replayed has no deadlines to tell")
    func refusal() {
        #expect(throws: ForkError.self) { try Checkpoints(of: Recording()) }
    }
}
