/// The form of every error text: `WHERE: WHAT. FIX`.
public enum ErrorText {
    /// What is wrong, and how to mend it as a sentence of its own.
    ///
    /// - Parameters:
    ///   - problem: what is wrong, without a full stop.
    ///   - fix: what to do about it, beginning with a small letter; nil if there is nothing to say.
    /// - Returns: both, in one line.
    public static func text(_ problem: String, fix: String?) -> String {
        guard let fix, let first = fix.first else { return problem }
        return "\(problem). \(first.uppercased())\(fix.dropFirst())"
    }
}
