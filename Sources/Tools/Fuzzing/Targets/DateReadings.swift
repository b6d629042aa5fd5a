import Documents
import Exchanges
import FuzzReadings
import VirtualTime

/// Holds dates that archives and logs are read with, and those that they are refused for, against days counted one by one.
enum DateReadings {
    /// The instant is the one that the text writes, of which a recording keeps whole microseconds.
    static func agree(_ instant: Instant, with text: String, inMicroseconds: Bool = true) throws(PropertyFailure) {
        let counted = CountedDate.ofRFC3339(text)
        let (seconds, nanosecond) = (counted?.secondsSince1970, counted?.nanosecond)
        let kept = nanosecond.map { inMicroseconds ? $0 / 1_000 * 1_000 : $0 }
        try require(
            instant.secondsSince1970 == seconds && instant.nanosecond == kept,
            "instant-by-counting-days",
            "\(text.debugDescription) is \(instant), and \(counted?.description ?? "none")"
        )
    }

    /// A text that a file was refused for, since it names no instant, names none by counting days either.
    static func refused(_ problem: ImportProblem, at offset: Int, in bytes: [UInt8]) throws(PropertyFailure) {
        guard case .notAnInstant = problem, offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { return }
        var end = offset + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < bytes.count, let text = IndependentJSON.string(Array(bytes[offset...end])) else { return }
        let date = String(decoding: text, as: UTF8.self)
        try require(CountedDate.ofRFC3339(date) == nil, "refuses-only-what-is-no-date", date.debugDescription)
    }
}
