public import Exchanges
import GRDB
public import SubscriberAccount

extension RecordingFile {
    /// The VSA calls, by ordinal.
    ///
    /// - Throws: ``RecordingStoreError`` if the file is damaged or cannot be read.
    public func vsaCalls() throws(RecordingStoreError) -> [VSACall] {
        try reading { try Self.vsaCalls(in: $0, path) }
    }

    static func vsaCalls(in database: Database, _ path: String) throws -> [VSACall] {
        let rows = try ByteBudget(for: database).rows(
            database,
            sql: "SELECT ordinal, answered_at, line FROM vsa_call ORDER BY ordinal"
        )
        var responses: [VSACall] = []
        var order = AscendingOrdinals(of: "vsa_call")
        while let row = try rows.next() {
            let stored = VSACallRow(
                ordinal: row.integer(0) ?? 0,
                answeredAt: row.integer(1) ?? 0,
                line: try row.string(2) ?? ""
            )
            try order.next(stored.ordinal)
            guard let response = stored.response else {
                throw RecordingStoreError(
                    path,
                    .damaged("VSA call \(stored.ordinal) is not a line of a VSA log")
                )
            }
            responses.append(response)
        }
        return responses
    }

    /// The user actions, by ordinal.
    ///
    /// - Throws: ``RecordingStoreError`` if the file is damaged or cannot be read.
    public func userActions() throws(RecordingStoreError) -> [UserAction] {
        try reading { try Self.userActions(in: $0, path) }
    }

    static func userActions(in database: Database, _ path: String) throws -> [UserAction] {
        let rows = try ByteBudget(for: database).rows(
            database,
            sql: "SELECT ordinal, occurred_at, action, argument FROM user_action ORDER BY ordinal"
        )
        var userActions: [UserAction] = []
        var order = AscendingOrdinals(of: "user_action")
        while let row = try rows.next() {
            let stored = UserActionRow(
                ordinal: row.integer(0) ?? 0,
                occurredAt: row.integer(1) ?? 0,
                columns: UserActionColumns(action: try row.string(2) ?? "", argument: try row.string(3))
            )
            try order.next(stored.ordinal)
            guard let userAction = stored.userAction else {
                throw RecordingStoreError(
                    path,
                    .damaged("user action \(stored.ordinal) is unknown: \(stored.columns.action)")
                )
            }
            userActions.append(userAction)
        }
        return userActions
    }

    /// The whole recording in memory, bodies and all; a body that several exchanges refer to is there once.
    ///
    /// Exchanges come by ordinal. What an app reported may have come late: VSA calls and user actions come by their
    /// times, those of equal times by ordinal.
    ///
    /// - Throws: ``RecordingStoreError`` if the file is damaged or cannot be read.
    public func recording() throws -> Recording {
        var recording = Recording(information: information)
        let reader = ExchangeReader(path: path, remembering: .max)
        try forEachExchange(in: nil, with: reader) { recording.exchanges.append($0) }
        recording.vsaCalls = try vsaCalls()
            .sorted { ($0.answeredAt, $0.ordinal) < ($1.answeredAt, $1.ordinal) }
        recording.userActions = try userActions().sorted { ($0.occurredAt, $0.ordinal) < ($1.occurredAt, $1.ordinal) }
        return recording
    }
}
