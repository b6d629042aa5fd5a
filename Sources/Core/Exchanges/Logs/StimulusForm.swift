import Documents

/// How each action is spelled, in recordings and in stimulus logs: its name, and what it takes.
struct StimulusForm: Sendable {
    /// What an action takes, and how it is made of it; the key is the one in a stimulus log.
    enum Argument: Sendable {
        case none(Stimulus.Action)
        case text(key: String, @Sendable (String) -> Stimulus.Action)
        case texts(key: String, @Sendable ([String]) -> Stimulus.Action)
    }

    let name: String
    let argument: Argument

    /// The key of the argument in a stimulus log, or nil if the action takes none.
    var key: String? {
        switch argument {
        case .none: nil
        case .text(let key, _), .texts(let key, _): key
        }
    }

    static let all = [
        StimulusForm(name: "launch", argument: .none(.launch)),
        StimulusForm(name: "selectProvider", argument: .text(key: "provider") { .selectProvider($0) }),
        StimulusForm(name: "closeWebView", argument: .none(.closeWebView)),
        StimulusForm(name: "cancel", argument: .none(.cancel)),
        StimulusForm(name: "play", argument: .text(key: "resource") { .play(resource: $0) }),
        StimulusForm(name: "preauthorize", argument: .texts(key: "resources") { .preauthorize(resources: $0) }),
        StimulusForm(name: "readUserMetadata", argument: .none(.readUserMetadata)),
        StimulusForm(name: "logOut", argument: .none(.logOut)),
        StimulusForm(name: "foreground", argument: .none(.foreground)),
        StimulusForm(name: "background", argument: .none(.background)),
    ]

    static func named(_ name: String) -> StimulusForm? { all.first { ExactText($0.name) == name } }
}

extension Stimulus.Action {
    /// The action's name, as recordings and stimulus logs spell it.
    public var name: String {
        switch self {
        case .launch: "launch"
        case .selectProvider: "selectProvider"
        case .closeWebView: "closeWebView"
        case .cancel: "cancel"
        case .play: "play"
        case .preauthorize: "preauthorize"
        case .readUserMetadata: "readUserMetadata"
        case .logOut: "logOut"
        case .foreground: "foreground"
        case .background: "background"
        }
    }

    /// What the action is about: an MVPD's id, the resource or resources; empty where it takes nothing.
    public var arguments: [String] {
        switch self {
        case .selectProvider(let id): [id]
        case .play(let resource): [resource]
        case .preauthorize(let resources): resources
        case .launch, .closeWebView, .cancel, .readUserMetadata, .logOut, .foreground, .background: []
        }
    }

    /// Whether the action takes arguments, even if there are none this time.
    public var takesArguments: Bool { StimulusForm.named(name)?.key != nil }

    /// The action of this name with these arguments; nil if there is none that takes as many.
    public init?(name: String, arguments: [String]) {
        guard let form = StimulusForm.named(name) else { return nil }
        switch form.argument {
        case .none(let action) where arguments.isEmpty: self = action
        case .text(_, let make) where arguments.count == 1: self = make(arguments[0])
        case .texts(_, let make): self = make(arguments)
        default: return nil
        }
    }
}
