import Replay
import Simulation
import Testing

@Suite struct SightingsTests {
    @Test("sweep")
    func sweep() throws {
        for name in ["apple-sso-tvos", "second-screen-tvos", "ytdlp-sign-on"] {
            let recording = try Captures.recording(name)
            let fork = try ForkedWorld(recording)
            let sweep = Sweep(try Sightings(of: recording), playing: fork.played)
            let table = sweep.table()
            for row in table.rows { print(row.deadline.instant, row.deadline.name.prefix(60), "|", row.before.text, "|", row.at.text, "|", row.after.text) }
            for o in table.orders { print(o.first.name, o.second.name, o.isNatural, o.between.text) }
            print(fork.notes)
        }
    }
}
