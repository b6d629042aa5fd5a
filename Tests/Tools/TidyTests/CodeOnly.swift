/// Takes comments and the wording of string literals out of Swift source, line for line.
///
/// It knows nested block comments, multi-line and raw strings, and code in interpolations, which stays. It does not know
/// regex literals; none of ours holds a quotation mark.
struct CodeOnly {
    private enum Context {
        case code(depth: Int)
        case string(pounds: Int, isMultiline: Bool)
    }

    private let text: [UInt8]
    private var index = 0
    private var result: [UInt8] = []
    private var wording: [UInt8] = []
    private var stack: [Context] = [.code(depth: 0)]

    /// `text` without comments and the wording of strings.
    static func of(_ text: String) -> String { parts(of: text).code }

    /// The wording of the strings of `text` alone, line for line: each behind a quotation mark, `…` for interpolations.
    ///
    /// A line that ends inside a paragraph of a multi-line string (with a backslash) is a line of its own.
    static func wording(of text: String) -> String { parts(of: text).wording }

    /// Both, in one pass.
    static func parts(of text: String) -> (code: String, wording: String) {
        var stripper = CodeOnly(text: Array(text.utf8))
        while stripper.index < stripper.text.count { stripper.step() }
        return (String(decoding: stripper.result, as: UTF8.self), String(decoding: stripper.wording, as: UTF8.self))
    }

    private init(text: [UInt8]) { self.text = text }

    private mutating func step() {
        switch stack.last {
        case .string(let pounds, let isMultiline): stepInString(pounds: pounds, isMultiline: isMultiline)
        case .code(let depth): stepInCode(depth: depth)
        case nil: stack = [.code(depth: 0)]
        }
    }

    /// Where something may begin or end, in code and in strings: all other bytes are passed in runs.
    private static let signsOfCode = Set("\n/#\"()".utf8)
    private static let signsOfStrings = Set("\n\\\"".utf8)
    private static let endsRunOfCode = (UInt8.min...UInt8.max).map(signsOfCode.contains)
    private static let endsRunOfString = (UInt8.min...UInt8.max).map(signsOfStrings.contains)

    /// Passes the bytes up to the next sign.
    private mutating func run(to isSign: [Bool]) -> ArraySlice<UInt8> {
        let start = index
        text.withUnsafeBufferPointer { bytes in
            while index < bytes.count, !isSign[Int(bytes[index])] { index += 1 }
        }
        return text[start..<index]
    }

    private mutating func stepInCode(depth: Int) {
        result += run(to: Self.endsRunOfCode)
        guard index < text.count else { return }
        if comes("//") {
            while index < text.count, text[index] != 10 { index += 1 }
        } else if comes("/*") {
            skipBlockComment()
        } else if let pounds = poundsBeforeQuote() {
            index += pounds
            let isMultiline = comes("\"\"\"")
            index += isMultiline ? 3 : 1
            result.append(34)
            wording.append(34)
            stack.append(.string(pounds: pounds, isMultiline: isMultiline))
        } else {
            let byte = text[index]
            if byte == 40 { stack[stack.count - 1] = .code(depth: depth + 1) }
            if byte == 41 {
                if depth == 0, stack.count > 1 {
                    stack.removeLast()  // the interpolation ends
                } else {
                    stack[stack.count - 1] = .code(depth: depth - 1)
                }
            }
            result.append(byte)
            if byte == 10 { wording.append(10) }
            index += 1
        }
    }

    private mutating func stepInString(pounds: Int, isMultiline: Bool) {
        wording += run(to: Self.endsRunOfString)
        guard index < text.count else { return }
        let marks = String(repeating: "#", count: pounds)
        if comes("\\" + marks + "(") {
            index += 2 + pounds
            result.append(40)
            wording += "…".utf8
            stack.append(.code(depth: 0))
        } else if comes("\\" + marks), pounds == 0 {
            wording.append(32)
            if index + 1 < text.count, text[index + 1] == 10 {
                result.append(10)
                wording.append(10)
            }
            index += 2
        } else if comes((isMultiline ? "\"\"\"" : "\"") + marks) {
            index += (isMultiline ? 3 : 1) + pounds
            result.append(34)
            stack.removeLast()
        } else {
            if text[index] == 10 { result.append(10) }
            wording.append(text[index])
            index += 1
        }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        while index < text.count {
            if comes("/*") {
                depth += 1
                index += 2
            } else if comes("*/") {
                depth -= 1
                index += 2
                if depth == 0 { return }
            } else {
                if text[index] == 10 {
                    result.append(10)
                    wording.append(10)
                }
                index += 1
            }
        }
    }

    /// Returns the number of number signs before a quotation mark that comes here, or nil if none comes.
    private func poundsBeforeQuote() -> Int? {
        var end = index
        while end < text.count, text[end] == 35 { end += 1 }
        return end < text.count && text[end] == 34 ? end - index : nil
    }

    private func comes(_ word: String) -> Bool {
        text[index...].starts(with: word.utf8)
    }
}
