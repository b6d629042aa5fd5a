/// A color or weight of text on a terminal, as its ANSI escape sequence.
public enum Color: String, Hashable, Sendable {
    /// Heavy.
    case bold = "1"
    /// Faint.
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case magenta = "35"
    case cyan = "36"

    /// `text` in this color, or as it is where `isShown` is false.
    public func paint(_ text: String, isShown: Bool = true) -> String {
        isShown ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
