import OrderedCollections
import VirtualTime

/// Something that runs out.
protocol ExpiringRecord: Hashable, Sendable {
    /// The first instant, by the server's clock, at which it no longer holds.
    var expires: Instant { get set }
    /// The least time for which it is remembered after that.
    static var retention: Duration { get }

    /// Becomes older by `duration`: each instant of it was so much earlier.
    mutating func age(by duration: Duration)
}

/// Something that runs out, and was issued at an instant.
protocol IssuedRecord: ExpiringRecord {
    /// The instant, by the server's clock, at which it was issued.
    var issued: Instant { get set }
}

extension IssuedRecord {
    mutating func age(by duration: Duration) {
        issued.recede(by: duration)
        expires.recede(by: duration)
    }
}

extension ExpiringRecord {
    /// A day: whoever asks for it later finds it unknown, not expired.
    static var retention: Duration { .seconds(86_400) }
}

/// Records that run out, by key and in order, forgotten some time after they did.
///
/// The purge rule: an entry is remembered for its kind's `retention` after its expiry at least, so that "expired" can be told from
/// "unknown". When an insertion finds that the table has doubled since the last purge (64 entries at first), those expired
/// for longer are dropped. So a table never holds much more than twice what is still remembered, and an insertion costs
/// constant time on average, however long a world runs.
struct ExpiringTable<Key: Hashable & Sendable, Record: ExpiringRecord>: Hashable, Sendable {
    private(set) var entries: OrderedDictionary<Hashed<Key>, Record> = [:]
    private var purgeAt = Self.smallest

    private static var smallest: Int { 64 }

    /// The record of `key`, expired or not.
    subscript(key: Key) -> Record? { entries[Hashed(key)] }

    /// Keeps `record` at the place of the one before it, or last.
    mutating func insert(_ record: Record, for key: Key, at now: Instant) {
        if entries.count >= purgeAt {
            entries.removeAll { now - Record.retention >= $0.value.expires }
            purgeAt = max(Self.smallest, entries.count.multipliedReportingOverflow(by: 2).partialValue)
        }
        entries[Hashed(key)] = record
    }

    /// Changes the record of `key` in place; nothing happens if there is none.
    mutating func update(_ key: Key, _ change: (inout Record) -> Void) {
        guard let index = entries.index(forKey: Hashed(key)) else { return }
        change(&entries.values[index])
    }

    /// Lets all records become older by `duration`.
    mutating func age(by duration: Duration) {
        for index in entries.values.indices { entries.values[index].age(by: duration) }
    }

    /// Changes all records in place.
    mutating func changeAll(_ change: (inout Record) -> Void) {
        for index in entries.values.indices { change(&entries.values[index]) }
    }

    /// Forgets the record of `key`.
    ///
    /// Its place is taken by nothing: the order of the others stays.
    @discardableResult
    mutating func remove(_ key: Key) -> Record? { entries.removeValue(forKey: Hashed(key)) }

    /// Forgets all records that `condition` holds for.
    mutating func removeAll(where condition: (Record) -> Bool) { entries.removeAll { condition($0.value) } }

    /// Forgets everything.
    mutating func removeAll() {
        entries = [:]
        purgeAt = Self.smallest
    }
}
