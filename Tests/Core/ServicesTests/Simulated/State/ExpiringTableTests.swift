import Testing
import VirtualTime

@testable import Services

@Suite struct ExpiringTableTests {
    static let start = Instant(secondsSince1970: 1_767_225_600)

    static func grant(_ lifetime: Duration, at now: Instant) -> AccessGrant {
        AccessGrant(clientID: "client", issued: now, expires: now + lifetime)
    }

    @Test("An entry is remembered for a day after its end at least, then forgotten when the table has doubled")
    func purge() {
        var table = ExpiringTable<Int, AccessGrant>()
        for number in 0..<64 { table.insert(Self.grant(.seconds(60), at: Self.start), for: number, at: Self.start) }
        let end = Self.start + .seconds(60) + AccessGrant.retention
        var copy = table
        copy.insert(Self.grant(.seconds(60), at: end), for: 64, at: end - .nanoseconds(1))
        #expect(copy.entries.count == 65)
        table.insert(Self.grant(.seconds(60), at: end), for: 64, at: end)
        #expect(table.entries.count == 1)
        #expect(table[0] == nil)
        #expect(table[64] != nil)
    }

    @Test("However long a world runs, a table holds about twice what is still remembered")
    func bounded() {
        var table = ExpiringTable<Int, AccessGrant>()
        var most = 0
        for hour in 0..<10_000 {
            let now = Self.start + .seconds(3_600 * hour)
            table.insert(Self.grant(.seconds(3_600), at: now), for: hour, at: now)
            most = max(most, table.entries.count)
        }
        #expect(most <= 130)
    }

    @Test("Entries keep their place when they are changed, and are changed in place")
    func order() {
        var table = ExpiringTable<String, AccessGrant>()
        for key in ["a", "b", "c"] { table.insert(Self.grant(.seconds(60), at: Self.start), for: key, at: Self.start) }
        table.update("b") { $0.clientID = "other" }
        table.update("z") { $0.clientID = "nobody" }
        #expect(table.entries.keys.map(\.value) == ["a", "b", "c"])
        #expect(table["b"]?.clientID == "other")
        #expect(table.remove("a") != nil)
        #expect(table.remove("a") == nil)
        table.removeAll { $0.clientID == "other" }
        #expect(table.entries.keys.map(\.value) == ["c"])
        table.removeAll()
        #expect(table.entries.isEmpty)
    }
}
