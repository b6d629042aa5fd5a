import Documents
import Exchanges

/// A stimulus's action as the two columns its row holds: a name, and an argument as JSON text where it has one.
struct StimulusColumns {
    var action: String
    var argument: String?

    init(action: String, argument: String?) {
        self.action = action
        self.argument = argument
    }

    init(_ action: Stimulus.Action) {
        switch action {
        case .launch: self.init(action: "launch", argument: nil)
        case .selectProvider(let id): self.init(action: "selectProvider", argument: Self.text([id]))
        case .closeWebView: self.init(action: "closeWebView", argument: nil)
        case .cancel: self.init(action: "cancel", argument: nil)
        case .play(let resource): self.init(action: "play", argument: Self.text([resource]))
        case .preauthorize(let resources): self.init(action: "preauthorize", argument: Self.text(resources))
        case .readUserMetadata: self.init(action: "readUserMetadata", argument: nil)
        case .logOut: self.init(action: "logOut", argument: nil)
        case .foreground: self.init(action: "foreground", argument: nil)
        case .background: self.init(action: "background", argument: nil)
        }
    }

    private static func text(_ arguments: [String]) -> String {
        JSONValue.array(arguments.map { .string($0) }).serialized
    }

    /// The action, or nil if no such action is known or its argument is none.
    var stimulusAction: Stimulus.Action? {
        var arguments: [String] = []
        if let argument {
            guard let parsed = try? JSONValue(parsing: Array(argument.utf8)), let array = parsed.array else {
                return nil
            }
            arguments = array.compactMap(\.string)
            guard arguments.count == array.count else { return nil }
        }
        switch (action, arguments.count) {
        case ("launch", 0): return .launch
        case ("selectProvider", 1): return .selectProvider(arguments[0])
        case ("closeWebView", 0): return .closeWebView
        case ("cancel", 0): return .cancel
        case ("play", 1): return .play(resource: arguments[0])
        case ("preauthorize", _): return .preauthorize(resources: arguments)
        case ("readUserMetadata", 0): return .readUserMetadata
        case ("logOut", 0): return .logOut
        case ("foreground", 0): return .foreground
        case ("background", 0): return .background
        default: return nil
        }
    }
}
