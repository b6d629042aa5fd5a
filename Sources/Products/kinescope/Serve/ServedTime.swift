import ArgumentParser
import VirtualTime

/// The time that is served at the beginning.
enum ServedTime: Hashable, Sendable {
    /// The wall's.
    case now
    /// When the source begins.
    case recorded
    case instant(Instant)

    /// What `--clock` names.
    ///
    /// - Throws: `ValidationError` for anything else.
    init(parsing text: String) throws {
        switch text {
        case "now": self = .now
        case "recorded": self = .recorded
        default:
            guard let instant = Instant(iso8601: text) else {
                throw ValidationError(
                    "--clock is now, recorded or an instant such as 2026-11-20T08:00:00Z, not \(text)"
                )
            }
            self = .instant(instant)
        }
    }
}
