import Documents

/// The spelling of an action, in recordings and in user action logs: its name, and its argument.
struct UserActionForm: Sendable {
    /// The kinds of arguments, and how the action is made of one; the key is the one in a user action log.
    enum Argument: Sendable {
        case none(UserAction.Action)
        case text(key: String, @Sendable (String) -> UserAction.Action)
        case texts(key: String, @Sendable ([String]) -> UserAction.Action)
    }

    let name: String
    let argument: Argument

    /// The key of the argument in a user action log, or nil if the action takes none.
    var key: String? {
        switch argument {
        case .none: nil
        case .text(let key, _), .texts(let key, _): key
        }
    }

    static let all = [
        UserActionForm(name: "launch", argument: .none(.launch)),
        UserActionForm(name: "selectProvider", argument: .text(key: "provider") { .selectProvider($0) }),
        UserActionForm(name: "closeWebView", argument: .none(.closeWebView)),
        UserActionForm(name: "confirmLogin", argument: .none(.confirmLogin)),
        UserActionForm(name: "cancel", argument: .none(.cancel)),
        UserActionForm(name: "play", argument: .text(key: "resource") { .play(resource: $0) }),
        UserActionForm(name: "preauthorize", argument: .texts(key: "resources") { .preauthorize(resources: $0) }),
        UserActionForm(name: "readUserMetadata", argument: .none(.readUserMetadata)),
        UserActionForm(name: "logOut", argument: .none(.logOut)),
        UserActionForm(name: "foreground", argument: .none(.foreground)),
        UserActionForm(name: "background", argument: .none(.background)),
    ]

    static func named(_ name: String) -> UserActionForm? { all.first { ExactText($0.name) == name } }
}

extension UserAction.Action {
    /// The action's name, as recordings and user action logs spell it.
    public var name: String {
        switch self {
        case .launch: "launch"
        case .selectProvider: "selectProvider"
        case .closeWebView: "closeWebView"
        case .confirmLogin: "confirmLogin"
        case .cancel: "cancel"
        case .play: "play"
        case .preauthorize: "preauthorize"
        case .readUserMetadata: "readUserMetadata"
        case .logOut: "logOut"
        case .foreground: "foreground"
        case .background: "background"
        }
    }

    /// The subject of the action: an MVPD's id, the resource or resources; empty where it takes nothing.
    public var arguments: [String] {
        switch self {
        case .selectProvider(let id): [id]
        case .play(let resource): [resource]
        case .preauthorize(let resources): resources
        case .launch, .closeWebView, .confirmLogin, .cancel, .readUserMetadata, .logOut, .foreground, .background: []
        }
    }

    /// True if the action takes arguments, even if there are none this time.
    public var takesArguments: Bool { UserActionForm.named(name)?.key != nil }

    /// The action of this name with these arguments; nil if there is none that takes as many.
    public init?(name: String, arguments: [String]) {
        guard let form = UserActionForm.named(name) else { return nil }
        switch form.argument {
        case .none(let action) where arguments.isEmpty: self = action
        case .text(_, let make) where arguments.count == 1: self = make(arguments[0])
        case .texts(_, let make): self = make(arguments)
        default: return nil
        }
    }
}
