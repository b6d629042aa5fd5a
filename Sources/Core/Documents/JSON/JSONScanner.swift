/// The grammar of RFC 8259 over one buffer: where we are in it, and what has been spent of the limits.
///
/// It holds no bytes: every method is handed the same buffer as a span, so that the memory stays its owner's. It
/// recurses, at most ``depthCeiling`` deep, because the trees it builds are freed and compared by recursion too.
struct JSONScanner {
    /// The deepest nesting, whatever the limits say: 512 frames fit the smallest thread's stack in a debug build.
    static let depthCeiling = 512

    let limits: JSONLimits
    private let maximumDepth: Int
    /// The offset of the next byte to be read.
    var position = 0
    /// The number of halves of surrogate pairs that were read, where they are allowed.
    var loneSurrogateCount = 0
    /// The offset of the last of them.
    var lastLoneSurrogate = 0
    private var depth = 0
    private var values = 0

    init(limits: JSONLimits) {
        self.limits = limits
        maximumDepth = min(limits.depth, Self.depthCeiling)
    }

    /// Checks the size, skips a byte order mark and white space, and makes sure that something follows.
    mutating func start(_ input: Span<UInt8>) throws(JSONError) {
        guard input.count <= limits.totalBytes else {
            throw error(.limit(name: "totalBytes", value: limits.totalBytes), at: 0, input)
        }
        if input.count >= 3, input[0] == 0xEF, input[1] == 0xBB, input[2] == 0xBF { position = 3 }
        if input.count >= 2, (input[0] == 0xFE && input[1] == 0xFF) || (input[0] == 0xFF && input[1] == 0xFE) {
            throw error(.encoding, at: 0, input)
        }
        skipSpace(input)
        guard position < input.count else { throw error(.empty, at: position, input) }
    }

    /// Makes sure that only white space follows.
    mutating func finish(_ input: Span<UInt8>) throws(JSONError) {
        skipSpace(input)
        guard position == input.count else { throw error(.trailingBytes, at: position, input) }
    }

    /// Reads the next value as a tree.
    mutating func value(_ input: Span<UInt8>) throws(JSONError) -> JSONValue {
        switch try beginValue(input) {
        case UInt8(ascii: "{"):
            var members: [JSONMember] = []
            try open(input)
            var key = try firstKey(input)
            while let name = key {
                members.append(JSONMember(name, try value(input)))
                key = try laterKey(input)
            }
            return .object(JSONObject(members))
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try open(input)
            var more = try firstElement(input)
            while more {
                elements.append(try value(input))
                more = try laterElement(input)
            }
            return .array(elements)
        case UInt8(ascii: "\""): return .string(try string(input))
        case UInt8(ascii: "t"):
            try literal("true", input)
            return .bool(true)
        case UInt8(ascii: "f"):
            try literal("false", input)
            return .bool(false)
        case UInt8(ascii: "n"):
            try literal("null", input)
            return .null
        default: return .number(JSONNumber(unchecked: try number(input)))
        }
    }

    /// Reads past the next value, as strictly as ``value(_:)`` but building nothing.
    mutating func skip(_ input: Span<UInt8>) throws(JSONError) {
        switch try beginValue(input) {
        case UInt8(ascii: "{"):
            try open(input)
            var more = try skipFirstKey(input)
            while more {
                try skip(input)
                more = try skipLaterKey(input)
            }
        case UInt8(ascii: "["):
            try open(input)
            var more = try firstElement(input)
            while more {
                try skip(input)
                more = try laterElement(input)
            }
        case UInt8(ascii: "\""): _ = try scanString(input)
        case UInt8(ascii: "t"): try literal("true", input)
        case UInt8(ascii: "f"): try literal("false", input)
        case UInt8(ascii: "n"): try literal("null", input)
        default: _ = try scanNumber(input)
        }
    }

    /// Counts a value and answers its first byte, which is not yet consumed.
    mutating func beginValue(_ input: Span<UInt8>) throws(JSONError) -> UInt8 {
        skipSpace(input)
        guard position < input.count else { throw error(.truncated, at: position, input) }
        guard values < limits.values else {
            throw error(.limit(name: "values", value: limits.values), at: position, input)
        }
        values &+= 1
        return input[position]
    }

    /// Consumes `text`.
    private mutating func literal(_ text: StaticString, _ input: Span<UInt8>) throws(JSONError) {
        let start = position
        let expected = text.description
        for byte in expected.utf8 {
            guard position < input.count else { throw error(.truncated, at: position, input) }
            guard input[position] == byte else {
                throw error(
                    .unexpected(expected: "true, false, null, a number, a string, { or ["),
                    at: start,
                    input
                )
            }
            position &+= 1
        }
    }

