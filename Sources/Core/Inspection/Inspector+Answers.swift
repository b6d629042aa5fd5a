import Documents
import Tokens
import VirtualTime

extension Inspector {
    /// A JSON document: its members as fields, with their paths.
    func readJSON(_ bytes: [UInt8], into result: inout Inspection, depth: Int) {
        result.kind = .jsonDocument
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: bytes)
        } catch {
            result.refusal = .error("not-well-formed", error)
            return
        }
        let kind = document.object.flatMap { AnswerShape.kind(of: $0) }
        if let kind { result.kind = kind }
        let own = ownTimes { name in document[name]?.scalarText }
        result.validity = own.validity
        addValues(document, own, to: &result, depth: depth)
        if kind == .jsonWebSignature, let object = document.object {
            readSignatures(of: object, into: &result, depth: depth)
        }
    }

    /// Every value that holds no other as a field, in document order.
    ///
    /// What is too late to be listed is looked through all the same: a token may come last.
    private func addValues(_ document: JSONValue, _ own: OwnTimes, to result: inout Inspection, depth: Int) {
        var pending = [JSONPlace(value: document)]
        while let place = pending.popLast() {
            let room = roomForFields(in: result)
            if Self.isTime(place.name), place.value != .null {
                let isOwn = place.level == 1 && own.hold(place.name)
                evaluate(place.value.scalarText, called: place.name, at: place.path, isOwn: isOwn, &result)
            }
            switch place.value {
            case .object(let object):
                diagnoseDuplicates(in: object, &result)
                // Nobody sees the path of what is not listed, and there may be very many.
                let path = room > 0 ? place.path : place.parent
                if object.members.isEmpty, !path.isEmpty { list(path, called: "", "{}", isText: false, in: &result) }
                for index in object.members.indices.reversed() {
                    let member = object.members[index]
                    guard index < room || member.value.isNested || Self.isLookedAt(member.key) else { continue }
                    var inner = JSONPlace(value: member.value, parent: path, label: member.key, name: member.key)
                    inner.level = place.level + 1
                    pending.append(inner)
                }
            case .array(let elements):
                let path = room > 0 ? place.path : place.parent
                if elements.isEmpty, !path.isEmpty { list(path, called: "", "[]", isText: false, in: &result) }
                for index in elements.indices.reversed() where index < room || elements[index].isNested {
                    var inner = JSONPlace(value: elements[index], parent: path, label: "[\(index)]", separator: "")
                    inner.level = place.level + 1
                    pending.append(inner)
                }
            case .string(let text):
                add(place.path, called: place.name, text, to: &result, depth: depth)
            case .number, .bool, .null:
                list(place.path, called: place.name, place.value.serialized, isText: false, in: &result)
            }
        }
    }

    private func diagnoseDuplicates(in object: JSONObject, _ result: inout Inspection) {
        for key in object.duplicateKeys.prefix(limits.fields) {
            diagnostic(.suspicious("duplicate-member", key), &result)
        }
    }

    /// Returns true if what bears this name is looked at, however late it comes.
    static func isLookedAt(_ name: String) -> Bool { isContainer(name) || isTime(name) }

    /// Returns the number of fields that are still wanted: one more than is listed shows that something was omitted.
    func roomForFields(in result: Inspection) -> Int { max(0, limits.fields + 1 - result.fields.count) }

    /// Adds what a document may give reason for very often: as many diagnostics as fields say enough.
    ///
    /// One that is left out is not made: it would quote paths thousands of times.
    func diagnostic(
        _ diagnostic: @autoclosure () -> Diagnostic,
        as weight: Diagnostic.Weight = .suspicious,
        _ result: inout Inspection
    ) {
        // The first that is suspicious counts, however many notes stand before it.
        let isWanted =
            result.diagnostics.count < limits.fields
            || weight == .suspicious && !result.diagnostics.contains { $0.weight == .suspicious }
        guard isWanted else { return }
        var diagnostic = diagnostic()
        diagnostic.weight = weight
        result.diagnostics.append(diagnostic)
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
        result.add(path, value, reading: timeReading(name, value) ?? (isText ? textReading(name, value) : nil))
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
        guard !bytes.isEmpty, mayLook(&result) else { return }
        guard depth < limits.depth else { return diagnosticDepth(path, &result) }
        var part = inspect(bytes, depth: depth + 1, inside: layer)
        if ExactText(name) == "SAMLRequest" { expectRequest(&part) }
        // An access token may be anything; a serialised token may not.
        guard part.kind != .unknown || !Self.isOpaque(name) else { return }
        append(part, called: path, to: &result)
    }

    /// Returns true if one more field may be looked into, which is counted then: one more than are kept shows that
    /// something was omitted.
    func mayLook(_ result: inout Inspection) -> Bool {
        guard result.looks <= limits.fields else { return false }
        result.looks += 1
        return true
    }

    /// Adds what was found inside, and says so if it cannot be read.
    func append(_ part: Inspection, called path: String, to result: inout Inspection) {
        result.parts.append(InspectedPart(name: path, inspection: part))
        if part.refusal != nil {
            diagnostic(.suspicious("unreadable-part", path), &result)
        }
    }

    /// Says that what a field holds stands deeper than anything is looked at.
    func diagnosticDepth(_ path: String, _ result: inout Inspection) {
        diagnostic(.suspicious("not-looked-at", as: "too-deep", path, "\(limits.depth)"), &result)
    }

    private func textReading(_ name: String, _ value: String) -> InspectedField.Reading? {
        guard ExactText(name) == "deviceId" else { return nil }
        do throws(Base64Error) {
            let bytes = try Base64.decode(value)
            guard !bytes.isEmpty, bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
            return .text(String(decoding: bytes, as: UTF8.self))
        } catch {
            return nil
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
    /// The name of the value; the elements of an array have none.
    var name = ""
    /// The number of values that it stands in.
    var level = 0

    var path: String { FieldPath.joining(parent, label, separator: separator) }
}

extension JSONValue {
    /// True if it may hold others.
    fileprivate var isNested: Bool {
        switch self {
        case .object, .array: true
        case .string, .number, .bool, .null: false
        }
    }

    /// The text or the digits, if it is one or the other.
    fileprivate var scalarText: String? { string ?? number?.text }
}
