import Testing
import VirtualTime

@testable import Services

@Suite struct SharedTests {
    private func grant(_ client: String) -> Indirect<AccessGrant> {
        let issued = Instant(secondsSince1970: 0)
        return Indirect(AccessGrant(clientID: client, issued: issued, expires: issued + .seconds(60)))
    }

    @Test("A change leaves the other copies alone")
    func changes() {
        let old = grant("a")
        var new = old
        new.clientID = "b"
        new.expires = Instant(secondsSince1970: 5)
        #expect(old.clientID == "a")
        #expect(old.expires == Instant(secondsSince1970: 60))
        #expect(new.clientID == "b")
        #expect(new.value.expires == Instant(secondsSince1970: 5))
    }

    @Test("Two of the same content are equal, wherever they come from")
    func equality() {
        #expect(grant("a") == grant("a"))
        #expect(grant("a").hashValue == grant("a").hashValue)
        #expect(grant("a") != grant("b"))
        #expect(Indirect<AccessGrant>.retention == AccessGrant.retention)
    }
}
