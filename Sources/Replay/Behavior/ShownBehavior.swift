public import ClientStack
public import Exchanges
import Simulation

/// The rows of an app's behavior, and those of them that a recording shows.
public struct ShownBehavior: Hashable, Sendable {
    /// What the app does; a row that does not show is as the documents have it, or as is likely.
    public var behavior: ClientBehavior
    /// The rows that show, in the table's order, with the exchanges that show each.
    public var rows: [Row]

    /// A row that a recording shows.
    public struct Row: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// The exchanges that show it, by ordinal.
        public var exchanges: [Int]
    }

    /// What `recording` shows of the behavior of the app in it.
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
            observed.shown.first { $0.row == option.name }.map { Row(name: option.name, exchanges: $0.exchanges) }
        }
    }

    /// The rows that do not show and decide what happens after a fork, each as `row=value`, in the table's order.
    var assumed: [String] {
        let decisive = [
            "registration", "launch-calls", "play-checks", "expiry-check", "sign-in-start", "poll-pace",
            "authorization",
            "logout-calls",
        ]
        return decisive.compactMap { name in
            guard exchanges(showing: name) == nil, let option = ClientBehavior.table.option(named: name) else {
                return nil
            }
            return "\(name)=\(option.read(behavior))"
        }
    }

    /// Whether an authorization was seen used again before its expiration, which leaves open what comes after that.
    var reusesAuthorizations: Bool { behavior.authorization == .whenExpired }

    /// The exchanges that show the row of this name; nil if it does not show.
    public func exchanges(showing name: String) -> [Int]? { rows.first { $0.name == name }?.exchanges }

    /// Takes over what `other` shows.
    mutating func take(_ other: ShownBehavior) {
        for row in other.rows {
            guard let option = ClientBehavior.table.option(named: row.name) else { continue }
            _ = option.write(&behavior, option.read(other.behavior))
            if exchanges(showing: row.name) == nil { rows.append(Row(name: row.name, exchanges: [])) }
        }
    }

    /// Sets rows by name.
    ///
    /// - Throws: `OptionError` for a row that there is not, or a value that it cannot have.
    mutating func set(_ settings: [OptionSetting]) throws(OptionError) {
        try ClientBehavior.table.apply(settings, to: &behavior)
        for setting in settings where exchanges(showing: setting.name) == nil {
            rows.append(Row(name: setting.name, exchanges: []))
        }
    }
}

extension ShownRows {
    /// The rows that `behavior` shows.
    init(_ behavior: ShownBehavior) {
        self.init(Set(behavior.rows.map(\.name)), reusesAuthorizations: behavior.reusesAuthorizations)
    }
}