    /// Moves to the next byte that is no white space.
    mutating func skipSpace(_ input: Span<UInt8>) {
        while position < input.count {
            switch input[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
            default: return
            }
        }
    }

    /// An error at `offset`; only now are line and column counted.
    @inline(never)
    func error(_ cause: JSONError.Cause, at offset: Int, _ input: Span<UInt8>) -> JSONError {
        var line = 1
        var lineStart = 0
        for index in 0..<min(offset, input.count) where input[index] == 0x0A {
            line &+= 1
            lineStart = index &+ 1
        }
        return JSONError(cause, byteOffset: offset, line: line, column: offset &- lineStart &+ 1)
    }
}

// MARK: Objects and arrays

extension JSONScanner {
    /// Consumes the bracket of an object or an array.
    mutating func open(_ input: Span<UInt8>) throws(JSONError) {
        guard depth < maximumDepth else {
            throw error(.limit(name: "depth", value: maximumDepth), at: position, input)
        }
        depth &+= 1
        position &+= 1
    }

    /// The first key of an object, its colon consumed too, or nil if the object is empty.
    mutating func firstKey(_ input: Span<UInt8>) throws(JSONError) -> String? {
        guard try isFirst(UInt8(ascii: "}"), input) else { return nil }
        return try key(input)
    }

    /// The next key of an object, its colon consumed too, or nil if the object ended.
    mutating func laterKey(_ input: Span<UInt8>) throws(JSONError) -> String? {
        guard try isLater(UInt8(ascii: "}"), "a comma or }", input) else { return nil }
        return try key(input)
    }

    /// Returns true if an array has a first element.
    mutating func firstElement(_ input: Span<UInt8>) throws(JSONError) -> Bool {
        try isFirst(UInt8(ascii: "]"), input)
    }

    /// Returns true if an array has a further element.
    mutating func laterElement(_ input: Span<UInt8>) throws(JSONError) -> Bool {
        try isLater(UInt8(ascii: "]"), "a comma or ]", input)
    }

    private mutating func skipFirstKey(_ input: Span<UInt8>) throws(JSONError) -> Bool {
        guard try isFirst(UInt8(ascii: "}"), input) else { return false }
        try skipKey(input)
        return true
    }

    private mutating func skipLaterKey(_ input: Span<UInt8>) throws(JSONError) -> Bool {
        guard try isLater(UInt8(ascii: "}"), "a comma or }", input) else { return false }
        try skipKey(input)
        return true
    }

    private mutating func key(_ input: Span<UInt8>) throws(JSONError) -> String {
        try expectQuote(input)
        let name = try string(input)
        try colon(input)
        return name
    }

    private mutating func skipKey(_ input: Span<UInt8>) throws(JSONError) {
        try expectQuote(input)
        _ = try scanString(input)
        try colon(input)
    }

    private mutating func expectQuote(_ input: Span<UInt8>) throws(JSONError) {
        skipSpace(input)
        guard position < input.count else { throw error(.truncated, at: position, input) }
        guard input[position] == UInt8(ascii: "\"") else {
            throw error(.unexpected(expected: "a name in double quotes"), at: position, input)
        }
    }

    private mutating func colon(_ input: Span<UInt8>) throws(JSONError) {
        skipSpace(input)
        guard position < input.count else { throw error(.truncated, at: position, input) }
        guard input[position] == UInt8(ascii: ":") else {
            throw error(.unexpected(expected: "a colon"), at: position, input)
        }
        position &+= 1
    }

    private mutating func isFirst(_ end: UInt8, _ input: Span<UInt8>) throws(JSONError) -> Bool {
        skipSpace(input)
        guard position < input.count else { throw error(.truncated, at: position, input) }
        guard input[position] == end else { return true }
        close()
        return false
    }

    private mutating func isLater(
        _ end: UInt8,
        _ expected: String,
        _ input: Span<UInt8>
    ) throws(JSONError) -> Bool {
        skipSpace(input)
        guard position < input.count else { throw error(.truncated, at: position, input) }
        if input[position] == UInt8(ascii: ",") {
            position &+= 1
            return true
        }
        guard input[position] == end else {
            throw error(.unexpected(expected: expected), at: position, input)
        }
        close()
        return false
    }

    private mutating func close() {
        depth &-= 1
        position &+= 1
    }
}
