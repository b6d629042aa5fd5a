import Documents
import PassAPI
import Services
import Testing
import VirtualTime

/// User metadata, from rest-api-v1.md §7.12.
@Suite struct SimulatedServiceUserMetadataTests {
    static func read(_ desk: Desk) -> UserMetadata? {
        let answer = desk.answer(.userMetadata(desk.context))
        return if case .userMetadata(let metadata) = answer.content { metadata } else { nil }
    }

    @Test("K-77, K-78: metadata say who the user is, and not that Apple did where it did not")
    func afterLogin() throws {
        let desk = Desk()
        desk.now += .milliseconds(900)
        desk.signOn()
        let metadata = try #require(Self.read(desk))
        #expect(
            metadata.data == [
                "userID": .string("wren"), "householdID": .string("household-1"), "zip": .array([.string("94107")]),
            ]
        )
        #expect(metadata.tokenSource == nil)
        #expect(metadata.encrypted == [])
        // Whole seconds, set at login.
        #expect(metadata.updated == Instant(secondsSince1970: 1_767_225_600))
        desk.now += .seconds(60)
        #expect(Self.read(desk)?.updated == metadata.updated)
    }

    @Test("Encrypted values are one text each, and named")
    func encrypted() throws {
        let desk = Desk.with { $0.quirks.provider.encryptedMetadata = ["zip"] }
        desk.signOn()
        let metadata = try #require(Self.read(desk))
        #expect(metadata.encrypted == ["zip"])
        let text = try #require(metadata.data["zip"]?.string)
        #expect(try Base64.decode(text).count == 128)
    }

    @Test("What is given as JSON stands as it is, whatever the name; encrypted it is a text (rest-api-v1.md §7.12)")
    func documents() throws {
        let values: JSONObject = [
            "maxRating": .object(["MPAA": .string("PG-13"), "VCHIP": .string("TV-14")]), "zip": .string("94107"),
            "channelID": .array([.string("KITE1")]), "onNet": .bool(true), "count": .number(JSONNumber(3)),
        ]
        let desk = Desk.with {
            $0.providers[0].subscribers[0].metadata = values.members.map { .init($0.key, .json($0.value)) }
            $0.quirks.provider.encryptedMetadata = ["maxRating"]
        }
        desk.signOn()
        let metadata = try #require(Self.read(desk))
        #expect(metadata.encrypted == ["maxRating"])
        #expect(try Base64.decode(metadata.data["maxRating"]?.string ?? "").count == 128)
        for name in ["zip", "channelID", "onNet", "count"] { #expect(metadata.data[name] == values[name], "\(name)") }
    }

    @Test("A name that stands more than once is a list")
    func lists() throws {
        let desk = Desk.with {
            $0.providers[0].subscribers[0].metadata = [.init("language", "en"), .init("language", "ko")]
        }
        desk.signOn()
        #expect(Self.read(desk)?.data["language"] == .array([.string("en"), .string("ko")]))
    }

    @Test("Without a sign-on that lasts the answer is 412")
    func expired() {
        let desk = Desk.with { $0.lifetimes.accessToken = .seconds(365 * 86_400) }
        #expect(desk.answer(.userMetadata(desk.context)).status == 412)
        desk.signOn()
        desk.now += .seconds(30 * 86_400) - .nanoseconds(1)
        #expect(Self.read(desk) != nil)
        desk.now += .nanoseconds(1)
        let answer = desk.answer(.userMetadata(desk.context))
        #expect(answer.status == 412)
    }
}
