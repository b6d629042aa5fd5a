import Documents
import Replay

/// A finding of the replay as the page lists it.
struct PageFinding: Hashable, Sendable {
    /// Its number, by which lanes are marked; the worst is the first.
    var number: Int
    /// How much it matters.
    var level: FindingLevel
    /// Where it is, in words; empty for what is about the whole.
    var place: String
    /// The sentences.
    var message: String
    /// The exchanges that it is about, by ordinal.
    var exchanges: [Int]
    /// The VSA calls that it is about, by ordinal.
    var vsaCalls: [Int]

    var object: JSONObject {
        [
            "type": .string("finding"), "number": .count(number), "level": .string(level.rawValue),
            "place": .string(PageTexts.shown(place)), "message": .string(PageTexts.shown(message)),
            "exchanges": .ordinals(exchanges), "vsaCalls": .ordinals(vsaCalls),
        ]
    }
}
