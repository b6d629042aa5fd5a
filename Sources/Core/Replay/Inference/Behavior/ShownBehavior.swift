public import ClientStack
public import Exchanges
import PassAPI
import Simulation

/// The rows of an app's behavior, and those of them that a recording shows.
public struct ShownBehavior: Hashable, Sendable {
    /// The behavior of the app; a row that does not show is as the documents have it, or as is likely.
    public var behavior: ClientBehavior
    /// The rows that show, in the table's order, with the exchanges that show each.
    public var rows: [Row]

    /// A row that a recording shows.
    public struct Row: Hashable, Sendable {
        public var name: String
        /// The exchanges that show it, by ordinal.
        public var exchanges: [Int]
        /// The other values that it could have: the recording rules out all but these and the likely one.
        public var alternatives: [String] = []
    }

    /// Reads what `recording` shows of the behavior of the app in it.
    ///
    /// - Parameters:
    ///   - recording: what was recorded.
    ///   - device: the device that is meant, by its `deviceId`; nil takes the one with most calls.
    /// - Throws: `ReplayError` if there is no app in it.
    public init(_ recording: Recording, device: String? = nil) throws(ReplayError) {
        self.init(ObservedBehavior(try RecordedSession(recording, device: device)))
    }

    init(_ observed: ObservedBehavior) {
        behavior = observed.behavior
        rows = ClientBehavior.table.options.compactMap { option in
            observed.shown.first { $0.name == option.name }
        }
    }

    /// The rows that decide what happens after a fork and do not show, or leave their value open: each as `row=value`,
    /// in the table's order.
    var assumed: [String] {
        let decisive = [
            "registration", "launch-calls", "play-checks", "expiry-check", "sign-in-start", "poll-pace",
            "authorization",
            "logout-calls",
        ]
        return decisive.compactMap { name in
            guard row(name)?.alternatives.isEmpty != true, let option = ClientBehavior.table.option(named: name) else {
                return nil
            }
            return "\(name)=\(option.read(behavior))"
        }
    }

    /// The rows that name an operation, or decide on its purpose, each as `row=value`.
    func rows(leadingTo operation: PassAPI.Operation, isLoggingOut: Bool) -> [String] {
        let rows = ClientBehavior.table.options.filter { ($0.name == "logout-calls") == isLoggingOut }
        let values = rows.map { ($0.name, $0.read(behavior)) }
        let naming = values.filter { $0.1.split(separator: ", ").contains { $0 == operation.rawValue } }
        let deciding = values.filter { name, _ in
            switch operation.purpose {
            case .authorization: name == "authorization"
            case .access: name == "registration"
            case .signIn: name == "sign-in-start"
            case .providers, .signInStep, .platformSignOn, .check, .authorizationCheck, .preauthorization, .media,
                .signature,
                .metadata, .logout, .reset:
                false
            }
        }
        return (naming.isEmpty ? deciding : naming).map { "\($0)=\($1)" }
    }

    /// True if an authorization was seen used again before its expiration, which leaves open what comes after that.
    var reusesAuthorizations: Bool { behavior.authorization == .whenExpired }

    /// The exchanges that show the row of this name; nil if it does not show.
    public func exchanges(showing name: String) -> [Int]? { row(name)?.exchanges }

    /// The row of this name, if it shows.
    func row(_ name: String) -> Row? { rows.first { $0.name == name } }

    /// The names of the rows of which the recording leaves no other value.
    var certain: Set<String> { Set(rows.filter(\.alternatives.isEmpty).map(\.name)) }

    /// Takes over what `other` shows, and what is likely by it where nothing shows.
    mutating func take(_ other: ShownBehavior) {
        let documents = ClientBehavior()
        for option in ClientBehavior.table.options {
            let value = option.read(other.behavior)
            let theirs = other.row(option.name)
            let isLikely = theirs == nil && row(option.name) == nil && value != option.read(documents)
            guard theirs != nil || isLikely else { continue }
            _ = option.write(&behavior, value)
            guard let theirs else { continue }
            set(Row(name: option.name, exchanges: [], alternatives: theirs.alternatives))
        }
    }

    /// Sets rows by name.
    ///
    /// - Throws: `OptionError` for a row that there is not, or a value that it cannot have.
    mutating func set(_ settings: [OptionSetting]) throws(OptionError) {
        try ClientBehavior.table.apply(settings, to: &behavior)
        for setting in settings { set(Row(name: setting.name, exchanges: [])) }
    }

    /// Puts a row in the place of the one of this name; what showed it here does so still.
    private mutating func set(_ row: Row) {
        guard let index = rows.firstIndex(where: { $0.name == row.name }) else { return rows.append(row) }
        rows[index].alternatives = row.alternatives
    }
}

extension ShownRows {
    /// The rows that `behavior` shows.
    init(_ behavior: ShownBehavior) {
        self.init(Set(behavior.rows.map(\.name)), reusesAuthorizations: behavior.reusesAuthorizations)
    }
}
