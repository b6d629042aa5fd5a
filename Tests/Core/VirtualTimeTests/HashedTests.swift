import Testing
import VirtualTime

@Suite struct HashedTests {
    @Test("A hashed key is the same key as another of the same value, and no other")
    func equality() {
        #expect(Hashed("KITE1") == Hashed("KITE1"))
        #expect(Hashed("KITE1") != Hashed("KITE2"))
        #expect(Hashed("").value == "")
        #expect(Hashed("KITE1").hashValue == Hashed("KITE1").hashValue)
    }

    @Test("A table finds what was kept under it")
    func table() {
        var table: [Hashed<String>: Int] = [:]
        for number in 0..<1_000 { table[Hashed("KITE\(number)")] = number }
        #expect(table.count == 1_000)
        #expect(table[Hashed("KITE77")] == 77)
        #expect(table[Hashed("KITE1000")] == nil)
    }
}
