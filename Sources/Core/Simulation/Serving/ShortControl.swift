import Documents
import PassAPI
import Services

/// A control of the service in a few words, as a person types it: `revoke wren`, `degrade Meadowlark authn-all`.
///
/// What is not named follows from the service that runs: all providers that have the subscriber, all requestors that are
/// integrated with the provider.
struct ShortControl {
    private let word: String
    private let names: [String]

    /// The control of these words; nil if the step's word takes no short form, or what follows is none.
    init?(_ word: String, _ argument: FileNode) {
        guard case .text(let text) = argument.content, Self.words.contains(word) else { return nil }
        self.word = word
        names = text.split(separator: " ").map(String.init)
        guard (1...3).contains(names.count) else { return nil }
    }

    private static let subscriberWords = ["revoke", "reinstate"]
    /// The words that have a short form.
    static let words =
        subscriberWords + [
            "degrade", "end degradation", "enable integration", "disable integration", "enable single sign-on",
            "disable single sign-on",
        ]

    /// What stands behind the word in the long form, once for each step that the short form means.
    ///
    /// - Parameters:
    ///   - configuration: what the service knows.
    ///   - place: where it stands.
    /// - Returns: what stands behind the word.
    /// - Throws: `Problem` if a name is not known, or what is left out does not follow.
    func arguments(in configuration: ServiceConfiguration, at place: Place) throws(Problem) -> [FileNode] {
        Self.subscriberWords.contains(word)
            ? try subscribers(in: configuration, at: place) : try integrations(in: configuration, at: place)
    }

    private func subscribers(in configuration: ServiceConfiguration, at place: Place) throws(Problem) -> [FileNode] {
        let user = names[0]
        let providers =
            names.count > 1
            ? [names[1]]
            : configuration.providers.filter { $0.subscribers.contains { $0.user == user } }.map(\.listing.id)
        guard !providers.isEmpty else {
            var users: [String] = []
            for subscriber in configuration.providers.flatMap(\.subscribers) where !users.contains(subscriber.user) {
                users.append(subscriber.user)
            }
            throw Problem(
                place,
                "no provider has a subscriber \(user)",
                "the subscribers are \(users.joined(separator: ", "))"
            )
        }
        return providers.map { .map([("user", .text(user)), ("provider", .text($0))]) }
    }

    private func integrations(in configuration: ServiceConfiguration, at place: Place) throws(Problem) -> [FileNode] {
        var rest = names
        var mode: String?
        if word == "degrade" {
            let modes = ServiceControl.Degradation.allCases.map(\.rawValue)
            guard let last = rest.last, modes.contains(last) else {
                throw Problem(
                    place,
                    "\"degrade\" does not say how",
                    "end it with \(modes.joined(separator: ", ")), as in degrade Meadowlark authn-all"
                )
            }
            mode = rest.removeLast()
        }
        let providers = configuration.providers.map(\.listing.id)
        let requestors = configuration.requestors.map(\.id)
        guard let provider = rest.first(where: providers.contains) else {
            throw Problem(
                place,
                "\"\(word)\" names no provider",
                "the providers are \(providers.joined(separator: ", "))"
            )
        }
        let others = rest.filter { $0 != provider }
        if let unknown = others.first(where: { !requestors.contains($0) }) {
            throw Problem(
                place,
                "there is no requestor \(unknown)",
                "the requestors are \(requestors.joined(separator: ", "))"
            )
        }
        let integrated = configuration.requestors.filter { requestor in
            requestor.integrations.contains { $0.mvpd == provider } && (others.isEmpty || others.contains(requestor.id))
        }
        guard !integrated.isEmpty else {
            throw Problem(place, "no requestor is integrated with \(provider)")
        }
        return integrated.map { requestor in
            .map([
                ("requestor", .text(requestor.id)), ("provider", .text(provider)), ("mode", mode.map { .text($0) }),
            ])
        }
    }
}
