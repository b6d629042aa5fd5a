import ArgumentParser
import Simulation
import VirtualTime

extension ForkPoint {
    /// The point that a command line names: `end`, `exchange 8`, `8`, a step such as `S8`, or an instant.
    ///
    /// - Throws: `ValidationError` for anything else.
    static func argument(_ text: String) throws -> ForkPoint {
        if text == "end" { return .end }
        let number = text.hasPrefix("exchange ") ? text.dropFirst("exchange ".count) : text[...]
        if let ordinal = Int(number), ordinal >= 1 { return .ordinal(ordinal) }
        if let instant = Instant(iso8601: text) { return .instant(instant) }
        if text.wholeMatch(of: /[A-Z][0-9]{1,2}/) != nil { return .step(text) }
        throw ValidationError(
            "--fork-at cannot be '\(text)': write end, exchange 8, a step like S8, or an instant like 2026-11-20T08:00:00Z"
        )
    }
}
