import Documents
import Exchanges
import SubscriberAccount

/// The first pass through the line of a VSA log: what the platform says about a person.
///
/// A VSA call is stored as its line and nothing else, so the line is what is redacted.
enum VSALogVisitor {
    /// Returns the response that `change` makes of the line of a VSA call.
    ///
    /// - Parameters:
    ///   - response: the response.
    ///   - change: the line without secrets; nil if there is none in it.
    /// - Returns: the response; where no response can be read from what is left, hardly more than when it was.
    static func rewriting(_ response: VSACall, _ change: ([UInt8]) -> [UInt8]?) -> VSACall {
        var result = response
        for _ in 0..<2 {
            guard let line = change(Array(VSALog.line(for: result).utf8)) else { return result }
            if let read = try? VSALog.parse(line), read.count == 1 {
                result = read[0]
                (result.ordinal, result.answeredAt) = (response.ordinal, response.answeredAt)
                return result
            }
            // What was replaced may be read in the log's own spelling only: better that of the original is lost.
            result.logNotes = []
        }
        switch response.question {
        case .checkAccessStatus: break
        case .enqueue: result.question = .enqueue(AccountMetadataRequest())
        }
        switch response.answer {
        case .accessStatus(let status, _): result.answer = .accessStatus(status, nil)
        case .metadata: result.answer = .metadata(nil, nil)
        }
        return result
    }

    /// The line with its secrets replaced, or nil if it has none.
    static func redact(_ line: [UInt8], _ sink: inout some SecretSink) -> [UInt8]? {
        guard case .object(let object)? = try? JSONValue(parsing: line, limits: JSONTokens.anySize) else { return nil }
        let changed = members(of: object, "", .accountRequest, &sink)
        return changed == object ? nil : Array(JSONValue.object(changed).serialized.utf8)
    }

    private static func members(
        of object: JSONObject,
        _ outer: String,
        _ part: RecordingPart,
        _ sink: inout some SecretSink
    ) -> JSONObject {
        var result = object
        for (index, member) in object.members.enumerated() {
            switch (outer, member.key, member.value) {
            case ("", "request", .object(let inner)):
                result.members[index].value = .object(members(of: inner, member.key, .accountRequest, &sink))
            case ("", "metadata", .object(let inner)), ("metadata", "accountProviderResponse", .object(let inner)):
                result.members[index].value = .object(members(of: inner, member.key, .accountMetadata, &sink))
            case ("", "error", .object(let inner)), ("error", "userInfo", .object(let inner)):
                result.members[index].value = .object(members(of: inner, member.key, .accountError, &sink))
            default:
                sink.enter(part, ArraySlice(member.key.utf8))
                result.members[index].value = value(of: member, outer, part, &sink)
            }
        }
        return result
    }

    private static func value(
        of member: JSONMember,
        _ outer: String,
        _ part: RecordingPart,
        _ sink: inout some SecretSink
    ) -> JSONValue {
        let name = ArraySlice(member.key.utf8)
        let text = Array(member.value.serialized.utf8)
        if case .string(let text) = member.value {
            ProseVisitor.mark(ArraySlice(text.utf8), part, &sink)
        } else {
            ProseVisitor.mark(text[...], part, &sink)
        }
        sink.enter(part, name)
        var treatment = Scope().treatment(of: name)
        switch (outer, member.key) {
        case ("request", "applicationAccountProviders"):
            // No guess may take for a secret what names a provider.
            for provider in member.value.array ?? [] {
                if let identifier = provider["identifier"]?.string { sink.identity(ArraySlice(identifier.utf8)) }
            }
        case ("metadata", "verificationData"):
            guard let base64 = member.value.string.flatMap({ Base64Text(ArraySlice($0.utf8)) }),
                !Layers.isReadable(base64.bytes)
            else { break }
            let changed = sink.secretData(base64.bytes, .signature, name: name)
            return changed.map { .string(String(decoding: base64.encoding($0), as: UTF8.self)) } ?? member.value
        case ("accountProviderResponse", "body"): treatment = .secret(.certain, .samlContent)
        case ("userInfo", _):
            // `VSErrorInfoKeySAMLResponse` and its kin.
            let isAnswer = member.value.string != nil && NameRules.normalized(name).contains("response")
            if isAnswer { treatment = .secret(.certain, .samlContent) }
        default: break
        }
        guard let changed = JSONVisitor.redact(text[...], as: (name, treatment), Scope(), &sink) else {
            return member.value
        }
        return (try? JSONValue(parsing: changed, limits: JSONTokens.anySize)) ?? .null
    }
}
