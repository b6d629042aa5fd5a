extension JSONScanner {
    /// Reads a number as its text.
    mutating func number(_ input: Span<UInt8>) throws(JSONError) -> String {
        let start = position
        return text(try scanNumber(input, from: start), input)
    }

    /// Reads past a number: RFC 8259 §6, without a plus sign, leading zeros or an empty fraction.
    mutating func scanNumber(_ input: Span<UInt8>) throws(JSONError) -> Range<Int> {
        try scanNumber(input, from: position)
    }

    private mutating func scanNumber(_ input: Span<UInt8>, from start: Int) throws(JSONError) -> Range<Int> {
        if input[position] == UInt8(ascii: "-") { position &+= 1 }
        if position < input.count, input[position] == UInt8(ascii: "0") {
            position &+= 1
            if position < input.count, isDigit(input[position]) {
                throw error(.unexpected(expected: "no digit after a leading zero"), at: position, input)
            }
        } else {
            try digits(input, start: start)
        }
        if position < input.count, input[position] == UInt8(ascii: ".") {
            position &+= 1
            try digits(input, start: start)
        }
        if position < input.count, input[position] | 0x20 == UInt8(ascii: "e") {
            position &+= 1
            if position < input.count, input[position] == UInt8(ascii: "+") || input[position] == UInt8(ascii: "-") {
                position &+= 1
            }
            try digits(input, start: start)
        }
        guard position &- start <= limits.numberBytes else {
            throw error(.limit(name: "numberBytes", value: limits.numberBytes), at: start, input)
        }
        return start..<position
    }

    /// Consumes at least one digit.
    private mutating func digits(_ input: Span<UInt8>, start: Int) throws(JSONError) {
        guard position < input.count else { throw error(.truncated, at: position, input) }
        guard isDigit(input[position]) else {
            let expected =
                position == start ? "a value (a string, a number, true, false, null, { or [)" : "a digit"
            throw error(.unexpected(expected: expected), at: position, input)
        }
        while position < input.count, isDigit(input[position]) { position &+= 1 }
    }
}

extension JSONNumber {
    /// Checks whether `text` is a number in JSON's grammar, of any length.
    static func isNumber(_ text: String.UTF8View) -> Bool {
        guard !text.isEmpty else { return false }
        var limits = JSONLimits()
        limits.numberBytes = .max
        var scanner = JSONScanner(limits: limits)
        let bytes = Array(text)
        let input = bytes.span
        guard (try? scanner.scanNumber(input)) != nil else { return false }
        return scanner.position == input.count
    }
}
