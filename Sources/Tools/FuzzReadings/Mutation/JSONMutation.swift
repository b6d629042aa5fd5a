import Documents
package import VirtualTime

/// Makes other JSON of one by changing its tree.
package enum JSONMutation {
    /// Another text made of the one in `input`; nil if there is none.
    package static func mutated(_ input: [UInt8], _ generator: inout SeededGenerator) -> [UInt8]? {
        guard var value = try? JSONValue(parsing: input) else { return nil }
        let count = nodes(in: value)
        for _ in 0...generator.below(3) {
            var index = generator.below(count)
            value = changed(value, &index, &generator)
        }
        var output = Array(value.serialized.utf8)
        if generator.oneIn(16) { output = TextForm.another(of: output, &generator) }
        return output
    }

    private static func nodes(in value: JSONValue) -> Int {
        switch value {
        case .array(let elements): elements.reduce(1) { $0 + nodes(in: $1) }
        case .object(let object): object.members.reduce(1) { $0 + nodes(in: $1.value) }
        default: 1
        }
    }

    /// The value with the node changed that is the `index`-th in document order.
    private static func changed(
        _ value: JSONValue,
        _ index: inout Int,
        _ generator: inout SeededGenerator
    ) -> JSONValue {
        defer { index -= 1 }
        if index == 0 { return another(value, &generator) }
        switch value {
        case .array(let elements):
            var result = elements
            for place in result.indices where index > 0 {
                let before = nodes(in: result[place])
                if index <= before {
                    var inner = index - 1
                    result[place] = changed(result[place], &inner, &generator)
                    index = 0
                } else {
                    index -= before
                }
            }
            return .array(result)
        case .object(let object):
            var result = object
            for place in result.members.indices where index > 0 {
                let before = nodes(in: result.members[place].value)
                if index <= before {
                    var inner = index - 1
                    result.members[place].value = changed(result.members[place].value, &inner, &generator)
                    index = 0
                } else {
                    index -= before
                }
            }
            return .object(result)
        default: return value
        }
    }

    private static func another(_ value: JSONValue, _ generator: inout SeededGenerator) -> JSONValue {
        if generator.oneIn(5) { return scalar(&generator) }
        switch value {
        case .string(let text):
            if generator.oneIn(12) { return .string(Base64Mutation.changed(text, &generator)) }
            return .string(
                generator.oneIn(3) ? DateMutation.changed(text, &generator) : TextMutation.changed(text, &generator)
            )
        case .array(var elements):
            guard !elements.isEmpty else { return .array([scalar(&generator)]) }
            let index = generator.below(elements.count)
            switch generator.below(4) {
            case 0: elements.remove(at: index)
            case 1: elements.insert(elements[index], at: index)
            case 2: elements.swapAt(index, generator.below(elements.count))
            default: return elements[index]
            }
            return .array(elements)
        case .object(var object):
            guard !object.members.isEmpty else { return .object(["": .null]) }
            let index = generator.below(object.members.count)
            switch generator.below(6) {
            case 0: object.members.remove(at: index)
            case 1: object.members.insert(object.members[index], at: index)
            case 2: object.members[index].key = TextMutation.changed(object.members[index].key, &generator)
            case 3: object.members.swapAt(index, generator.below(object.members.count))
            case 4: object.members[index].value = .array([object.members[index].value])
            default: return object.members[index].value
            }
            return .object(object)
        case .number, .bool, .null: return scalar(&generator)
        }
    }

    private static func scalar(_ generator: inout SeededGenerator) -> JSONValue {
        let number = generator.one(
            "0",
            "-1",
            "1",
            "1.5",
            "1.0005",
            "\(generator.below(1_000_000)).\(generator.below(10_000))",
            "-0",
            "1e3",
            "1e400",
            "200",
            "1795212258158",
            "9223372036854775807",
            "9223372036854775808",
            "123456789012345678901234567890",
            "0.1",
            generator.number(),
            "-" + generator.number()
        )
        return generator.one(
            .null,
            .bool(true),
            .bool(false),
            .string(""),
            .string("a"),
            .string(generator.number()),
            .array([]),
            .object([:]),
            JSONNumber(number).map { .number($0) } ?? .null
        )
    }
}
