import Simulation
import Testing
import VirtualTime

/// Documentation/reference/scenarios.md, Expectations: a kind of state and facts; keys of a store and its facts.
@Suite struct StatePatternTests {
    private static let token = StateEntry(
        .app("com.kite.tv"),
        .token,
        [
            .code("kind", "authn"), .text("mvpd", "Meadowlark"), .identity("deviceID", "box"),
            .instant("expiresAt", Instant(secondsSince1970: 1_642_752_000)), .truth("isExpired", false),
        ]
    )

    @Test(
        "What is of the kind, or of any if none is named, and has every fact fits; where it holds is a fact too",
        arguments: [
            [], ["token"], ["token", "kind=authn"], ["kind=authn", "mvpd=Meadowlark"], ["source=app"],
            ["token", "app=com.kite.tv", "isExpired=false"], ["expiresAt=2022-01-21"], ["deviceID=box"],
        ]
    )
    func fits(words: [String]) throws {
        #expect(try #require(StatePattern(words)).matches(Self.token))
    }

    @Test(
        "Another kind, source, key or value does not fit, nor does a part of a value that is no instant",
        arguments: [
            ["session"], ["token", "kind=authz"], ["source=service"], ["app=com.kite"], ["mvpd=Meadow"],
            ["isExpired=true"], ["expiresAt=2022-01-22"], ["user=Meadowlark"], ["token", "kind=authn", "user=wren"],
        ]
    )
    func fitsNot(words: [String]) throws {
        #expect(try !#require(StatePattern(words)).matches(Self.token))
    }

    @Test(
        "A word that is no kind, or a kind that is not the first word, is no pattern",
        arguments: [["twin"], ["authn"], ["mvpd=Meadowlark", "token"], ["token", "authn KITETV"], [""]]
    )
    func sentences(words: [String]) { #expect(StatePattern(words) == nil) }

    private static let stored = StateEntry(
        .device("phone"),
        .stored,
        [
            .code("store", "pasteboard"), .text("name", "com.adobe.pass"), .text("team", "KITE"),
            .list("path", ["tokens", "KITETV", "Meadowlark", "user metadata"]), .text("beginning", "zip"),
        ]
    )

    @Test(
        "Keys in any order and facts of the store: a stored text fits that lies there",
        arguments: [
            [], ["tokens"], ["user metadata", "KITETV"], ["store=pasteboard"], ["team=KITE", "Meadowlark"],
            ["name=com.adobe.pass", "path=KITETV"], ["device=phone"],
        ]
    )
    func fitsStored(words: [String]) { #expect(StoredPattern(words).matches(Self.stored)) }

    @Test(
        "A part of a key, a key that is not there, another store: a stored text does not fit; nor does what is not stored",
        arguments: [
            ["user"], ["KITE"], ["KITETV", "Northwind"], ["store=keychain"], ["team=HARBOR", "KITETV"], ["zip"],
            ["isGlobal=true"],
        ]
    )
    func fitsNotStored(words: [String]) {
        #expect(!StoredPattern(words).matches(Self.stored))
        var other = Self.stored
        other.kind = .provider
        #expect(!StoredPattern([]).matches(other))
    }
}
