import Documents
import Exchanges
import FuzzReadings
import SubscriberAccount

/// Holds what is written of a VSA log against the log's own JSON.
enum LogReadings {
    /// Each line that is written has the members of the line that was read, those included that nobody knows.
    static func agree(_ lines: [String], with input: [UInt8]) throws(PropertyFailure) {
        let read = self.lines(of: input)
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

    /// Each response has the times that its line states.
    static func times(of responses: [VSACall], in input: [UInt8]) throws(PropertyFailure) {
        for (response, line) in zip(responses, lines(of: input)) {
            guard let value = try? JSONValue(parsing: Array(line)) else { throw PropertyFailure("log-is-json", "") }
            try DateReadings.agree(response.answeredAt, with: value["at"]?.string ?? "")
            guard case .metadata(let metadata?, _) = response.answer, let date = metadata.authenticationExpirationDate
            else { continue }
            let text = value["metadata"]?["authenticationExpirationDate"]?.string ?? ""
            try DateReadings.agree(date, with: text, inMicroseconds: false)
        }
    }

    /// The lines in which something stands.
    private static func lines(of input: [UInt8]) -> [ArraySlice<UInt8>] {
        let text = input.starts(with: [0xEF, 0xBB, 0xBF]) ? input.dropFirst(3) : input[...]
        return text.split(separator: 0x0A).filter { !$0.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
    }
}
