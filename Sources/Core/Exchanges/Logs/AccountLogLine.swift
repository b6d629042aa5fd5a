import Documents
import SubscriberAccount
import VirtualTime

/// One line of an account log.
enum AccountLogLine {
    private static let checkAccessStatus = "checkAccessStatus"
    private static let enqueue = "enqueue"

    /// The keys of the line and of every object in it, and the calls.
    static var words: [String] {
        let line = ["at", "call", "request", "accessStatus", "metadata", "error", checkAccessStatus, enqueue]
        return line + AccountLogKeys.checkOptions.map(\.name) + AccountLogKeys.request.map(\.name)
            + AccountLogKeys.applicationProvider.map(\.name) + AccountLogKeys.metadata.map(\.name)
            + AccountLogKeys.providerResponse.map(\.name) + AccountLogKeys.error.map(\.name)
    }

    /// The response that the line holds.
    ///
    /// With a clock the line is part of a report: its time is put on the recorder's clock, or is the report's own.
    static func read(
        _ line: ImportObject,
        ordinal: Int,
        clock: ReportClock? = nil
    ) throws(ImportFault) -> AccountResponse {
        let at = try ReportClock.time(of: line, clock)
        var call = try line.required("call")
        let isCheck = try call.word([checkAccessStatus, enqueue]) { [checkAccessStatus: true, enqueue: false][$0] }
        var notes: [AccountLogNote] = []
        var response = AccountResponse(
            ordinal: ordinal,
            answeredAt: at,
            question: .checkAccessStatus(prompt: false),
            answer: .metadata(nil, nil)
        )
        let error = try optional(line, "error", AccountLogKeys.error, AccountError(code: 0), .error, &notes)
        if isCheck {
            let options = AccountLogKeys.CheckOptions()
            let request = try optional(line, "request", AccountLogKeys.checkOptions, options, .request, &notes)
            response.question = .checkAccessStatus(prompt: (request ?? options).prompt)
            var status = try line.required("accessStatus")
            let names = AccountAccessStatus.allCases.map(\.name)
            response.answer = .accessStatus(try status.word(names) { AccountAccessStatus(name: $0) }, error)
        } else {
            let cursor = try line.required("request")
            let request = try AccountLogKeys.read(
                cursor,
                AccountLogKeys.request,
                AccountMetadataRequest(),
                .request,
                &notes
            )
            response.question = .enqueue(request)
            let metadata = try optional(
                line,
                "metadata",
                AccountLogKeys.metadata,
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

    /// The line of `response`.
    static func object(for response: AccountResponse) -> JSONObject {
        var line = plainObject(for: response)
        let valid = response.logNotes.filter { $0.place == .line && isValid($0, for: response) }
        line.assign(valid.map { ($0.key, $0.value) })
        return line
    }
}

// MARK: Objects within the line

extension AccountLogLine {
    private static func optional<Root>(
        _ line: ImportObject,
        _ key: String,
        _ keys: [AccountLogKey<Root>],
        _ empty: Root,
        _ place: AccountLogNote.Place,
        _ notes: inout [AccountLogNote]
    ) throws(ImportFault) -> Root? {
        guard let cursor = line.present(key) else { return nil }
        return try AccountLogKeys.read(cursor, keys, empty, place, &notes)
    }

    private static func noteProviderResponse(
        of metadata: ImportCursor,
        _ notes: inout [AccountLogNote]
    ) throws(ImportFault) {
        var cursor = metadata
        guard let inner = try ImportObject(&cursor).present("accountProviderResponse") else { return }
        let keys = AccountLogKeys.providerResponse
        _ = try AccountLogKeys.read(inner, keys, AccountLogKeys.emptyResponse, .providerResponse, &notes)
    }

    /// The line with nothing but what the values hold and the notes within its objects.
    private static func plainObject(for response: AccountResponse) -> JSONObject {
        func value<Root>(
            _ root: Root,
            _ keys: [AccountLogKey<Root>],
            _ empty: Root,
            _ place: AccountLogNote.Place
        ) -> JSONValue {
            .object(AccountLogKeys.object(for: root, keys, empty, response.logNotes.filter { $0.place == place }))
        }
        func value(_ error: AccountError?) -> JSONValue {
            error.map { value($0, AccountLogKeys.error, AccountError(code: 0), .error) } ?? .null
        }
        var line: JSONObject = ["at": .string(response.answeredAt.description)]
        switch response.question {
        case .checkAccessStatus(let prompt):
            line["call"] = .string(checkAccessStatus)
            line["request"] = value(.init(prompt: prompt), AccountLogKeys.checkOptions, .init(), .request)
        case .enqueue(let request):
            line["call"] = .string(enqueue)
            line["request"] = value(request, AccountLogKeys.request, .init(), .request)
        }
        switch response.answer {
        case .accessStatus(let status, let error):
            line["accessStatus"] = .string(status.name)
            if error != nil { line["error"] = value(error) }
        case .metadata(let metadata, let error):
            var object = metadata.map { value($0, AccountLogKeys.metadata, .init(), .metadata).object ?? JSONObject() }
            if let inner = metadata?.accountProviderResponse {
                let keys = AccountLogKeys.providerResponse
                object?["accountProviderResponse"] = value(
                    inner,
                    keys,
                    AccountLogKeys.emptyResponse,
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

extension AccountLogLine {
    private static let objectKeys = ["request", "metadata", "error"]

    private static func lineNotes(_ line: ImportObject, _ response: AccountResponse) throws(ImportFault)
        -> [AccountLogNote]
    {
        let plain = plainObject(for: response)
        let original = try line.json()
        var notes: [AccountLogNote] = []
        for member in original.members where member.value != plain[member.key] {
            // What differs within an object is noted there.
            let isObject = member.value.object != nil && plain[member.key]?.object != nil
            if isObject, objectKeys.contains(exactly: member.key) { continue }
            notes.append(AccountLogNote(.line, member.key, json: member.value.serialized))
        }
        for member in plain.members where original[member.key] == nil {
            notes.append(AccountLogNote(.line, member.key, json: nil))
        }
        return notes
    }

    /// Whether the note still says the same as the response, which may have been changed since.
    private static func isValid(_ note: AccountLogNote, for response: AccountResponse) -> Bool {
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
