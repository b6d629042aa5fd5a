import Report
import Simulation
import SubscriberAccount
import Testing
import VirtualTime

@Suite("A sweep over a scenario's deadlines") struct SweepTests {
    /// Returns the expirations after a sign-on and a playback.
    static func checkpoints(_ run: ScenarioRun) -> Checkpoints {
        var checkpoints = Checkpoints()
        checkpoints.look(at: run.world)
        return checkpoints
    }

    @Test(
        "Every deadline is valid one nanosecond before and expired at it, whichever the client",
        arguments: [nil, PlatformVersion(1, 9, 4)]
    )
    func nanoseconds(_ sdk: PlatformVersion?) throws {
        let run = try Kite.run(
            Kite.setup(.iOS, PlatformVersion(9), sdk: sdk),
            [Kite.signIn("Juniper"), .play("KITE1")]
        )
        let sweep = Sweep(Self.checkpoints(run), playing: ["KITE1"])
        let table = sweep.table()
        #expect(table.rows.count == sweep.count)
        #expect(
            Set(table.rows.map(\.expiration.kind)).isSuperset(of: [
                .authenticationToken, .authorizationToken, .mediaToken,
            ])
        )
        for row in table.rows {
            #expect(row.before.isValid && !row.at.isValid && !row.after.isValid, "\(row.expiration.name)")
            #expect(row.before.text != row.at.text)
        }
    }

    @Test("A deadline that was seen before keeps its place; a later world in which somebody is signed in takes over")
    func again() throws {
        var run = try Kite.run(Kite.setup(), [Kite.signIn("Meadowlark"), .play("KITE1")])
        var checkpoints = Self.checkpoints(run)
        let count = checkpoints.all.count
        try run.perform(.init(.advance(.seconds(60))))
        checkpoints.look(at: run.world)
        #expect(checkpoints.all.count == count)
        #expect(checkpoints.all.contains { $0.world.now == run.world.now })
    }

    @Test("What a twin alone keeps can be moved; a signed token of the device cannot")
    func moving() throws {
        var rest = try Kite.run(Kite.setup(), [Kite.signIn("Meadowlark"), .play("KITE1")]).world
        let token = try #require(rest.expirations().first { $0.kind == .authenticationToken })
        let isMoved1 = rest.move(token, to: token.instant - .seconds(60))
        #expect(isMoved1)
        #expect(
            rest.expirations().contains {
                $0.kind == .authenticationToken && $0.instant == token.instant - .seconds(60)
            }
        )
        let session = try #require(rest.expirations().first { $0.kind == .vsaAccount })
        let isMoved2 = rest.move(session, to: session.instant + .seconds(1))
        #expect(isMoved2)
        let media = try #require(rest.expirations().first { $0.kind == .mediaToken })
        let isMoved3 = rest.move(media, to: media.instant + .seconds(1))
        #expect(!isMoved3)
    }

    @Test("Two deadlines that no world knows at once have no order: the first was over when the second was told")
    func neverTogether() throws {
        var world = try Kite.run(Kite.setup(), [Kite.signIn("Meadowlark"), .play("KITE1")]).world
        let start = world.now
        var checkpoints = Checkpoints()
        checkpoints.look(at: world, for: [Expiration(.accessToken, at: start + .seconds(10), source: "twin")])
        _ = world.run(until: start + .seconds(20))
        let late = Expiration(.mediaToken, "KITE1", at: start + .seconds(40), source: "twin")
        checkpoints.look(at: world, for: [late])
        #expect(Sweep(checkpoints, playing: ["KITE1"]).table().orders.isEmpty)
    }
}
