import Documents
public import Exchanges

/// One user action as readable text, in the columns of VSA calls.
public struct UserActionText: Sendable {
    /// Whether to print in color.
    public var showsColor: Bool

    /// A rendering, plain unless said otherwise.
    public init(showsColor: Bool = false) { self.showsColor = showsColor }

    /// The action in one line, with its line end.
    public func line(for userAction: UserAction) -> String {
        let time = "\(userAction.occurredAt)".split(separator: "T").last.map { String($0.dropLast()) } ?? ""
        let name = PrintableText.padded(PrintableText.escaped(userAction.action.name), to: 34)
        return PrintableText.rightAligned("\(userAction.ordinal)", to: 6) + "  " + PrintableText.padded(time, to: 15)
            + "  " + Color.bold.paint(name, isShown: showsColor) + "  "
            + PrintableText.escaped(userAction.action.summary) + "\n"
    }
}
