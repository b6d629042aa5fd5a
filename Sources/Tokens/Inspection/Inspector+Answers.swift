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
        addValues(document, to: &result, depth: depth)
        finishAnswer(&result) { name in
            (document[name]?.string ?? document[name]?.number?.text).flatMap { Int64($0) }
        }
    }

    /// Every value that holds no other as a field, in document order.
    ///
    /// What is too late to be listed is looked through all the same: a token may come last.
    private func addValues(_ document: JSONValue, to result: inout Inspection, depth: Int) {
        var pending = [JSONPlace(value: document)]
        while let place = pending.popLast() {
            let room = roomForFields(in: result)
            switch place.value {
            case .object(let object):
                remarkDuplicates(in: object, &result)
                // Nobody sees the path of what is not listed, and there may be very many.
                let path = room > 0 ? place.path : place.parent
                if object.members.isEmpty, !path.isEmpty { list(path, called: "", "{}", isText: false, in: &result) }
                for index in object.members.indices.reversed() {
                    let member = object.members[index]
                    guard index < room || member.value.isNested || Self.isContainer(member.key) else { continue }
                    pending.append(JSONPlace(value: member.value, parent: path, label: member.key, name: member.key))
                }
            case .array(let elements):
                let path = room > 0 ? place.path : place.parent
                if elements.isEmpty, !path.isEmpty { list(path, called: "", "[]", isText: false, in: &result) }
                for index in elements.indices.reversed() where index < room || elements[index].isNested {
                    pending.append(JSONPlace(value: elements[index], parent: path, label: "[\(index)]", separator: ""))
                }
            case .string(let text):
                add(place.path, called: place.name, text, to: &result, depth: depth)
            case .number, .bool, .null:
                list(place.path, called: place.name, place.value.serialized, isText: false, in: &result)
            }
        }
    }

    private func remarkDuplicates(in object: JSONObject, _ result: inout Inspection) {
        for key in object.duplicateKeys.prefix(limits.fields) {
            let detail = "the member \(key.quoted) stands more than once; readers differ on which counts"
            remark(.suspicious("duplicate-member", detail), &result)
        }
    }

    /// How many more fields are wanted: one more than is listed tells that something was left out.
    func roomForFields(in result: Inspection) -> Int { max(0, limits.fields + 1 - result.fields.count) }

    /// Adds what a document may give reason for very often: as many remarks as fields say enough.
    func remark(_ remark: Remark, _ result: inout Inspection) {
        let isEnough = result.remarks.count >= limits.fields && result.remarks.contains { $0.weight == .suspicious }
        if !isEnough { result.remarks.append(remark) }
    }

    /// Adds a text as a field, and inspects what may be inside it; `name` is what it is called, without an index.
    func add(_ path: String, called name: String, _ text: String, to result: inout Inspection, depth: Int) {
        list(path, called: name, text, isText: true, in: &result)
        guard Self.isContainer(name) else { return }
        look(into: Array(text.utf8), at: path, called: name, of: &result, depth: depth)
    }

    /// Adds a field if there is room, and says what its value means.
    func list(_ path: String, called name: String, _ value: String, isText: Bool, in result: inout Inspection) {
        guard roomForFields(in: result) > 0 else { return }
        result.add(path, value, meaning: timeMeaning(name, value) ?? (isText ? textMeaning(name, value) : nil))
    }

    /// Inspects what a field holds; `layer` is the encoding that it was just taken out of.
    func look(
        into bytes: [UInt8],
        at path: String,
        called name: String,
        inside layer: TransportLayer? = nil,
        of result: inout Inspection,
        depth: Int
    ) {
        // One more than is kept tells that something was left out.
        guard !bytes.isEmpty, depth < limits.depth, result.parts.count <= limits.fields else { return }
        let part = inspect(bytes, depth: depth + 1, inside: layer)
        // An access token may be anything; a serialised token may not.
        guard part.kind != .unknown || !Self.opaque.contains(name) else { return }
        result.parts.append(InspectedPart(name: path, inspection: part))
        if part.verdict == .refused {
            remark(.suspicious("unreadable-part", "what \(path) holds cannot be read"), &result)
        }
    }

    /// Whether a field of this name holds something worth a look.
    static func isContainer(_ name: String) -> Bool { containers.contains(name) }

    /// Whether a field of this name says from when, until when or how long something holds.
    static func isTime(_ name: String) -> Bool { times.contains(name) || spans.contains(name) }

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

    /// The times of an answer, from the first of its own fields of each name, listed or not.
    func finishAnswer(_ result: inout Inspection, _ number: (_ name: String) -> Int64?) {
        if let expires = number("expires") { result.validity.expiry = instant(expires) }
        if let generated = number("generated") { result.validity.notBefore = instant(generated) }
        if let created = number("created_at"), let span = number("expires_in") {
            result.validity = Validity(notBefore: instant(created), expiry: instant(created) + .seconds(span))
        }
    }
}

/// A value within a document, and where.
private struct JSONPlace {
    let value: JSONValue
    /// The path of what it stands in; its own is made when it is needed.
    var parent = ""
    var label = ""
    var separator = "."
    /// What the value is called; the elements of an array have no names.
    var name = ""

    var path: String { FieldPath.joining(parent, label, separator: separator) }
}

extension JSONValue {
    /// Whether it may hold others.
    fileprivate var isNested: Bool {
        switch self {
        case .object, .array: true
        case .string, .number, .bool, .null: false
        }
    }
}
