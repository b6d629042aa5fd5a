import ClientStack
import Documents
import Replay

/// Something found, as a list of findings has it: its level, where it is, and a sentence or two.
struct TimelineFinding: Sendable {
    /// Its weight.
    var level: FindingLevel
    /// The sentences; those of one kind that differ only in where they are, are the same.
    var text: String
    /// The steps it is about, by name.
    var steps: [String] = []
    /// The exchanges it is about, by ordinal.
    var exchanges: [Int] = []
    /// The VSA calls it is about, by ordinal.
    var vsaCalls: [Int] = []
    /// Whether it is about the line at which it showed, rather than an exchange or a call of the recording.
    var isAboutLine = false
    /// The exchanges whose lines are marked, where they are not those that it is about: of missing ones, the next.
    var markedExchanges: [Int]?
    /// The exchanges that are missing, where there are several.
    var missing: String?
    /// What else there is to know, as names and values.
    var details: [(name: String, value: String)] = []

    init(level: FindingLevel, text: String, exchanges: [Int] = []) {
        self.level = level
        self.text = text
        self.exchanges = exchanges
    }

    /// What the app did other than the reference client.
    init(_ warning: ReplayWarning) {
        self.init(level: warning.level, text: warning.summary, exchanges: warning.exchanges)
        vsaCalls = warning.vsaCalls
        switch warning.content {
        case .permissionNotAsked(let step, _), .platformLoginSkipped(let step):
            steps = step.map { [$0.rawValue] } ?? []
            isAboutLine = true
        default: break
        }
    }

    /// Where the replay and the recording part.
    init(_ divergence: Divergence) {
        self.init(level: divergence.level, text: divergence.summary)
        details = divergence.details
        switch divergence.content {
        case .unanswered(_, let step, _, _, _), .questionUnanswered(let step):
            steps = step.map { [$0.rawValue] } ?? []
            isAboutLine = true
        case .missing(let last, let next):
            let first = divergence.exchange ?? last
            exchanges = [first]
            // An edited recording may lack very many: their ends say it.
            missing = first < last ? "exchanges \(first)\(last == first + 1 ? "," : " to") \(last)" : nil
            markedExchanges = [next]
        default:
            exchanges = divergence.exchange.map { [$0] } ?? []
            vsaCalls = divergence.vsaCall.map { [$0] } ?? []
        }
    }

    /// Where the app does other than the documented client.
    init(_ difference: BehaviorDifference) {
        self.init(level: difference.level, text: BehaviorText.line(for: difference), exchanges: difference.exchanges)
    }

    /// What a reader has to know.
    init(_ note: ReplayNote) { self.init(level: note.level, text: note.summary) }

    /// Takes in another one of the same level and text.
    mutating func fold(_ other: TimelineFinding) {
        fold([other])
    }

    /// Takes in others that are alike: each place once.
    mutating func fold(_ others: [TimelineFinding]) {
        steps = Self.distinct(steps + others.flatMap(\.steps))
        exchanges = Self.distinct(exchanges + others.flatMap(\.exchanges))
        vsaCalls = Self.distinct(vsaCalls + others.flatMap(\.vsaCalls))
        isAboutLine = isAboutLine || others.contains(where: \.isAboutLine)
        details += others.flatMap(\.details)
    }

    /// Each once, where it stands first.
    private static func distinct<Element: Hashable>(_ elements: [Element]) -> [Element] {
        var seen: Set<Element> = []
        return elements.filter { seen.insert($0).inserted }
    }

    /// Where it is: `S4, S7`, `exchanges 9, 12`, `vsa3`; empty for what is about the whole.
    var place: String {
        if let missing { return missing }
        if !steps.isEmpty { return steps.joined(separator: ", ") }
        var parts: [String] = []
        if !exchanges.isEmpty {
            let ranges = OrdinalRanges(exchanges.sorted()).ranges
            let ordinals = OrdinalRanges(ranges: Array(ranges.prefix(2))).description + (ranges.count > 2 ? ", …" : "")
            parts.append(CountedNoun.form(exchanges.count, "exchange") + " \(ordinals)")
        }
        if !vsaCalls.isEmpty { parts.append(vsaCalls.prefix(3).map { "vsa\($0)" }.joined(separator: ", ")) }
        return parts.joined(separator: ", ")
    }
}
