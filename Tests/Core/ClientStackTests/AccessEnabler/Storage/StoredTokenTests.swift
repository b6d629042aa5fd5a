import Device
import OrderedCollections
import Testing
import Tokens
import VirtualTime

@testable import ClientStack

@Suite struct StoredTokenTests {
    static let id = DeviceID(.identifierForVendor, of: "1")

    @Test("K-114, K-115: what is kept of a token comes back as it was")
    func roundTrip() throws {
        let authentication = try Token.authentication("guid-1", "KITETV", "Meadowlark", until: Kite.now)
        let authorization = try Token.authorization("KITE1", "KITETV", "Meadowlark", until: Kite.now)
        for token in [StoredToken(authentication, deviceID: Self.id), StoredToken(authorization, deviceID: Self.id)] {
            #expect(StoredToken(token.value) == token)
            #expect(token.expiry == Kite.now)
            #expect(token.msoID == "Meadowlark")
            #expect(token.requestorID == "KITETV")
        }
        #expect(StoredToken(authentication, deviceID: Self.id).guid == "guid-1")
        #expect(StoredToken(authentication, deviceID: Self.id).text == authentication.signed.text)
    }

    @Test(
        "An expiry is kept to the nanosecond",
        arguments: [
            Instant.distantPast, .distantFuture, Kite.now, Kite.now + .nanoseconds(1), Kite.now - .nanoseconds(1),
        ]
    )
    func expiry(instant: Instant) throws {
        var token = StoredToken(try Token.authentication("g", "KITETV", "Plover", until: Kite.now), deviceID: Self.id)
        token.expiry = instant
        #expect(StoredToken(token.value)?.expiry == instant)
    }

    @Test("What is no token is none: a text, a map without a token, an unknown basis")
    func malformed() throws {
        #expect(StoredToken(nil) == nil)
        #expect(StoredToken(.text("token")) == nil)
        #expect(StoredToken(.map(["token": .text("t")])) == nil)
        #expect(
            StoredToken(.map(["token": .text("t"), "device id": .text("d"), "computed from": .text("IMEI")])) == nil
        )
        let bare = StoredToken(
            .map([
                "token": .text("t"), "device id": .text("d"), "computed from": .text("IDFA"), "expires": .text("soon"),
            ])
        )
        #expect(bare?.expiry == nil)
        #expect(bare?.isValid(at: .distantPast) == false)
    }

    @Test("A provider that is kept comes back as it was")
    func provider() {
        for canAuthenticate in [true, false] {
            let provider = StoredProvider(mvpd: "Plover", canAuthenticate: canAuthenticate)
            #expect(StoredProvider(provider.value) == provider)
        }
        #expect(StoredProvider(.text("Plover")) == nil)
        #expect(StoredProvider(nil) == nil)
    }
}
