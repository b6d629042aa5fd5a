import Documents
import ArgumentParser
import ScenarioFiles
import Simulation
import VirtualTime

/// A point of a run as a command line names it.
enum Moment: Sendable {
    /// An instant, wherever in the run that is.
    case instant(Instant)
    /// The end of the run, and what passes after it.
    case afterEnd([Scenario.LocatedStep])

    /// The moment that a text names: an instant, `end`, `+31d`, `just before authz-token KITE1`.
    ///
    /// - Throws: `ValidationError` for anything else.
    static func argument(_ text: String) throws -> Moment {
        if text == "end" { return .afterEnd([]) }
        if let instant = Instant(iso8601: text) { return .instant(instant) }
        let isRelative = text.hasPrefix("+")
        guard isRelative || ["just before ", "at ", "just after "].contains(where: text.hasPrefix), !text.contains(";")
        else {
            throw ValidationError(
                "--at cannot be '\(text)': write an instant like 2026-11-20T08:00:00Z, end, +31d, or "
                    + "just before, at or just after an expiration, as in 'just before authz-token KITE1'"
            )
        }
        do {
            return .afterEnd(try ScenarioFile.steps(parsing: "advance " + (isRelative ? text.dropFirst() : text[...])))
        } catch {
            throw ValidationError("--at: " + ErrorText.text(error.problem, fix: error.hint))
        }
    }
}
