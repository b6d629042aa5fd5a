import Documents
import VirtualTime

extension Inspector {
    /// A JSON document: its members as fields, with their paths.
    func readJSON(_ bytes: [UInt8], into result: inout Inspection, depth: Int) {
        result.kind = .jsonDocument
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: bytes)
        } catch {
            result.refusal = .suspicious("not-well-formed", error.description)
            return
        }
        if let object = document.object { result.kind = AnswerShape.kind(of: object) ?? .jsonDocument }
        var pending: [(value: JSONValue, path: String)] = [(document, "")]
        while let (value, path) = pending.popLast(), result.fields.count <= limits.fields {
            // One more than is listed tells that something was left out.
            let room = limits.fields + 1 - result.fields.count
            switch value {
            case .object(let object):
                for key in object.duplicateKeys.prefix(limits.fields) {
                    let detail =
                        "the member \(key.quoted) stands more than once; readers differ on which counts"
                    result.remarks.append(.suspicious("duplicate-member", detail))
                }
                pending += object.members.prefix(room).map { ($0.value, FieldPath.joining(path, $0.key)) }.reversed()
                if object.members.isEmpty, !path.isEmpty { result.add(path, "{}") }
            case .array(let elements):
                pending += elements.prefix(room).enumerated().map { ($1, FieldPath.joining(path, index: $0)) }
                    .reversed()
                if elements.isEmpty, !path.isEmpty { result.add(path, "[]") }
            case .string(let text): add(path, text, isText: true, to: &result, depth: depth)
            case .number, .bool, .null: add(path, value.serialized, isText: false, to: &result, depth: depth)
            }
        }
        finishAnswer(&result)
    }

    /// Adds a field, says what its value means, and inspects what may be inside it.
    func add(_ path: String, _ value: String, isText: Bool, to result: inout Inspection, depth: Int) {
        let name = path.split(separator: ".").last.map(String.init) ?? path
        result.add(path, value, meaning: timeMeaning(name, value) ?? (isText ? textMeaning(name, value) : nil))
        guard isText, Self.containers.contains(name), !value.isEmpty, depth < limits.depth else { return }
        let part = inspect(Array(value.utf8), depth: depth + 1)
        // An access token may be anything; a serialised token may not.
        guard part.kind != .unknown || !Self.opaque.contains(name) else { return }
        result.parts.append(InspectedPart(name: path, inspection: part))
        if part.verdict == .refused {
            result.remarks.append(.suspicious("unreadable-part", "what \(path) holds cannot be read"))
        }
    }

    /// Names of fields that hold something worth a look.
    private static let containers = [
        "serializedToken", "access_token", "software_statement", "authnToken", "authzToken", "SAMLResponse", "token",
        "authentication_token", "authz_token", "samlAttributeQueryResponse", "verificationToken", "device_info",
        "deviceInfo",
    ]

    /// Those that may also hold what only their maker understands.
    private static let opaque = ["access_token", "token", "verificationToken", "device_info", "deviceInfo"]

    private static let spans = ["expires_in"]

    private static let times = [
        "expires", "generated", "time", "created_at", "client_id_issued_at", "updated", "expirationDate", "notBefore",
        "notAfter", "issuedAt", "expiration_date",
    ]

    private func timeMeaning(_ name: String, _ value: String) -> String? {
        guard let number = Int64(value) else { return nil }
        if Self.spans.contains(name) { return spanText(.seconds(number)) }
        guard Self.times.contains(name) else { return nil }
        return instant(number).description
    }

    /// Units differ from field to field and from edition to edition, so the size tells (rest-api-v1.md §3.2, §8).
    private func instant(_ number: Int64) -> Instant {
        looksLikeSeconds(number) ? Instant(secondsSince1970: number) : Instant(millisecondsSince1970: number)
    }

    private func textMeaning(_ name: String, _ value: String) -> String? {
        guard name == "deviceId" else { return nil }
        do throws(Base64Error) {
            let bytes = try Base64.decode(value)
            guard !bytes.isEmpty, bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            return nil
        }
    }

    /// The times of an answer, from its own fields.
    func finishAnswer(_ result: inout Inspection) {
        func number(_ name: String) -> Int64? {
            result.fields.first { $0.name == name }.flatMap { Int64($0.value) }
        }
        if let expires = number("expires") { result.validity.expiry = instant(expires) }
        if let generated = number("generated") { result.validity.notBefore = instant(generated) }
        if let created = number("created_at"), let span = number("expires_in") {
            result.validity = Validity(notBefore: instant(created), expiry: instant(created) + .seconds(span))
        }
    }
}
