import Documents

/// A body as a person can read it: JSON over several lines, other text as it came, bytes that are no text by their count.
public enum BodyText {
    /// The lines of `body`, safe for a terminal; empty if there is nothing to show.
    ///
    /// `rewriting` may show members of JSON otherwise than they are written.
    public static func lines(
        of body: [UInt8]?,
        rewriting: (_ path: [String], _ text: String) -> String? = { _, _ in nil }
    ) -> [String] {
        guard let body, !body.isEmpty else { return [] }
        if body.first == UInt8(ascii: "{") || body.first == UInt8(ascii: "["), let value = try? JSONValue(parsing: body)
        {
            return PrettyJSON.text(of: value, rewriting: rewriting)
                .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        guard let text = String(validating: body, as: UTF8.self), !text.utf8.contains(0) else {
            return ["(\(CountedNoun.text(body.count, "byte")) that \(body.count == 1 ? "is" : "are") not text)"]
        }
        return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { PrintableText.escaped(String($0)) }
    }
}
