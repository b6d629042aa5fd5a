package import Documents
package import Exchanges

/// A field of a request's body, form or JSON, with all that it holds.
///
/// A member of an object within the body's is named by both: `device.model`.
package struct BodyField: Hashable, Sendable {
    @ExactText package var name: String
    /// The texts of its values, in order; what is neither text, number nor truth value is written as JSON.
    package var values: [ExactText]
    /// True if it is an array, or there is more than one field of the name.
    package var isList: Bool

    /// A field with these values.
    package init(_ name: String, _ values: [ExactText], isList: Bool) {
        (self.values, self.isList) = (values, isList)
        self.name = name
    }

    /// All of it for a person: `KITE1, KITE2`.
    package var text: String {
        values.isEmpty ? json : values.map(\.wrappedValue).joined(separator: ", ")
    }

    /// All of it as JSON, where a list of one is no text: `["KITE1"]`.
    package var json: String {
        let texts = values.map { JSONValue.string($0.wrappedValue) }
        let value: JSONValue = isList ? .array(texts) : texts.first ?? .null
        return value.serialized
    }
}

// MARK: Reading

extension BodyField {
    /// An object below a longer path is kept as JSON: names made of it would be longer than the body.
    private static let longestPath = 256

    /// The fields of a body in order, each name once; none if it is neither form nor JSON, or longer than 1 MiB.
    package static func fields(of request: HTTPRequest) -> [BodyField] {
        guard let body = request.body, body.count <= PassRequest.recognizedBodyBytes,
            let first = body.first(where: { !isWhiteSpace($0) }), RequestBody.canHoldFields(request, first)
        else { return [] }
        var found = Collected()
        if first == UInt8(ascii: "{") {
            found.add((try? JSONValue(parsing: body))?.object?.members ?? [], below: "")
        } else {
            for field in RequestBody(of: request).fields { found.add(field.name, [ExactText(field.value)]) }
        }
        return found.fields
    }

    /// The fields as they are found.
    private struct Collected {
        var fields: [BodyField] = []
        private var places: [ExactText: Int] = [:]

        mutating func add(_ name: String, _ values: [ExactText], isList: Bool = false) {
            if let place = places[ExactText(name)] {
                fields[place].values += values
                fields[place].isList = true
                return
            }
            guard fields.count < PassRequest.recognizedFields else { return }
            places[ExactText(name)] = fields.count
            fields.append(BodyField(name, values, isList: isList))
        }

        mutating func add(_ members: [JSONMember], below path: String) {
            for member in members {
                let name = path + member.key
                switch member.value {
                case .object(let object) where !object.members.isEmpty && name.utf8.count <= BodyField.longestPath:
                    add(object.members, below: name + ".")
                case .array(let elements):
                    add(name, elements.map { Self.text($0) }, isList: true)
                case .null, .bool, .number, .string, .object:
                    add(name, [Self.text(member.value)])
                }
            }
        }

        private static func text(_ value: JSONValue) -> ExactText { ExactText(value.scalarText ?? value.serialized) }
    }
}
