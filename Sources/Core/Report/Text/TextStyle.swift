/// What texts for people have in common: whether they are painted, and how wide they are.
public struct TextStyle: Hashable, Sendable {
    /// Whether to paint.
    public var showsColor: Bool
    /// The width that lines keep to.
    public var width: TextWidth

    /// Text without colors, of the standard width.
    public static let plain = TextStyle()

    /// A style; plain and of the standard width unless said otherwise.
    public init(showsColor: Bool = false, width: TextWidth = .standard) {
        self.showsColor = showsColor
        self.width = width
    }

    /// `text` in `color`, if this style has colors.
    public func paint(_ text: String, _ color: Color) -> String { color.paint(text, isShown: showsColor) }

    /// A line of a table with its line end: fields that are as they are, and a last one that is cut where the line is full.
    ///
    /// - Parameters:
    ///   - fields: the fields, with spaces between them, each with its color if it has one.
    ///   - last: the last field.
    ///   - color: the color of the last field, if it has one.
    /// - Returns: the line; of fields that are too wide by themselves, as much as there is room for.
    public func line(_ fields: [(text: String, color: Color?)], last: String = "", _ color: Color? = nil) -> String {
        var result = ""
        var room = width.columns
        var fields = fields + [(last, color)]
        // No color is put on spaces at the end.
        while let end = fields.last, end.text.allSatisfy({ $0 == " " }) { fields.removeLast() }
        while fields.last?.text.hasSuffix(" ") == true { fields[fields.count - 1].text.removeLast() }
        for (text, color) in fields {
            let shown = TextWidth.cut(text, to: room)
            room -= TextWidth.columns(of: shown)
            result += color.map { paint(shown, $0) } ?? shown
        }
        return result + "\n"
    }

    /// A paragraph with its line ends, wrapped between words behind a label that is as it is.
    ///
    /// - Parameters:
    ///   - text: the text, printable already.
    ///   - label: what comes first in the first line.
    ///   - indent: the indentation of the other lines; that of the text in the first line if nil.
    ///   - labelColor: the color of the label, if it has one.
    ///   - color: the color of the text, if it has one.
    /// - Returns: the lines.
    public func paragraph(
        _ text: String,
        label: String = "",
        indent: Int? = nil,
        labelColor: Color? = nil,
        _ color: Color? = nil
    ) -> String {
        let taken = TextWidth.columns(of: label)
        // A label that leaves no room for a sentence is a line of its own.
        let hanging = min(indent ?? taken, width.columns / 2)
        let lines = width.wrapped(text, first: taken, indent: hanging)
        // A word that is too long for the line begins below its label.
        let shown = lines.first == "" ? String(label.reversed().drop { $0 == " " }.reversed()) : label
        var result = labelColor.map { paint(shown, $0) } ?? shown
        for (number, line) in lines.enumerated() {
            if number > 0 { result += "\n" }
            let spaces = line.prefix { $0 == " " }
            let words = line.dropFirst(spaces.count)
            result += spaces + (color.map { words.isEmpty ? "" : paint(String(words), $0) } ?? String(words))
        }
        while result.hasSuffix(" ") { result.removeLast() }
        return result + "\n"
    }
}
