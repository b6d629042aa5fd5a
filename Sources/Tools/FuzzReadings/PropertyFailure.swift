import Documents

/// A property that does not hold for some input: what libFuzzer and the tests look for.
public struct PropertyFailure: Error, Sendable, CustomStringConvertible {
    /// The property, as a short name that stays: findings are told apart by it.
    public var property: String
    /// The expected value and the one that was found.
    public var detail: String
    /// The file that states the property, as `Module/File.swift`.
    public var fileID: String
    public var line: UInt
    /// The two values that should have been equal, as text; nil if the property is another than that.
    public var difference: Difference?

    /// A failure of `property`, stated where this is written.
    public init(_ property: String, _ detail: String, fileID: String = #fileID, line: UInt = #line) {
        self.property = property
        self.detail = detail
        self.fileID = fileID
        self.line = line
    }

    /// One line.
    public var description: String { "property \(property): \(detail)" }

    /// Several lines, for a person and for `Scripts/fuzz`: the property, where it is stated, what was expected and what was found.
    public var report: String {
        var lines = [description, "  stated at \(fileID):\(line)"]
        if let difference { lines += ["  expected \(difference.expected)", "  found \(difference.found)"] }
        return lines.joined(separator: "\n")
    }
}

/// Two failures are the same if they say the same, wherever it is stated.
extension PropertyFailure: Hashable {
    /// Checks whether both state the same of the same property.
    public static func == (one: Self, other: Self) -> Bool {
        one.property == other.property && one.detail == other.detail
    }

    /// Takes in what makes two the same.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(property)
        hasher.combine(detail)
    }
}

/// Two values that should have been equal, as text of one line each.
///
/// A long one is cut to where the two begin to differ: of two documents of many kilobytes nobody finds the one byte.
public struct Difference: Hashable, Sendable {
    /// The expected value.
    public var expected: String
    /// The value that was found.
    public var found: String

    /// The size of the part of a long text that is shown, and below it of the part that is the same in both.
    private static let shown = 160
    private static let before = 40

    /// The difference of two values that are not equal.
    init<Value>(found: Value, expected: Value) {
        let texts = (found: ShownValue(found), expected: ShownValue(expected))
        let same = zip(texts.found.pieces, texts.expected.pieces).prefix { $0 == $1 }.count
        let isLong = max(texts.found.pieces.count, texts.expected.pieces.count) > Self.shown
        let start = isLong ? max(0, same - Self.before) : 0
        self.found = texts.found.text(from: start, atMost: Self.shown, cut: isLong, differsAt: same)
        self.expected = texts.expected.text(from: start, atMost: Self.shown, cut: isLong, differsAt: same)
    }
}

/// A value as text that can be shown, piece by piece: the bytes of bytes, the characters of all others.
private struct ShownValue {
    let pieces: [String]
    let unit: String
    let isQuoted: Bool

    init<Value>(_ value: Value) {
        if let bytes = value as? [UInt8] {
            let digits = Array("0123456789abcdef")
            pieces = bytes.map { byte in
                (0x20..<0x7F).contains(byte)
                    ? String(UnicodeScalar(byte)) : "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
            (unit, isQuoted) = ("bytes", true)
        } else {
            let text = value as? String
            pieces = (text ?? "\(value)").unicodeScalars.map { scalar in
                // The quotes are put around the whole.
                scalar == "\"" ? "\"" : String(String(scalar).quoted.dropFirst().dropLast())
            }
            (unit, isQuoted) = ("characters", text != nil)
        }
    }

    func text(from start: Int, atMost length: Int, cut: Bool, differsAt same: Int) -> String {
        let quote = isQuoted ? "\"" : ""
        guard cut else { return quote + pieces.joined() + quote }
        let part = pieces.dropFirst(start).prefix(length)
        let head = start > 0 ? "…" : ""
        let tail = start + part.count < pieces.count ? "…" : ""
        return quote + head + part.joined() + tail + quote
            + " (\(pieces.count) \(unit), another from number \(same + 1) on)"
    }
}

/// Throws a failure of `property` unless `condition` holds.
public func require(
    _ condition: Bool,
    _ property: String,
    _ detail: @autoclosure () -> String,
    fileID: String = #fileID,
    line: UInt = #line
) throws(PropertyFailure) {
    guard condition else { throw PropertyFailure(property, detail(), fileID: fileID, line: line) }
}

/// Throws a failure of `property` unless what was found is what was expected.
public func requireEqual<Value: Equatable>(
    _ found: Value,
    _ expected: Value,
    _ property: String,
    fileID: String = #fileID,
    line: UInt = #line
) throws(PropertyFailure) {
    guard found == expected else {
        let difference = Difference(found: found, expected: expected)
        let detail = "expected \(difference.expected), found \(difference.found)"
        var failure = PropertyFailure(property, detail, fileID: fileID, line: line)
        failure.difference = difference
        throw failure
    }
}

/// Returns the result of `body`; whatever it throws is a failure of `property`, unless it is one of another already.
public func attempt<Value>(
    _ property: String,
    fileID: String = #fileID,
    line: UInt = #line,
    _ body: () throws -> Value
) throws(PropertyFailure) -> Value {
    do {
        return try body()
    } catch let failure as PropertyFailure {
        throw failure
    } catch {
        throw PropertyFailure(property, "\(error)", fileID: fileID, line: line)
    }
}

/// Throws a failure of `property` unless `text` says something, stays in one line and can be shown as it is.
///
/// Looked at are scalars: a carriage return and a line feed are one character, which is neither.
public func requireOneLine(
    _ text: String,
    _ property: String = "error-in-one-line",
    fileID: String = #fileID,
    line: UInt = #line
) throws(PropertyFailure) {
    try require(
        // Nearly all of them are plain.
        !text.isEmpty && (text.isPlain || !text.unicodeScalars.contains { $0.isHarmfulToShow }),
        property,
        text.quoted,
        fileID: fileID,
        line: line
    )
}
