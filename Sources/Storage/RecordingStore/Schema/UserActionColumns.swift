import Documents
import Exchanges

/// A user action's action as the two columns its row holds: a name, and an argument as JSON text where it has one.
struct UserActionColumns {
    var action: String
    var argument: String?

    init(action: String, argument: String?) {
        self.action = action
        self.argument = argument
    }

    init(_ action: UserAction.Action) {
        let arguments = JSONValue.array(action.arguments.map { .string($0) })
        self.init(action: action.name, argument: action.takesArguments ? arguments.serialized : nil)
    }

    /// The action, or nil if no such action is known or its argument is none.
    var kindOfUserAction: UserAction.Action? {
        // Names are looked up, and a file may give one as long as itself.
        guard action.utf8.count <= 64 else { return nil }
        var arguments: [String] = []
        if let argument {
            guard let parsed = try? JSONValue(parsing: Array(argument.utf8)), let array = parsed.array else {
                return nil
            }
            arguments = array.compactMap(\.string)
            guard arguments.count == array.count else { return nil }
        }
        return UserAction.Action(name: action, arguments: arguments)
    }
}
