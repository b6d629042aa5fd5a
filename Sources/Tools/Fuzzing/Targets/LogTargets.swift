import FuzzReadings
import Documents
import Exchanges
import SubscriberAccount
import VirtualTime

extension FuzzTarget {
    public static let vsaLog = FuzzTarget(
        "AccountLog",
        maximumBytes: 64 * 1024,
        check: LogChecks.check,
        quickCheck: { input throws(PropertyFailure) in _ = try LogChecks.read(input) },
        mutate: { input, generator in
            // One line of several.
            var lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
            guard !lines.isEmpty else { return nil }
            let index = generator.below(lines.count)
            lines[index] = JSONMutation.mutated(lines[index], &generator) ?? lines[index]
            return Array(lines.joined(separator: [0x0A]))
        }
    )

    /// HTTP archives.
    public static let archiveImport = FuzzTarget(
        "HARImport",
        maximumBytes: 256 * 1024,
        check: HARChecks.check,
        quickCheck: { input throws(PropertyFailure) in _ = try HARChecks.read(input) },
        mutate: { input, generator in JSONMutation.mutated(input, &generator) }
    )
}

/// The checks of VSA logs.
enum LogChecks {
    /// Returns the calls of the log; nil if it is not one.
    static func read(_ input: [UInt8]) throws(PropertyFailure) -> [VSACall]? {
        do throws(VSALogError) {
            return try VSALog.parse(input)
        } catch {
            try DateReadings.refused(error.problem, at: error.byteOffset, in: input)
            try requireOneLine("\(error)")
            return nil
        }
    }

    static func check(_ input: [UInt8]) throws(PropertyFailure) {
        guard let responses = try read(input) else { return }
        let lines = responses.map { VSALog.line(for: $0) }
        try LogReadings.agree(lines, with: input)
        try LogReadings.times(of: responses, in: input)
        let text = lines.map { $0 + "\n" }.joined()
        try attempt("log-is-read-back") {
            let again = try VSALog.parse(Array(text.utf8))
            try requireEqual(again.count, responses.count, "log-is-read-back")
            for (one, other) in zip(responses, again) {
                try requireSame("\(withoutNotes(other))", "\(withoutNotes(one))", "log-is-read-back")
                let same = Set(one.logNotes.map(exact)) == Set(other.logNotes.map(exact))
                try require(same, "log-keeps-what-it-does-not-know", text)
            }
            let second = again.map { VSALog.line(for: $0) + "\n" }.joined()
            try requireSame(second, text, "print-is-a-fixed-point")
        }
        for response in responses { try RedactionChecks.check(response) }
    }
}

/// Notes stand in the order that their keys are written in, which reading does not keep.
private func withoutNotes(_ response: VSACall) -> VSACall {
    var response = response
    response.logNotes = []
    return response
}

/// A note by the bytes of its parts.
private func exact(_ note: VSALogNote) -> [ExactText?] {
    [ExactText(note.place.rawValue), ExactText(note.key), note.json.map { ExactText($0) }]
}

/// Throws a failure of `property` unless the two texts are the same bytes.
///
/// `==` takes for equal what is canonically equivalent, so that a text that came back in another form would not show.
func requireSame(_ first: String, _ second: String, _ property: String) throws(PropertyFailure) {
    guard ExactText(first) == second else {
        let (first, second) = (first.unicodeScalars.prefix(300), second.unicodeScalars.prefix(300))
        throw PropertyFailure(property, "\(String(first).debugDescription) is not \(String(second).debugDescription)")
    }
}

/// The checks of archives.
enum HARChecks {
    /// Returns the recording in the archive; nil if it is not one.
    static func read(_ input: [UInt8]) throws(PropertyFailure) -> Recording? {
        do throws(HARError) {
            return try HAR.recording(parsing: input)
        } catch {
            try DateReadings.refused(error.problem, at: error.byteOffset, in: HAR.utf8(input))
            try requireOneLine("\(error)")
            return nil
        }
    }

