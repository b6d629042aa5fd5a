import Documents
public import Exchanges

/// One user action as readable text, in the columns of VSA calls.
public struct UserActionText: Sendable {
    /// Colors and width.
    public var style: TextStyle

    /// A rendering, plain and of the standard width unless said otherwise.
    public init(_ style: TextStyle = .plain) { self.style = style }

    /// The action in one line, with its line end.
    public func line(for userAction: UserAction) -> String {
        let time = "\(userAction.occurredAt)".split(separator: "T").last.map { String($0.dropLast()) } ?? ""
        return style.line(
            [
                (PrintableText.rightAligned("\(userAction.ordinal)", to: 4) + "  ", nil),
                (PrintableText.padded(time, to: 15) + "  ", nil),
                (PrintableText.padded(PrintableText.escaped(userAction.action.name), to: 20) + "  ", .bold),
            ],
            last: PrintableText.escaped(userAction.action.summary)
        )
    }
}
