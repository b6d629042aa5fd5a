import Documents

/// Text that is safe to show on a terminal, whatever a capture held.
///
/// A header of a recorded answer may hold escape sequences that clear the screen, or marks that turn the direction of
/// writing: shown as they are, a recording could lie to its reader.
public enum PrintableText {
    /// `text` with control characters, line ends and direction marks written as `\u{…}`.
    public static func escaped(_ text: String) -> String { text.inOneLine }

    /// `text` escaped and cut to at most `limit` characters, with an ellipsis where something is missing.
    public static func excerpt(_ text: String, limit: Int) -> String {
        // One character of the source is at least one of the result, so no more than this need be looked at.
        let escaped = escaped(String(text.prefix(max(limit, 0) + 1)))
        guard escaped.count > limit else { return escaped }
        return escaped.prefix(max(limit - 1, 0)) + "…"
    }

    /// `text` with spaces after it up to `width` columns.
    public static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - TextWidth.columns(of: text)))
    }

    /// `text` with spaces before it up to `width` columns.
    public static func rightAligned(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - TextWidth.columns(of: text))) + text
    }
}
