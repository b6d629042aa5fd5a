package import Documents
import Foundation

/// JSON as Foundation reads it, beside what the house's own reader says.
package enum IndependentJSON {
    /// Checks that Foundation accepts what our reader has accepted, and reads the same.
    ///
    /// Omitted is what Foundation cannot hold: numbers past a double's range and digits, and which of two equal keys
    /// counts.
    package static func agrees(_ value: JSONValue, with bytes: [UInt8]) throws(PropertyFailure) {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        // Foundation drops byte order marks from strings and names.
        guard isForFoundation(value), !holdsMark(text) else { return }
        let other: Any
        do {
            other = try JSONSerialization.jsonObject(with: Data(text), options: [.fragmentsAllowed])
        } catch {
            throw PropertyFailure("json-that-foundation-accepts", "\(error)")
        }
        try agrees(value, other, "")
    }

    /// The tree that Foundation reads, if it holds all that our reader has told of the same bytes; nil if it does not.
    ///
    /// Left out is what ``agrees(_:with:)`` leaves out, and texts with names that take Foundation long.
    package static func tree(of value: JSONValue, in bytes: [UInt8]) -> Any? {
        guard isForFoundation(value), !holdsMark(bytes), isForDictionaries(value) else { return nil }
        return try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
    }

    /// The text of a JSON string by itself; nil if Foundation reads another thing, or would drop a part of it.
    package static func string(_ bytes: [UInt8]) -> [UInt8]? {
        guard !holdsMark(bytes) else { return nil }
        let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
        return (value as? String).map { Array($0.utf8) }
    }

    /// Checks whether each name of an object can be looked up as it is written.
    private static func isForDictionaries(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool, .string, .number: true
        case .array(let elements): elements.allSatisfy(isForDictionaries)
        case .object(let object):
            !isSlow(object) && Set(object.members.map(\.key)).count == object.members.count
                && object.members.allSatisfy { isForDictionaries($0.value) }
        }
    }

    /// Checks whether a key of many combining marks is brought into another form to be hashed, in the square of their
    /// number.
    private static func isSlow(_ object: JSONObject) -> Bool {
        object.members.contains { $0.key.utf8.count > 256 && $0.key.utf8.contains { $0 >= 0x80 } }
    }

    /// Checks whether a byte order mark is in the text, as it is or escaped.
    private static func holdsMark(_ text: [UInt8]) -> Bool {
        let lowercased = Array(String(decoding: text, as: UTF8.self).lowercased().utf8)
        return text.count(of: "\u{FEFF}") > 0 || lowercased.count(of: "\\ufeff") > 0
    }

    private static func isForFoundation(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool, .string: true
        case .number(let number): Double(number.text).map { $0.isFinite } ?? false
        case .array(let elements): elements.allSatisfy(isForFoundation)
        case .object(let object): object.members.allSatisfy { isForFoundation($0.value) }
        }
    }

    /// Our value is the one that Foundation has at this place.
    package static func agrees(_ value: JSONValue, _ other: Any, _ path: String) throws(PropertyFailure) {
        switch value {
        case .null: try require(other is NSNull, "json-agrees", "\(path): null and \(other)")
        case .bool(let truth):
            // Foundation has booleans of this type, and no number.
            guard let found = other as? NSNumber, unsafe String(cString: found.objCType) == "c" else {
                throw PropertyFailure("json-agrees", "\(path): \(truth) and \(other)")
            }
            try require(found.boolValue == truth, "json-agrees", "\(path): \(truth) and \(other)")
        case .number(let number):
            guard let found = other as? NSNumber, unsafe String(cString: found.objCType) != "c",
                let expected = Double(number.text)
            else {
                throw PropertyFailure("json-agrees", "\(path): \(number.text) and \(other)")
            }
            let isNear = abs(found.doubleValue - expected) <= abs(expected) * 1e-12
            try require(isNear, "json-agrees", "\(path): \(number.text) and \(found)")
        case .string(let text):
            let found = (other as? String).map { Array($0.utf8) }
            try require(found == Array(text.utf8), "json-agrees", "\(path): text")
        case .array(let elements):
            guard let found = other as? [Any], found.count == elements.count else {
                throw PropertyFailure("json-agrees", "\(path): \(elements.count) elements")
            }
            for (index, pair) in zip(elements, found).enumerated() { try agrees(pair.0, pair.1, "\(path)/\(index)") }
        case .object(let object):
            guard !isSlow(object) else { return }
            guard let found = other as? [String: Any] else {
                throw PropertyFailure("json-agrees", "\(path): no object")
            }
            // Foundation's keys are equal when canonically equivalent: such objects cannot be compared.
            let keys = Set(object.members.map(\.key))
            guard keys.count == object.members.count else { return }
            try requireEqual(found.count, object.members.count, "json-agrees")
            for member in object.members {
                guard let value = found[member.key] else {
                    throw PropertyFailure("json-agrees", "\(path): \(member.key)")
                }
                try agrees(member.value, value, "\(path)/\(member.key)")
            }
        }
    }
}
