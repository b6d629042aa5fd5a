import FuzzReadings
import Documents
import Exchanges
import PassAPI
import VirtualTime

extension FuzzTarget {
    /// Answers of REST API V1 and the SDKs' own protocol in JSON: the first line names operation and status, the body
    /// follows.
    public static let jsonAnswer = FuzzTarget(
        "JSONAnswer",
        maximumBytes: 64 * 1024,
        check: { input throws(PropertyFailure) in try AnswerChecks.check(input, format: .json) },
        quickCheck: AnswerChecks.quickCheck,
        mutate: { input, generator in
            AnswerInput.mutated(input, &generator) { body, generator in JSONMutation.mutated(body, &generator) }
        }
    )

    /// The same in XML.
    public static let xmlAnswer = FuzzTarget(
        "XMLAnswer",
        maximumBytes: 64 * 1024,
        check: { input throws(PropertyFailure) in try AnswerChecks.check(input, format: .xml) },
        quickCheck: AnswerChecks.quickCheck,
        mutate: { input, generator in
            AnswerInput.mutated(input, &generator) { body, generator in
                MarkupMutation.mutated(body, AnswerInput.vocabulary, &generator)
            }
        }
    )
}

/// An input of an answer target taken apart: `v1.authorize 200`, a line end, the body.
struct AnswerInput {
    var operation: Operation
    var status: Int
    var body: [UInt8]

    /// Nil if the first line is not an operation and a status.
    init?(_ input: [UInt8]) {
        let line = input.prefix { $0 != 0x0A }
        let words = line.split(separator: 0x20)
        guard words.count == 2, let operation = Operation(rawValue: String(decoding: words[0], as: UTF8.self)),
            let status = Int(String(decoding: words[1], as: UTF8.self)), (100...999).contains(status)
        else { return nil }
        self.operation = operation
        self.status = status
        body = Array(input.dropFirst(line.count + 1))
    }

    var bytes: [UInt8] { Array("\(operation.rawValue) \(status)\n".utf8) + body }

    /// Another operation, another status, or another body.
    static func mutated(
        _ input: [UInt8],
        _ generator: inout SeededGenerator,
        body mutate: ([UInt8], inout SeededGenerator) -> [UInt8]?
    ) -> [UInt8]? {
        guard var answer = AnswerInput(input) else { return nil }
        switch generator.below(8) {
        case 0: answer.operation = generator.element(of: Operation.allCases) ?? answer.operation
        case 1: answer.status = generator.one(200, 201, 204, 302, 400, 401, 403, 404, 409, 410, 412, 429, 500, 503)
        default: answer.body = mutate(answer.body, &generator) ?? answer.body
        }
        return answer.bytes
    }

    static let vocabulary = MarkupMutation.Vocabulary(
        elements: [
            "error", "status", "message", "details", "code", "authentication", "authorization", "mvpd", "requestor",
            "expires", "userId", "resource", "resources", "authorized", "playbackToken", "serializedToken", "regcode",
            "id", "info", "deviceId", "deviceType", "generated", "result", "authnToken", "authzToken", "userMeta",
            "notAuthorized", "pendingLogout", "config", "mvpds", "displayName", "logoUrl",
        ],
        attributes: ["xmlns", "id", "xsi:nil", "href"],
        values: ["", "true", "false", "1795212258158", "-1", "0x10", "1e3", "KITETV", "noAuthz", "{}", "2026-11-20"]
    )
}

/// The checks of responses.
enum AnswerChecks {
    static func check(_ input: [UInt8], format: ResponseFormat) throws(PropertyFailure) {
        guard let answer = AnswerInput(input) else { return }
        switch format {
        case .json: try json(answer.body)
        case .xml: try xml(answer.body)
        }
        let http = HTTPResponse(status: answer.status, body: answer.body.isEmpty ? nil : answer.body)
        let read = PassResponse(reading: http, for: answer.operation)
        try requireEqual(read.status, answer.status, "keeps-the-status")
        try requireEqual(PassResponse(reading: http, for: answer.operation), read, "reads-the-same-twice")
        try AnswerReadings.refusal(read, in: answer.body)
        if case .unreadable(let reason) = read.content {
            try require(!read.isSuccess, "unreadable-is-no-success", reason)
            return try requireOneLine(reason, "reason-in-one-line")
        }
        try AnswerReadings.agree(read.content, with: answer.body)
        // Ten years into the past or the future.
        let distance = Int64(FuzzTarget.number(drawnBy: input) % 631_152_000) - 315_576_000
        try MovedReadings.agree(read, http, to: answer.operation, by: distance)
        try writing(read, of: answer, format)
    }

    /// Checks what costs no more than reading.
    static func quickCheck(_ input: [UInt8]) throws(PropertyFailure) {
        guard let answer = AnswerInput(input) else { return }
        let http = HTTPResponse(status: answer.status, body: answer.body.isEmpty ? nil : answer.body)
        let read = PassResponse(reading: http, for: answer.operation)
        try requireEqual(read.status, answer.status, "keeps-the-status")
        if case .unreadable(let reason) = read.content {
            try require(!read.isSuccess, "unreadable-is-no-success", reason)
        }
    }

