/// What whoever changes something through the control interface has to know.
package struct ControlToken: Sendable {
    /// The token: 43 characters of Base64 for URLs.
    package let text: String

    /// A token of this text.
    package init(_ text: String) { self.text = text }

    /// Checks whether a request's `Authorization` headers are this token, in a time that does not tell how much of it is.
    func matches(_ headers: [String]) -> Bool {
        guard headers.count == 1, let header = headers.first else { return false }
        let parts = header.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
        let (given, own) = (Array(parts[1].utf8), Array(text.utf8))
        guard given.count == own.count, !own.isEmpty else { return false }
        return zip(given, own).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
