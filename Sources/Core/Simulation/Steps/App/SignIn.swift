extension ScenarioStep {
    /// A login and how it goes.
    public struct SignIn: Hashable, Sendable {
        /// The MVPD by Adobe's id.
        public var provider: String
        /// The subscriber; nil: the MVPD's first.
        public var user: String?
        /// The outcome of the login.
        public var outcome = Outcome.succeeds

        /// The outcomes that a login can have.
        public enum Outcome: String, Hashable, Sendable, CaseIterable {
            case succeeds
            case wrongPassword = "wrong-password"
            /// The user closes the page without having logged in.
            case closesPage = "closes-page"
            /// The user never gets round to it.
            case never
        }

        /// A login with `provider` that succeeds.
        public init(provider: String, user: String? = nil) {
            self.provider = provider
            self.user = user
        }
    }
}

extension ScenarioStep.SignIn {
    /// The keys of a login.
    package static let keys = ["provider", "user", "outcome"]

    /// `Meadowlark`, or a mapping.
    init(reading argument: StepArgument) throws(Problem) {
        if case .text(let provider) = argument.node.content {
            self.init(provider: provider)
            return
        }
        let map = try MapReader(argument.node, argument.what, keys: Self.keys)
        self.init(
            provider: try map.required("provider").text("\"provider\""),
            user: try map.optional("user", FileNode.text)
        )
        if let outcome = map["outcome"] { self.outcome = try outcome.choice("\"outcome\"") }
    }

    var fileNode: FileNode {
        if user == nil, outcome == .succeeds { return .text(provider) }
        return .map([
            ("provider", .text(provider)), ("user", user.map { .text($0) }),
            ("outcome", outcome == .succeeds ? nil : .text(outcome.rawValue)),
        ])
    }
}
