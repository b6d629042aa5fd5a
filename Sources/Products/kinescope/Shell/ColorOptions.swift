import ArgumentParser
import Report

/// The option of every command that paints.
struct ColorOptions: ParsableArguments {
    /// When to paint.
    enum Mode: String, ExpressibleByArgument, CaseIterable {
        case always, auto, never
    }

    @Option(help: "Print in color; auto: on a terminal, unless NO_COLOR is set")
    var color = Mode.auto

    /// The style of text that is written to `terminal`.
    func style(on terminal: Terminal = .output) -> TextStyle {
        let showsColor =
            switch color {
            case .always: true
            case .auto: terminal.showsColor
            case .never: false
            }
        return TextStyle(showsColor: showsColor, width: terminal.width)
    }
}