    /// Our own reader and libxml2 tell the same of a body, and of the limits that it passes.
    private static func xml(_ body: [UInt8]) throws(PropertyFailure) {
        let document: XMLDocument
        do throws(XMLError) {
            document = try XMLDocument(parsing: body)
        } catch {
            return try DocumentReadings.refused(error, body)
        }
        let other = LibXML2Reading(of: body)
        try sameTree(document, other)
        try DocumentReadings.within(.default, other)
    }

    /// Our own reader and Foundation's tell the same of a body.
    private static func json(_ body: [UInt8]) throws(PropertyFailure) {
        guard let value = try? JSONValue(parsing: body) else { return }
        try IndependentJSON.agrees(value, with: body)
        let printed = value.serialized
        try attempt("json-print-is-read-back") {
            let again = try JSONValue(parsing: Array(printed.utf8))
            try requireEqual(again, value, "json-print-is-read-back")
            try requireSame(again.serialized, printed, "json-print-is-read-back")
        }
    }

    /// Checks that what is written of a response, read again and written again, is the same.
    private static func writing(
        _ read: PassResponse,
        of answer: AnswerInput,
        _ format: ResponseFormat
    ) throws(PropertyFailure) {
        let operation = answer.operation
        // In a body of success only XML can say that it is an error and nothing else.
        if case .error = read.content, read.status < 400 { return }
        let first = read.httpResponse(for: operation, format: format)
        let again = PassResponse(reading: first, for: operation)
        let second = again.httpResponse(for: operation, format: format)
        try require(
            first == second,
            "print-is-a-fixed-point",
            "\(String(decoding: first.body ?? [], as: UTF8.self)) and \(String(decoding: second.body ?? [], as: UTF8.self))"
        )
        if isChangedByXML(read, in: first) { return }
        let (before, after) = (onTheWire(read), onTheWire(again))
        try requireEqual(after, before, "written-answer-is-read-back")
        // `==` takes other bytes for equal where there are any outside ASCII; to print what was read takes longest by
        // far.
        if isPlain(answer.body), isPlain(first.body ?? []) { return }
        try requireSame("\(after)", "\(before)", "written-answer-is-read-back")
    }

    /// Checks whether all that can be read in it is ASCII: without escapes and references.
    private static func isPlain(_ body: [UInt8]) -> Bool {
        body.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "&") }
    }

    /// The answer with its times as they are written: in milliseconds, of user metadata in seconds.
    private static func onTheWire(_ answer: PassResponse) -> PassResponse {
        func milliseconds(_ time: Instant?) -> Instant? {
            time.map { Instant(millisecondsSince1970: $0.millisecondsSince1970) }
        }
        var answer = answer
        switch answer.content {
        case .registrationRecord(var record):
            record.generated = milliseconds(record.generated)
            record.expires = milliseconds(record.expires)
            answer.content = .registrationRecord(record)
        case .configuration(var configuration):
            configuration.time = milliseconds(configuration.time)
            answer.content = .configuration(configuration)
        case .authentication(var details):
            details.expires = milliseconds(details.expires)
            answer.content = .authentication(details)
        case .authorization(var details):
            details.expires = milliseconds(details.expires)
            answer.content = .authorization(details)
        case .mediaToken(var details):
            details.expires = milliseconds(details.expires)
            answer.content = .mediaToken(details)
        case .userMetadata(var metadata):
            metadata.updated = metadata.updated.map { Instant(secondsSince1970: $0.secondsSince1970) }
            answer.content = .userMetadata(metadata)
        default: break
        }
        return answer
    }

    /// Checks whether XML cannot hold all of a response: it replaces characters that it has none for, and free objects
    /// are truncated where they are nested more than 32 deep.
    private static func isChangedByXML(_ answer: PassResponse, in written: HTTPResponse) -> Bool {
        guard written.headers[first: "Content-Type"]?.utf8.starts(with: "application/xml".utf8) == true else {
            return false
        }
        if String(decoding: written.body ?? [], as: UTF8.self).unicodeScalars.contains("\u{FFFD}") { return true }
        switch answer.content {
        case .userMetadata(let metadata): return depth(of: .object(metadata.data)) > 32
        case .registrationRecord(let record): return depth(of: .object(record.info)) > 32
        default: return false
        }
    }

    /// Returns the depth to which arrays and objects are nested; the reader limits it, so the recursion ends.
    private static func depth(of value: JSONValue) -> Int {
        switch value {
        case .array(let values): 1 + (values.map(depth).max() ?? 0)
        case .object(let object): 1 + (object.members.map { depth(of: $0.value) }.max() ?? 0)
        case .null, .bool, .number, .string: 0
        }
    }
}
