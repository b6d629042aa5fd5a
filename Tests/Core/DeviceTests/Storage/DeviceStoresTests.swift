import Device
import OrderedCollections
import Testing

@Suite struct DeviceStoresTests {
    let store = StoreName.pasteboard("com.adobe.pass", team: nil)

    @Test("What was written is read, under its path and no other")
    func writes() {
        var stores = DeviceStores()
        stores[store, ["authn", "KITETV", "Meadowlark"]] = .text("token")
        #expect(stores[store, ["authn", "KITETV", "Meadowlark"]] == .text("token"))
        #expect(stores[text: store, ["authn", "KITETV", "Meadowlark"]] == "token")
        #expect(stores[store, ["authn", "KITETV"]] == .map(["Meadowlark": .text("token")]))
        #expect(stores[text: store, ["authn", "KITETV"]] == nil)
        #expect(stores[store, ["authn", "HERON"]] == nil)
        #expect(stores[store, ["authn", "KITETV", "Meadowlark", "deeper"]] == nil)
        #expect(stores[.userDefaults(bundleID: "com.kite.tv"), ["authn"]] == nil)
    }

    @Test("The empty path names the store as a whole, which is a map and never a text")
    func wholeStore() {
        var stores = DeviceStores()
        #expect(stores[store, []] == nil)
        stores[store, []] = .text("no map")
        #expect(stores == DeviceStores())
        stores[store, []] = .map(["a": .text("1")])
        #expect(stores[store, []] == .map(["a": .text("1")]))
        stores[store, []] = .text("no map")
        #expect(stores[store, []] == .map(["a": .text("1")]))
        stores[store, []] = nil
        #expect(stores == DeviceStores())
    }

    @Test("With its last key a map goes, and with its last key a store")
    func emptyMapsGo() {
        var stores = DeviceStores()
        stores[store, ["authn", "KITETV", "Meadowlark"]] = .text("1")
        stores[store, ["authn", "HERON", "Meadowlark"]] = .text("2")
        stores[store, ["authn", "KITETV", "Meadowlark"]] = nil
        #expect(stores[store, ["authn"]] == .map(["HERON": .map(["Meadowlark": .text("2")])]))
        stores[store, ["authn", "HERON", "Meadowlark"]] = nil
        #expect(stores == DeviceStores())
        #expect(stores.contents.isEmpty)
    }

    @Test("An empty map is nothing, at any depth")
    func emptyMapsAreNotKept() {
        var stores = DeviceStores()
        stores[store, ["a"]] = .map([:])
        stores[store, ["b"]] = .map(["c": .map(["d": .map([:])])])
        stores[store, []] = .map(["e": .map([:])])
        #expect(stores == DeviceStores())
        stores[store, ["a"]] = .map(["b": .map([:]), "c": .text("1")])
        #expect(stores[store, ["a"]] == .map(["c": .text("1")]))
    }

    @Test("Removing what is not there changes nothing")
    func removesNothing() {
        var stores = DeviceStores()
        stores[store, ["a", "b"]] = .text("1")
        let before = stores
        stores[store, ["a", "c"]] = nil
        stores[store, ["x", "y", "z"]] = nil
        stores[store, ["a", "b", "c"]] = nil
        stores[.file("x", bundleID: "y"), ["a"]] = nil
        stores[.file("x", bundleID: "y"), []] = nil
        #expect(stores == before)
    }

    @Test("A map takes the place of a text on its way, and a text that of a map")
    func replaces() {
        var stores = DeviceStores()
        stores[store, ["authn"]] = .text("the one token of 1.6")
        stores[store, ["authn", "KITETV"]] = .text("1")
        #expect(stores[store, ["authn"]] == .map(["KITETV": .text("1")]))
        stores[store, ["authn"]] = .text("2")
        #expect(stores[store, ["authn"]] == .text("2"))
    }

    @Test("Texts are told in the order their keys were first written, with their paths")
    func leaves() {
        var stores = DeviceStores()
        stores[store, ["b", "2"]] = .text("first")
        stores[store, ["a"]] = .text("second")
        stores[store, ["b", "1"]] = .text("third")
        stores[store, ["b", "2"]] = .text("changed")
        #expect(
            stores.leaves(in: store) == [
                StoredLeaf(["b", "2"], "changed"), StoredLeaf(["b", "1"], "third"), StoredLeaf(["a"], "second"),
            ]
        )
        #expect(stores.leaves(in: store, under: ["b", "1"]) == [StoredLeaf(["b", "1"], "third")])
        #expect(stores.leaves(in: store, under: ["c"]).isEmpty)
        #expect(stores.leaves(in: .keychain(accessGroup: "KITE")).isEmpty)
    }

    @Test("A path has at most 32 keys; what would lie deeper is not kept")
    func depth() {
        var stores = DeviceStores()
        let deepest = Array(repeating: "k", count: DeviceStores.maximumDepth)
        stores[store, deepest] = .text("1")
        #expect(stores[text: store, deepest] == "1")
        stores[store, deepest + ["k"]] = .text("2")
        #expect(stores[text: store, deepest] == "1")
        var tower = StoredValue.text("3")
        for _ in 0..<1_000 { tower = .map(["k": tower]) }
        stores[store, []] = tower
        #expect(stores.leaves(in: store).isEmpty)
    }

    @Test("Keys may be anything, the empty one included")
    func oddKeys() {
        var stores = DeviceStores()
        stores[store, ["", "\u{0}", "é"]] = .text("")
        #expect(stores.leaves(in: store) == [StoredLeaf(["", "\u{0}", "é"], "")])
    }
}
