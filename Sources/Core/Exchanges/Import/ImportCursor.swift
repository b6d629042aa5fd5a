import Documents
import VirtualTime

/// A pull reader that knows what kind of value comes next and speaks of import problems.
struct ImportCursor {
    /// The kinds of JSON values, by their first byte or word.
    enum Kind: String {
        case object = "an object"
        case array = "an array"
        case string = "a string"
        case number = "a number"
        case bool = "true or false"
        case null = "null"
        /// The end, or a byte no value begins with: the reader will say what is wrong.
        case none = "no value"
    }

    private var reader: JSONReader
    private let bytes: [UInt8]
    /// True to refuse values that are odd, but not beyond reading.
    var isStrict = true
    /// The odd values that were read since this was emptied.
    var oddities: [ImportOddity] = []

    init(_ bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        reader = JSONReader(bytes, limits: limits)
    }

    /// The offset of the next byte to be read.
    var byteOffset: Int { reader.byteOffset }

    /// The offset of the value that comes next, white space skipped.
    var valueOffset: Int {
        var index = reader.byteOffset
        while index < bytes.count, isSpace(bytes[index]) { index &+= 1 }
        return index
    }

    /// The kind of the value that comes next.
    var kind: Kind {
        let index = valueOffset
        guard index < bytes.count else { return .none }
        switch bytes[index] {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"): return isWord("true", at: index) ? .bool : .none
        case UInt8(ascii: "f"): return isWord("false", at: index) ? .bool : .none
        case UInt8(ascii: "n"): return isWord("null", at: index) ? .null : .none
        default: return .none
        }
    }

    /// Returns true if a word stands there by itself: a text of another kind may begin with the same letters.
    private func isWord(_ word: String, at index: Int) -> Bool {
        let rest = bytes[index...]
        guard rest.starts(with: word.utf8) else { return false }
        return rest.dropFirst(word.utf8.count).first.map { ($0 | 0x20) &- 0x61 >= 26 && $0 &- 0x30 >= 10 } ?? true
    }
}

// MARK: Reading

extension ImportCursor {
    mutating func beginObject() throws(ImportFault) {
        try expect(.object)
        do { try reader.beginObject() } catch { throw fault(error) }
    }

    mutating func nextKey() throws(ImportFault) -> String? {
        do { return try reader.nextKey() } catch { throw fault(error) }
    }

    mutating func beginArray() throws(ImportFault) {
        try expect(.array)
        do { try reader.beginArray() } catch { throw fault(error) }
    }

    mutating func nextElement() throws(ImportFault) -> Bool {
        do { return try reader.nextElement() } catch { throw fault(error) }
    }

    mutating func value() throws(ImportFault) -> JSONValue {
        do { return try reader.readValue() } catch { throw fault(error) }
    }

    mutating func skip() throws(ImportFault) {
        do { try reader.skipValue() } catch { throw fault(error) }
    }

    mutating func finish() throws(ImportFault) {
        do { try reader.finish() } catch { throw fault(error) }
    }

    mutating func string() throws(ImportFault) -> String {
        try expect(.string)
        guard case .string(let text) = try value() else { return "" }
        return text
    }

    /// The string that comes next, or nil if `null` comes.
    mutating func optionalString() throws(ImportFault) -> String? {
        guard kind == .null else { return try string() }
        try skip()
        return nil
    }

    mutating func number() throws(ImportFault) -> JSONNumber {
        try expect(.number)
        guard case .number(let number) = try value() else { return JSONNumber(0) }
        return number
    }

    mutating func integer() throws(ImportFault) -> Int {
        let offset = valueOffset
        guard let value = try number().int64 else {
            throw ImportFault(problem: .wrongType(expected: "an integer", found: "another number"), byteOffset: offset)
        }
        return Int(value)
    }

    mutating func bool() throws(ImportFault) -> Bool {
        try expect(.bool)
        guard case .bool(let value) = try value() else { return false }
        return value
    }

    /// An instant as ISO 8601 text, with the text.
    mutating func instant() throws(ImportFault) -> (Instant, text: String) {
        let offset = valueOffset
        let text = try string()
        guard let instant = Instant(iso8601: text) else {
            throw ImportFault(problem: .notAnInstant, byteOffset: offset)
        }
        return (instant, text)
    }

    /// Throws unless a value of this kind comes next; of what is no value at all the reader speaks.
    func expect(_ expected: Kind) throws(ImportFault) {
        let found = kind
        guard found != expected, found != .none else { return }
        throw ImportFault(
            problem: .wrongType(expected: expected.rawValue, found: found.rawValue),
            byteOffset: valueOffset
        )
    }

    private func fault(_ error: JSONError) -> ImportFault {
        ImportFault(problem: .json(error), byteOffset: error.byteOffset)
    }
}

// MARK: Odd values

/// An odd value that was read all the same.
struct ImportOddity {
    var oddity: HARWarning.Oddity
    var byteOffset: Int
}

extension ImportCursor {
    /// Notes an odd value, or throws if such values are refused.
    mutating func tolerate(
        _ oddity: HARWarning.Oddity,
        else problem: ImportProblem,
        at offset: Int
    ) throws(ImportFault) {
        guard !isStrict else { throw ImportFault(problem: problem, byteOffset: offset) }
        oddities.append(ImportOddity(oddity: oddity, byteOffset: offset))
    }

    /// The number of halves of surrogate pairs that were read so far.
    var loneSurrogateCount: Int { reader.loneSurrogateCount }

    /// The place of the last of them.
    var lastLoneSurrogate: Int { reader.lastLoneSurrogate }
}

// MARK: Lists and words

extension ImportCursor {
    /// An array of strings.
    mutating func strings() throws(ImportFault) -> [String] {
        var strings: [String] = []
        try beginArray()
        while try nextElement() { strings.append(try string()) }
        return strings
    }

    /// A string that stands for one of a closed set of values.
    mutating func word<Value>(
        _ words: [String],
        _ value: (String) -> Value?
    ) throws(ImportFault) -> Value {
        let offset = valueOffset
        let text = try string()
        guard let word = words.first(where: { ExactText($0) == text }), let value = value(word) else {
            let nearest = NearestWord.nearest(to: text, among: words)
            throw ImportFault(problem: .unknownWord(expected: words, nearest: nearest), byteOffset: offset)
        }
        return value
    }

    /// Bytes as Base64 text, white space allowed.
    mutating func base64() throws(ImportFault) -> [UInt8] {
        let offset = valueOffset
        let text = try string()
        do { return try Base64.decode(text, allowsWhitespace: true) } catch {
            throw ImportFault(problem: .notBase64(error), byteOffset: offset)
        }
    }
}
