/// A color or weight of text on a terminal, as its ANSI escape sequence.
public enum Color: String, Hashable, Sendable {
    /// Heavy.
    case bold = "1"
    /// Faint.
    case dim = "2"
    /// Red.
    case red = "31"
    /// Green.
    case green = "32"
    /// Yellow.
    case yellow = "33"
    /// Magenta.
    case magenta = "35"
    /// Cyan.
    case cyan = "36"

    /// `text` in this color, or as it is where `isShown` is false.
    public func paint(_ text: String, isShown: Bool = true) -> String {
        isShown ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
