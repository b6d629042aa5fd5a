import Documents

/// A JSON Schema of draft 2020-12, as far as the schemas here need it.
///
/// A keyword that it does not know is an error, so that no part of a schema goes unchecked.
struct JSONSchema {
    private let root: JSONValue
    private let definitions: [String: JSONValue]
    /// The word that `type` has in what a definition describes, where it is one.
    private let types: [String: JSONValue]

    /// What a value does not fulfil, or what the schema says that is not understood.
    struct Failure: Error, CustomStringConvertible {
        /// Where in the value: `$.findings[0].code`.
        var path: String
        var problem: String

        var description: String { "\(path): \(problem)" }
    }

    /// The schema in these bytes.
    init(parsing bytes: [UInt8]) throws {
        root = try JSONValue(parsing: bytes)
        var definitions: [String: JSONValue] = [:]
        for member in root["$defs"]?.object?.members ?? [] { definitions[member.key] = member.value }
        self.definitions = definitions
        types = definitions.compactMapValues { $0["properties"]?["type"]?["const"] }
    }

    /// Checks a value.
    ///
    /// - Throws: ``Failure`` for the first thing that is wrong.
    func validate(_ value: JSONValue) throws(Failure) { try check(value, root, "$") }

    /// The words that a definition enumerates.
    func words(_ definition: String) -> [String] {
        definitions[definition]?["enum"]?.array?.compactMap(\.string) ?? []
    }

    /// Every property that a schema in it has: its name, and its schema.
    var properties: [(name: String, schema: JSONValue)] {
        func all(in value: JSONValue) -> [(name: String, schema: JSONValue)] {
            switch value {
            case .object(let object):
                let own = object["properties"]?.object?.members.map { ($0.key, $0.value) } ?? []
                return own + object.members.flatMap { all(in: $0.value) }
            case .array(let elements): return elements.flatMap(all)
            case .null, .bool, .number, .string: return []
            }
        }
        return all(in: root)
    }

    private static let annotations = ["$schema", "$defs", "title", "description"]

    private func check(_ value: JSONValue, _ schema: JSONValue, _ path: String) throws(Failure) {
        guard let schema = schema.object else { throw Failure(path: path, problem: "a schema is not an object") }
        for keyword in schema.members where !Self.annotations.contains(keyword.key) {
            try check(value, keyword.key, keyword.value, schema, path)
        }
    }

    private func check(
        _ value: JSONValue,
        _ keyword: String,
        _ argument: JSONValue,
        _ schema: JSONObject,
        _ path: String
    ) throws(Failure) {
        func require(_ isFulfilled: Bool, _ problem: @autoclosure () -> String) throws(Failure) {
            if !isFulfilled { throw Failure(path: path, problem: problem()) }
        }
        switch keyword {
        case "$ref": try check(value, try definition(argument, path), path)
        case "type":
            let types = argument.array?.compactMap(\.string) ?? argument.string.map { [$0] } ?? []
            try require(!types.isEmpty, "type names none")
            let isOfType = types.contains { Self.isOfType(value, $0) }
            try require(isOfType, "\(value.serialized.prefix(80)) is not a \(types.joined(separator: " or "))")
        case "const": try require(value == argument, "\(value.serialized) is not \(argument.serialized)")
        case "enum":
            let isListed = argument.array?.contains(value) ?? false
            try require(isListed, "\(value.serialized.prefix(80)) is not in the list")
        case "required":
            guard let object = value.object else { return }
            for key in argument.array?.compactMap(\.string) ?? [] {
                try require(object[key] != nil, "\(key) is missing")
            }
        case "properties":
            for member in value.object?.members ?? [] {
                if let property = argument[member.key] { try check(member.value, property, "\(path).\(member.key)") }
            }
        case "additionalProperties":
            let known = schema["properties"]?.object?.members.map(\.key) ?? []
            for member in value.object?.members ?? [] where !known.contains(member.key) {
                if let isAllowed = argument.bool {
                    try require(isAllowed, "\(member.key) is not a key of it")
                } else {
                    try check(member.value, argument, "\(path).\(member.key)")
                }
            }
        case "items":
            for (index, element) in (value.array ?? []).enumerated() {
                try check(element, argument, "\(path)[\(index)]")
            }
        case "pattern":
            guard let text = value.string, let pattern = argument.string else { return }
            let regex = try? Regex(pattern)
            try require(regex != nil, "\(pattern) is not a regular expression")
            try require((try? regex?.firstMatch(in: text)) != nil, "\"\(text)\" does not match \(pattern)")
        case "minimum", "maximum":
            guard let number = value.number?.int64, let bound = argument.number?.int64 else { return }
            try require(keyword == "minimum" ? number >= bound : number <= bound, "\(number) is beyond \(bound)")
        case "minLength":
            guard let count = value.string?.unicodeScalars.count, let bound = argument.number?.int64 else { return }
            try require(count >= bound, "the text is too short")
        case "minItems":
            guard let count = value.array?.count, let bound = argument.number?.int64 else { return }
            try require(count >= bound, "the list is too short")
        case "minProperties", "maxProperties":
            guard let count = value.object?.members.count, let bound = argument.number?.int64 else { return }
            try require(keyword == "minProperties" ? count >= bound : count <= bound, "it has \(count) keys")
        case "oneOf": try checkOneOf(value, argument.array ?? [], path)
        default: throw Failure(path: path, problem: "the schema's keyword \(keyword) is not known here")
        }
    }

    /// Exactly one of the schemas fits; if none does, the failure is that of the one whose `type` and `command` fit.
    private func checkOneOf(_ value: JSONValue, _ schemas: [JSONValue], _ path: String) throws(Failure) {
        var failures: [Failure] = []
        var count = 0
        for schema in schemas {
            // Of many kinds of lines only that which is its own is looked at: it is quicker, and a failure is of use.
            if let type = Self.reference(schema).flatMap({ types[$0] }), value["type"] != type { continue }
            do throws(Failure) {
                try check(value, schema, path)
                count += 1
            } catch {
                if error.problem.hasPrefix("the schema") { throw error }
                failures.append(error)
            }
        }
        if count == 1 { return }
        guard count == 0 else { throw Failure(path: path, problem: "\(count) schemas of oneOf fit") }
        let ownFailure = failures.first { !["\(path).type", "\(path).command"].contains($0.path) && $0.path != path }
        throw ownFailure ?? failures.first { $0.path == path && !$0.problem.hasSuffix("is missing") } ?? failures.first
            ?? Failure(path: path, problem: "\(value.serialized.prefix(80)) is none of oneOf")
    }

    private func definition(_ reference: JSONValue, _ path: String) throws(Failure) -> JSONValue {
        guard let name = Self.reference(.object(["$ref": reference])), let found = definitions[name] else {
            throw Failure(path: path, problem: "the schema has no \(reference.serialized)")
        }
        return found
    }

    /// The definition that a schema refers to; nil if it refers to none.
    private static func reference(_ schema: JSONValue) -> String? {
        let start = "#/$defs/"
        guard let text = schema["$ref"]?.string, text.hasPrefix(start) else { return nil }
        return String(text.dropFirst(start.count))
    }

    private static func isOfType(_ value: JSONValue, _ type: String) -> Bool {
        switch value {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .number(let number): type == "number" || type == "integer" && number.int64 != nil
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }
}
