import Documents

/// The number of terminal columns that lines of text keep to.
///
/// Sentences wrap between words, and lines of a table are cut in their last field. A single word that is longer, such as a path or a URL,
/// is never cut by wrapping: it is alone on its line.
public struct TextWidth: Hashable, Sendable {
    /// The width where there is no window that has one.
    public static let standard = TextWidth(100)

    /// The number of columns.
    public let columns: Int

    /// A width of `columns`, at least 20: no table can be read in less.
    public init(_ columns: Int) { self.columns = max(columns, 20) }

    /// What is left of a width.
    init(unchecked columns: Int) { self.columns = max(columns, 0) }

    /// The width that `text` takes, without its escape sequences of colors: East Asian wide characters and emoji take two columns.
    public static func columns(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        var result = 0
        var isEscape = false
        for character in text {
            if character == "\u{1B}" {
                isEscape = true
            } else if isEscape {
                isEscape = character != "m"
            } else {
                result += columns(of: character)
            }
        }
        return result
    }

    /// `text`, cut to this width with an ellipsis where something is missing.
    public func cut(_ text: String) -> String { Self.cut(text, to: columns) }

    /// `text`, cut to `columns` with an ellipsis where something is missing.
    public static func cut(_ text: String, to columns: Int) -> String {
        guard Self.columns(of: text) > columns else { return text }
        guard columns > 0 else { return "" }
        var result = ""
        var taken = 1
        for character in text {
            taken += Self.columns(of: character)
            if taken > columns { break }
            result.append(character)
        }
        return result + "…"
    }

    /// The lines of `text`, wrapped between words.
    ///
    /// - Parameters:
    ///   - text: the text; its line ends stay, and so does the indentation of each of its lines.
    ///   - first: the columns that something else takes in the first line.
    ///   - indent: the columns that lines after the first are indented by, as spaces that are part of them.
    /// - Returns: the lines, without line ends; the first without what takes its beginning.
    public func wrapped(_ text: String, first: Int = 0, indent: Int = 0) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let own = paragraph.prefix { $0 == " " }.count
            let hasLabel = lines.isEmpty && first > 0
            let hanging = hasLabel ? indent : indent + own
            var line = Line(indent: hasLabel ? 0 : lines.isEmpty ? own : hanging)
            if hasLabel { (line.taken, line.isFresh) = (first, false) }
            for word in paragraph.split(separator: " ") {
                let width = Self.columns(of: String(word))
                if !line.isFresh, line.taken + (line.hasWords ? 1 : 0) + width > columns {
                    lines.append(line.text)
                    line = Line(indent: hanging)
                }
                // Alone on its line, and no wider than need be.
                if line.isFresh, line.taken + width > columns { line = Line(indent: max(0, columns - width)) }
                line.add(word, width)
            }
            lines.append(line.hasWords ? line.text : "")
        }
        return lines
    }

    /// `text` with each line that is too wide wrapped, its other lines below its last column, or somewhat indented where it has none.
    ///
    /// What is a table remains one as long as it fits: columns are told by two spaces or more between them.
    public func fitted(_ text: String) -> String {
        if text.utf8.count <= columns { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Self.columns(of: String($0)) <= columns ? String($0) : fitted(line: $0) }
            .joined(separator: "\n")
    }

    private func fitted(line: Substring) -> String {
        let margin = line.prefix { $0 == " " }
        var (column, taken) = (margin.endIndex, margin.count)
        var (spaces, position, isEscape) = (0, margin.count, false)
        for index in line[margin.endIndex...].indices {
            let character = line[index]
            if character == "\u{1B}" { isEscape = true }
            if !isEscape {
                if character != " ", spaces >= 2, position <= columns * 11 / 20 { (column, taken) = (index, position) }
                spaces = character == " " ? spaces + 1 : 0
                position += Self.columns(of: character)
            } else if character == "m" {
                isEscape = false
            }
            if position > columns { break }
        }
        let hanging = taken > margin.count ? taken : min(margin.count + 2, columns / 2)
        let lines = wrapped(String(line[column...]), first: taken, indent: hanging)
        return (line[..<column] + lines.joined(separator: "\n")).description
    }

    /// A line that is being filled.
    private struct Line {
        var text: String
        var taken: Int
        /// Whether nothing but indentation is in it.
        var isFresh = true
        var hasWords = false

        init(indent: Int) {
            text = String(repeating: " ", count: indent)
            taken = indent
        }

        mutating func add(_ word: Substring, _ width: Int) {
            if hasWords {
                text += " "
                taken += 1
            }
            text += word
            taken += width
            (isFresh, hasWords) = (false, true)
        }
    }

    private static func columns(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The ranges of East Asian Width W and F that matter in names and titles (UAX #11).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}
