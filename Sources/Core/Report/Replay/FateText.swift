import Documents
import Replay

/// What became of each exchange, as lines and as one line of counts.
enum FateText {
    /// The counts: `5 of 6 exchanges replayed, 1 adopted, 0 skipped, 0 not reached`.
    static func counts(of result: ReplayResult) -> String {
        "\(result.replayedCount) of \(CountedNoun.text(result.exchangeCount, "exchange")) replayed, "
            + "\(result.adoptedCount) adopted, "
            + "\(result.skippedCount) skipped, \(result.notReachedCount) not reached"
    }

    /// A line for each fate but *replayed*, with the exchanges that share it; none if all were replayed.
    static func lines(of result: ReplayResult) -> [String] {
        var groups: [(title: String, exchanges: [Int])] = []
        for fate in result.fates where fate.fate != .replayed {
            let title = title(of: fate.fate)
            if let index = groups.firstIndex(where: { $0.title == title }) {
                groups[index].exchanges.append(fate.exchange)
            } else {
                groups.append((title, [fate.exchange]))
            }
        }
        return groups.map { "\($0.title): \(OrdinalRanges($0.exchanges))" }
    }

    private static func title(of fate: ExchangeFate.Fate) -> String {
        switch fate {
        case .replayed: "replayed"
        case .adopted: "adopted"
        case .skipped(.thirdPartyHost): "skipped, third-party host"
        case .skipped(.page): "skipped, page"
        case .skipped(.otherDevice): "skipped, other device"
        case .skipped(.otherRequestor): "skipped, other requestor"
        case .skipped(.unrecognized): "skipped, not a known operation"
        case .notReached: "not reached"
        }
    }
}
