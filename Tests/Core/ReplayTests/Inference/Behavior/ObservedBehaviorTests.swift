import ClientStack
import Exchanges
import PassAPI
import Report
import Simulation
import Testing

@testable import Replay

@Suite("What a recording shows of an app's behavior") struct ObservedBehaviorTests {
    /// Rows, or values of them, that no generated recording shows: why not, and what shows them.
    static let exceptions = [
        "media-token-use=none": "that a media token goes nowhere does not show",
        "after-pending-logout-of-check": "only SDKs hear it; ObservedBehaviorReactionsTests has one by hand",
    ]

    @Test(
        "Apps with random behavior are replayed whole; the rows that show are those they have, and all of them show"
    )
    func generated() async throws {
        let shown = try await withThrowingTaskGroup(of: Set<String>.self) { group in
            for block in UInt64(0)..<4 {
                group.addTask {
                    try (block * 100..<block * 100 + 100).reduce(into: []) { try $0.formUnion(Self.check(seed: $1)) }
                }
            }
            return try await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        let missing = Self.all.filter { !shown.contains($0) && Self.exceptions[$0] == nil }
        #expect(missing == [])
        let needless = Self.exceptions.keys.filter { shown.contains($0) || !Self.all.contains($0) }
        #expect(needless.sorted() == [])
    }

    /// Each row, and each value of those that are a choice between words.
    static let all = ClientBehavior.table.options.flatMap { option in
        if case .words(let words) = option.values { words.map { "\(option.name)=\($0)" } } else { [option.name] }
    }

    /// The rows that the recording of `seed` shows, each with its value, once both were held against the app.
    private static func check(seed: UInt64) throws -> [String] {
        let app = GeneratedApp(seed: seed)
        // Step by step, so that the recording is read once.
        var replayer = try Replayer(app.recording, ReplayOptions(client: ClientChoice(.app)))
        let shown = try #require(replayer.behavior)
        var names: [String] = []
        for row in shown.rows {
            let option = try #require(ClientBehavior.table.option(named: row.name))
            let (read, truth) = (option.read(shown.behavior), option.read(app.behavior))
            let isTrue = read == truth || row.alternatives.contains(truth) || reactsAlike(row.name, shown, app)
            #expect(isTrue, "seed \(seed), \(row.name): read \(read), is \(truth)")
            guard row.alternatives.isEmpty else { continue }
            if case .words = option.values { names.append("\(row.name)=\(read)") } else { names.append(row.name) }
        }
        try replayer.run()
        let adopted = replayer.fates(of: app.recording).filter { $0.fate == .adopted }.map(\.exchange)
        #expect(adopted == [], "seed \(seed)")
        #expect(replayer.findings.divergences.map(\.summary) == [], "seed \(seed)")
        return names
    }

    /// Checks whether both come to the same: what the documents' client does can be set or left.
    private static func reactsAlike(_ row: String, _ shown: ShownBehavior, _ app: GeneratedApp) -> Bool {
        for call in BehaviorReactions.Call.allCases {
            for refusal in BehaviorReactions.RefusalKind.allCases where BehaviorReactions.row(call, refusal) == row {
                let documented = BehaviorReactions.documented(call, refusal)
                return (shown.behavior.reactions[call, refusal] ?? documented)
                    == (app.behavior.reactions[call, refusal] ?? documented)
            }
        }
        return false
    }
}
