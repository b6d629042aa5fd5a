import Documents
import SubscriberAccount
import VirtualTime

/// One line of a VSA log.
enum VSALogLine {
    private static let checkAccessStatus = "checkAccessStatus"
    private static let enqueue = "enqueue"

    /// The keys of the line and of every object in it, and the calls.
    static var words: [String] {
        let line = ["at", "call", "request", "accessStatus", "metadata", "error", checkAccessStatus, enqueue]
        return line + VSALogKeys.checkOptions.map(\.name) + VSALogKeys.request.map(\.name)
            + VSALogKeys.applicationProvider.map(\.name) + VSALogKeys.metadata.map(\.name)
            + VSALogKeys.providerResponse.map(\.name) + VSALogKeys.error.map(\.name)
    }

    /// The response that the line holds.
    ///
    /// With a clock the line is part of a report: its time is put on the recorder's clock, or is the report's own.
    static func read(
        _ line: ImportObject,
        ordinal: Int,
        clock: ReportClock? = nil
    ) throws(ImportFault) -> VSACall {
        let at = try ReportClock.time(of: line, clock)
        let isCheck = try isCheck(line)
        var notes: [VSALogNote] = []
        var response = VSACall(
            ordinal: ordinal,
            answeredAt: at,
            question: .checkAccessStatus(prompt: false),
            answer: .metadata(nil, nil)
        )
        let error = try optional(line, "error", VSALogKeys.error, AccountError(code: 0), .error, &notes)
        response.question = try question(of: line, isCheck: isCheck, &notes)
        if isCheck {
            var status = try line.required("accessStatus")
            let names = AccountAccessStatus.allCases.map(\.name)
            response.answer = .accessStatus(try status.word(names) { AccountAccessStatus(name: $0) }, error)
        } else {
            let metadata = try optional(
                line,
                "metadata",
                VSALogKeys.metadata,
                AccountMetadata(),
                .metadata,
                &notes
            )
            if let cursor = line.present("metadata") {
                try noteProviderResponse(of: cursor, &notes)
            }
            response.answer = .metadata(metadata, error)
        }
        response.logNotes = try lineNotes(line, response) + notes
        // The time that is written is the recorder's, whatever the device said.
        if clock != nil { response.logNotes.removeAll { $0.place == .line && ExactText($0.key) == "at" } }
        return response
    }

    /// The question that the line holds; its result may be missing.
    static func question(of line: ImportObject) throws(ImportFault) -> VSARequest {
        var notes: [VSALogNote] = []
        return try question(of: line, isCheck: try isCheck(line), &notes)
    }

    /// The line of `response`.
    static func object(for response: VSACall) -> JSONObject {
        var line = plainObject(for: response)
        let valid = response.logNotes.filter { $0.place == .line && isValid($0, for: response) }
        line.assign(valid.map { ($0.key, $0.value) })
        return line
    }
}

// MARK: Objects within the line

extension VSALogLine {
    private static func isCheck(_ line: ImportObject) throws(ImportFault) -> Bool {
        var call = try line.required("call")
        return try call.word([checkAccessStatus, enqueue]) { [checkAccessStatus: true, enqueue: false][$0] }
    }

    private static func question(
        of line: ImportObject,
        isCheck: Bool,
        _ notes: inout [VSALogNote]
    ) throws(ImportFault) -> VSARequest {
        guard !isCheck else {
            let options = VSALogKeys.CheckOptions()
            let request = try optional(line, "request", VSALogKeys.checkOptions, options, .request, &notes)
            return .checkAccessStatus(prompt: (request ?? options).prompt)
        }
        let cursor = try line.required("request")
        return .enqueue(
            try VSALogKeys.read(cursor, VSALogKeys.request, AccountMetadataRequest(), .request, &notes)
        )
    }

