import ArgumentParser
import ClientStack
import Replay
import Simulation

/// What `--client` says: the documents' client, a row of behavior, or the recording that shows one.
enum ClientArgument {
    /// Explains the option.
    static let help = ArgumentHelp(
        """
        Replay with 'documents' (the documents' client), with a row of the app's behavior changed ('authorization=each-playback'), \
        or with what another recording of the app shows. May be repeated.
        """,
        valueName: "documents|ROW=VALUE|recording"
    )

    /// The client that `arguments` name.
    ///
    /// - Throws: ``CommandFailure`` if a recording cannot be read or shows no app.
    static func choice(_ arguments: [String]) throws -> ClientChoice {
        var choice = ClientChoice()
        for argument in arguments {
            if argument == "documents" {
                choice.origin = .documents
            } else if let setting = setting(argument) {
                choice.settings.append(setting)
            } else {
                let recording = try RecordingInput(argument).recording
                do throws(ReplayError) {
                    choice.other = try ShownBehavior(recording)
                } catch {
                    throw CommandFailure("--client: cannot read the behavior in \(argument): \(error)")
                }
            }
        }
        return choice
    }

    /// Checks what needs no file: a row that there is, with a value that it can have.
    ///
    /// - Throws: `ValidationError` for anything else.
    static func validate(_ arguments: [String]) throws {
        if arguments.contains("documents"), arguments.count > 1 {
            throw ValidationError("--client documents excludes any other --client")
        }
        for setting in arguments.compactMap(setting) {
            guard let row = ClientBehavior.table.option(named: setting.name) else {
                let known = ClientBehavior.table.options.map(\.name).joined(separator: ", ")
                throw ValidationError(
                    "--client: there is no behavior '\(setting.name)'. There are: \(known)"
                )
            }
            guard row.accepts(setting.value) else {
                throw ValidationError("--client: \(setting.name) cannot be '\(setting.value)'")
            }
        }
    }

    private static func setting(_ argument: String) -> OptionSetting? {
        guard let sign = argument.firstIndex(of: "="), !argument.contains("/") else { return nil }
        return OptionSetting(String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
    }
}
