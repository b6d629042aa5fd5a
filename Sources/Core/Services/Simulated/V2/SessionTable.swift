import OrderedCollections
import VirtualTime

/// The sessions by code; of each app's the latest alone counts (rest-api-v2.md §5.2).
///
/// One that another has taken the place of stays in its place, and is unknown: so a session costs the same however many apps there are.
struct SessionTable: Hashable, Sendable {
    private var table = ExpiringTable<String, SessionRecord>()
    /// The code of each app's latest session.
    private var latest: [ProfileKey: String] = [:]

    /// The session of a code; nil if it is unknown, or has ended.
    subscript(code: String) -> SessionRecord? { table[code].flatMap { $0.isEnded ? nil : $0 } }

    /// All that have not ended, in order; those that have expired are among them.
    var all: some Sequence<SessionRecord> { table.entries.values.lazy.filter { !$0.isEnded } }

    /// Checks whether a code is one of its own, ended or not.
    func hasIssued(_ code: String) -> Bool { table[code] != nil }

    /// Keeps a session, which ends the one before it of the same app.
    mutating func insert(_ record: SessionRecord, at now: Instant) {
        end(of: record.place)
        latest[record.place] = record.code
        table.insert(record, for: record.code, at: now)
    }

    /// Changes the session of a code in place.
    mutating func update(_ code: String, _ change: (inout SessionRecord) -> Void) { table.update(code, change) }

    /// Changes all sessions in place.
    mutating func changeAll(_ change: (inout SessionRecord) -> Void) { table.changeAll(change) }

    /// Ends an app's session; where an MVPD is named, only one with which a user has signed on there.
    mutating func end(of place: ProfileKey, signedOnWith mvpd: String? = nil) {
        guard let code = latest[place] else { return }
        table.update(code) { record in
            if mvpd == nil || record.login?.mvpd == mvpd { record.isEnded = true }
        }
    }

    /// Ends the session of a code.
    mutating func end(_ code: String) { table.update(code) { $0.isEnded = true } }

    /// Lets all become older by `duration`.
    mutating func age(by duration: Duration) { table.age(by: duration) }
}
