import Foundation

/// The body of an answer in a tree that others built, Foundation's of JSON or libxml2's of XML, and what its places hold.
///
/// The rules are the documents': names count without their namespace, `null` is as good as absent, numbers and truth
/// values may be texts (rest-api-v1.md §5 to §8).
package enum AnswerTree {
    /// A value of Foundation's.
    case json(Any)
    /// An element of libxml2's.
    case xml(LibXML2Element)

    /// A text, or a number of which Foundation does not tell how it was written.
    package enum Scalar {
        /// A text, as it is.
        case text([UInt8])
        /// A number; as a whole number where it is one that 64 bits hold and was written without point and exponent.
        case number(Double, whole: Int64?, isExact: Bool)
    }

    /// The value of the first child of this name.
    package func child(_ name: String) -> AnswerTree? {
        switch self {
        case .json(let value):
            guard let member = (value as? [String: Any])?[name], !(member is NSNull) else { return nil }
            return .json(member)
        case .xml(let element): return element.elements(name).first.map { .xml($0) }
        }
    }

    /// The values of a list: an array under `name`, or the elements `item` inside the first element `name`.
    package func items(_ name: String, of item: String) -> [AnswerTree]? {
        switch child(name) {
        case .json(let value)?: (value as? [Any])?.map { .json($0) }
        case .xml(let element)?: element.elements(item).map { .xml($0) }
        case nil: nil
        }
    }

    /// The value that it is itself, if it is neither an array nor an object.
    package var scalar: Scalar? {
        switch self {
        case .xml(let element): return .text(element.content)
        case .json(let value):
            if let text = value as? String { return .text(Array(text.utf8)) }
            return (value as? NSNumber).map(Self.scalar)
        }
    }

    /// Returns the value of the first of these children that is neither an array nor an object.
    package func scalar(_ names: [String]) -> Scalar? {
        names.lazy.compactMap { child($0)?.scalar }.first
    }

    /// The texts of a list, the empty ones left out; one text is a list of itself, in XML of what its commas part.
    package func texts(_ name: String) -> [Scalar]? {
        let found: [Scalar]
        switch (self, child(name)) {
        case (_, nil): return nil
        case (_, .json(let value)?):
            guard
                let scalars = (value as? [Any])?.map({ AnswerTree.json($0).scalar })
                    ?? child(name)?.scalar.map({ [$0] })
            else { return nil }
            found = scalars.compactMap { $0 }
        case (.xml(let parent), .xml(let first)?):
            let all = parent.elements(name)
            if !first.elements.isEmpty {
                found = first.elements.map { .text($0.content) }
            } else if all.count > 1 {
                found = all.map { .text($0.content) }
            } else {
                found = first.content.split(separator: UInt8(ascii: ",")).map {
                    .text($0.drop { $0 == 0x20 }.map { $0 })
                }
            }
        case (.json, .xml?): return nil
        }
        return found.filter { if case .text([]) = $0 { false } else { true } }
    }

    private static func scalar(_ number: NSNumber) -> Scalar {
        let type = unsafe String(cString: number.objCType)
        // Foundation has booleans of this type, and no number.
        if type == "c" { return .text(Array((number.boolValue ? "true" : "false").utf8)) }
        let isWhole = type == "i" || type == "q"
        return .number(
            number.doubleValue,
            // Foundation takes what is less than about -9 · 10^18 for a decimal, though an Int64 holds it.
            whole: isWhole ? number.int64Value : (number as? NSDecimalNumber).flatMap { Int64($0.stringValue) },
            isExact: !(number is NSDecimalNumber)
        )
    }
}

// MARK: What a scalar may be read as

extension AnswerTree.Scalar {
    /// Checks whether `text` is what a reader may take from here: the bytes, or the number in whatever spelling.
    package func isText(_ text: String) -> Bool {
        switch self {
        case .text(let bytes): return bytes.elementsEqual(text.utf8)
        case .number(let value, let whole, let isExact):
            if let whole, isExact { return Int64(text) == whole }
            return Double(text).map { abs($0 - value) <= abs(value) * 1e-12 } ?? false
        }
    }

    /// Between which whole numbers it is, its fraction cut off; nil if it is no number, or past 9 · 10^18 and not whole.
    ///
    /// The two differ where Foundation does not say exactly.
    package var wholeNumber: ClosedRange<Int64>? {
        switch self {
        case .text(let bytes):
            // As JSON writes it and in no other way; Foundation looks for other encodings in what is not ASCII.
            let text = trimmed(bytes)
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            guard !text.isEmpty, text.allSatisfy({ digits.contains($0) || "+-.eE".utf8.contains($0) }),
                let found = try? JSONSerialization.jsonObject(with: Data(text), options: [.fragmentsAllowed]),
                case .number(let value, let whole, let isExact)? = AnswerTree.json(found).scalar
            else { return nil }
            return AnswerTree.Scalar.number(value, whole: whole, isExact: isExact).wholeNumber
        case .number(let value, let whole, let isExact):
            if let whole { return whole...whole }
            guard value.isFinite, abs(value) < 9e18 else { return nil }
            let number = Int64(value)
            let slack = isExact ? 0 : 1 + Int64(abs(value) * 1e-12)
            return number - slack...number + slack
        }
    }

    /// The truth values that it may be taken for, nil for none: `true` and `1`, `false` and `0`, plain or as a text.
    package var truths: [Bool?] {
        switch self {
        case .number(_, 1?, true): return [true]
        // It may have been written as -0, which is none.
        case .number(_, 0?, true): return [false, nil]
        case .number: return [nil]
        case .text(let bytes):
            let small = trimmed(bytes).map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
            if small.elementsEqual("true".utf8) || small.elementsEqual("1".utf8) { return [true] }
            return small.elementsEqual("false".utf8) || small.elementsEqual("0".utf8) ? [false] : [nil]
        }
    }

    /// The text without Unicode's white space (PropList.txt, `White_Space`) at its ends.
    private func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
        while let last = scalars.last, Self.isWhite(last.value) { scalars.removeLast() }
        while let first = scalars.first, Self.isWhite(first.value) { scalars.removeFirst() }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return Array(String(text).utf8)
    }

    private static func isWhite(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}
