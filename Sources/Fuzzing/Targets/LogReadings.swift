import Documents
import Exchanges
import FuzzReadings

/// Holds what is written of an account log against the log's own JSON.
enum LogReadings {
    /// Each line that is written has the members of the line that was read, those included that nobody knows.
    static func agree(_ lines: [String], with input: [UInt8]) throws(PropertyFailure) {
        let text = input.starts(with: [0xEF, 0xBB, 0xBF]) ? input.dropFirst(3) : input[...]
        let read = text.split(separator: 0x0A).filter { !$0.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
        try requireEqual(lines.count, read.count, "log-keeps-every-line")
        for (written, line) in zip(lines, read) {
            guard let value = try? JSONValue(parsing: Array(written.utf8)),
                let before = try? JSONValue(parsing: Array(line))
            else { throw PropertyFailure("log-is-json", written) }
            try IndependentJSON.agrees(value, with: Array(line))
            // Foundation does not tell how a number is written, and which of two equal names counts.
            try requireSame(value.withoutOrder.serialized, before.withoutOrder.serialized, "log-loses-nothing")
        }
    }
}
