/// Why a command could not do what it was asked to: one line for a person, and an exit code for a script.
struct CommandFailure: Error, CustomStringConvertible {
    /// What was asked, what was found, and what to do; without `kinescope:` in front.
    var message: String
    /// How the process ends.
    var status: ExitStatus

    /// A failure with this message; unless said otherwise, the input was refused.
    init(_ message: String, status: ExitStatus = .refused) {
        self.message = message
        self.status = status
    }

    var description: String { message }
}
