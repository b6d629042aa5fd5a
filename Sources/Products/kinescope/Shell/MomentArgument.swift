import ArgumentParser
import Documents
import Simulation

extension Moment {
    /// The moment that an option names.
    ///
    /// - Throws: `ValidationError` for anything but the forms that ``Moment/help`` lists.
    static func argument(_ text: String, of option: String) throws -> Moment {
        try understood(option) { () throws(Problem) in try Moment(text, as: option, at: place) }
    }

    /// The point of a recording that an option names.
    ///
    /// - Throws: `ValidationError` for anything else, and for a moment after the recording's end.
    static func forkPoint(_ text: String, of option: String) throws -> ForkPoint {
        try understood(option) { () throws(Problem) in
            try Moment(text, as: option, at: place).forkPoint(as: option, at: place)
        }
    }

    private static var place: Place { Place(line: 1) }

    private static func understood<Result>(_ option: String, _ read: () throws(Problem) -> Result) throws -> Result {
        do {
            return try read()
        } catch {
            let place = error.text.contains(option) ? "" : "\(option): "
            throw ValidationError(place + ErrorText.text(error.text, fix: error.hint))
        }
    }
}