    private static func optional<Root>(
        _ line: ImportObject,
        _ key: String,
        _ keys: [VSALogKey<Root>],
        _ empty: Root,
        _ place: VSALogNote.Place,
        _ notes: inout [VSALogNote]
    ) throws(ImportFault) -> Root? {
        guard let cursor = line.present(key) else { return nil }
        return try VSALogKeys.read(cursor, keys, empty, place, &notes)
    }

    private static func noteProviderResponse(
        of metadata: ImportCursor,
        _ notes: inout [VSALogNote]
    ) throws(ImportFault) {
        var cursor = metadata
        guard let inner = try ImportObject(&cursor).present("accountProviderResponse") else { return }
        let keys = VSALogKeys.providerResponse
        _ = try VSALogKeys.read(inner, keys, VSALogKeys.emptyResponse, .providerResponse, &notes)
    }

    /// The line with nothing but what the values hold and the notes within its objects.
    private static func plainObject(for response: VSACall) -> JSONObject {
        func value<Root>(
            _ root: Root,
            _ keys: [VSALogKey<Root>],
            _ empty: Root,
            _ place: VSALogNote.Place
        ) -> JSONValue {
            .object(VSALogKeys.object(for: root, keys, empty, response.logNotes.filter { $0.place == place }))
        }
        func value(_ error: AccountError?) -> JSONValue {
            error.map { value($0, VSALogKeys.error, AccountError(code: 0), .error) } ?? .null
        }
        var line: JSONObject = ["at": .string(response.answeredAt.description)]
        switch response.question {
        case .checkAccessStatus(let prompt):
            line["call"] = .string(checkAccessStatus)
            line["request"] = value(.init(prompt: prompt), VSALogKeys.checkOptions, .init(), .request)
        case .enqueue(let request):
            line["call"] = .string(enqueue)
            line["request"] = value(request, VSALogKeys.request, .init(), .request)
        }
        switch response.answer {
        case .accessStatus(let status, let error):
            line["accessStatus"] = .string(status.name)
            if error != nil { line["error"] = value(error) }
        case .metadata(let metadata, let error):
            var object = metadata.map { value($0, VSALogKeys.metadata, .init(), .metadata).object ?? JSONObject() }
            if let inner = metadata?.accountProviderResponse {
                let keys = VSALogKeys.providerResponse
                object?["accountProviderResponse"] = value(
                    inner,
                    keys,
                    VSALogKeys.emptyResponse,
                    .providerResponse
                )
            }
            line["metadata"] = object.map(JSONValue.object) ?? .null
            line["error"] = value(error)
        }
        return line
    }
}

// MARK: Notes on the line itself

extension VSALogLine {
    private static let objectKeys = ["request", "metadata", "error"]

    private static func lineNotes(_ line: ImportObject, _ response: VSACall) throws(ImportFault)
        -> [VSALogNote]
    {
        let plain = plainObject(for: response)
        let original = try line.json()
        var notes: [VSALogNote] = []
        for member in original.members where member.value != plain[member.key] {
            // What differs within an object is noted there.
            let isObject = member.value.object != nil && plain[member.key]?.object != nil
            if isObject, objectKeys.contains(exactly: member.key) { continue }
            notes.append(VSALogNote(.line, member.key, json: member.value.serialized))
        }
        for member in plain.members where original[member.key] == nil {
            notes.append(VSALogNote(.line, member.key, json: nil))
        }
        return notes
    }

    /// Checks whether the note still agrees with the response, which may have been changed since.
    private static func isValid(_ note: VSALogNote, for response: VSACall) -> Bool {
        switch (ExactText(note.key), response.answer) {
        case ("at", _):
            return note.value?.string.flatMap { Instant(iso8601: $0) }?.microsecondsSince1970
                == response.answeredAt.microsecondsSince1970
        case ("call", _): return false
        case ("request", _): return response.question == .checkAccessStatus(prompt: false)
        case ("accessStatus", .accessStatus): return false
        case ("metadata", .metadata(let metadata, _)): return metadata == nil
        case ("error", .accessStatus(_, let error)), ("error", .metadata(_, let error)): return error == nil
        default: return true
        }
    }
}