    static func check(_ input: [UInt8]) throws(PropertyFailure) {
        guard let recording = try read(input) else { return }
        let written = HAR.serialized(recording)
        try uncounted { () throws(PropertyFailure) in
            try HAREntryReadings.agree(recording.exchanges, with: HAR.utf8(input))
            try inUTF16(input, written)
            try losesNothing(input, written)
            try HARReadings.agree(HARReadings.second(written), with: input)
            try readBack(recording, written)
        }
        for exchange in recording.exchanges.prefix(4) { try RedactionChecks.check(exchange) }
    }

    /// Checks that what is written of the archive is the same archive.
    private static func readBack(_ recording: Recording, _ written: [UInt8]) throws(PropertyFailure) {
        try attempt("archive-is-read-back") {
            let again = try HAR.recording(parsing: written)
            try requireEqual(again.exchanges.count, recording.exchanges.count, "archive-keeps-every-entry")
            for (first, second) in zip(recording.exchanges, again.exchanges) { try same(first, second) }
            try requireEqual(HAR.serialized(again), written, "print-is-a-fixed-point")
        }
    }

    /// The same text in UTF-16, as others write and read it, is the same archive.
    private static func inUTF16(_ input: [UInt8], _ written: [UInt8]) throws(PropertyFailure) {
        if let text = UTF16Text.read(input) {
            try requireEqual(HAR.utf8(input), text, "utf-16-is-the-same-text")
        }
        let text = HAR.utf8(input)
        let draw = FuzzTarget.number(drawnBy: input)
        // Without a mark only a brace tells what it is in.
        let hasMark = draw & 16 == 0 || text.first != UInt8(ascii: "{")
        let plain = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
        guard let other = UTF16Text.written(plain, isBigEndian: draw & 8 == 0, hasMark: hasMark) else { return }
        let again = try attempt("utf-16-is-the-same-archive") { try HAR.recording(parsing: other) }
        try requireEqual(HAR.serialized(again), written, "utf-16-is-the-same-archive")
    }

    /// Checks that what was imported comes out again, structurally equal: every member, in whatever order.
    private static func losesNothing(_ input: [UInt8], _ written: [UInt8]) throws(PropertyFailure) {
        guard let before = try? JSONValue(parsing: HAR.utf8(input), limits: HARReadings.limits),
            let after = try? JSONValue(parsing: written, limits: HARReadings.limits)
        else { throw PropertyFailure("archive-is-json", "an archive was read, or written, that is not JSON") }
        try requireSame(after.withoutOrder.serialized, before.withoutOrder.serialized, "archive-loses-nothing")
    }

    private static func same(_ first: Exchange, _ second: Exchange) throws(PropertyFailure) {
        try requireEqual(second.startedAt, first.startedAt, "archive-keeps-times")
        try requireEqual(second.durationMicroseconds, first.durationMicroseconds, "archive-keeps-times")
        try requireEqual(second.request, first.request, "archive-keeps-requests")
        try requireEqual(second.outcome, first.outcome, "archive-keeps-answers")
        let rests = [first, second].map { $0.harExtras.map { JSONValue.object($0).withoutOrder.serialized } ?? "" }
        try requireSame(rests[1], rests[0], "archive-keeps-the-rest")
    }
}

extension JSONValue {
    /// The value with the members of each object in the order of their names, those of one name as they stand.
    ///
    /// White space in Base64 is left out: it is the one thing that an import does not keep (recording-format.md).
    var withoutOrder: JSONValue {
        switch self.withoutBlanksInBase64 {
        case .array(let elements): .array(elements.map(\.withoutOrder))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { JSONMember($0.key, $0.value.withoutOrder) }.enumerated()
                        .sorted { one, other in
                            if one.element.$key == other.element.$key { return one.offset < other.offset }
                            return one.element.key.utf8.lexicographicallyPrecedes(other.element.key.utf8)
                        }
                        .map(\.element)
                )
            )
        default: self
        }
    }

    private var withoutBlanksInBase64: JSONValue {
        guard case .object(var object) = self, let encoding = object["encoding"]?.string,
            let text = object["text"]?.string, sameLetters(encoding, "base64")
        else { return self }
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        object["text"] = .string(String(decoding: text.utf8.filter { !blanks.contains($0) }, as: UTF8.self))
        return .object(object)
    }
}
