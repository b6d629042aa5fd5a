import Inspection

extension Inspection.Verdict {
    /// Whether it was read and is not ok: expired, not yet valid or suspicious.
    var isQuestionable: Bool { self > .ok && self < .malformed }
}
