import Testing

@testable import Services

@Suite struct UsedExchangesTests {
    /// A set beside it, to which the same is done.
    @Test("What is used, and used no longer, is what a set of the same has", arguments: [3, 17, 200])
    func likeSet(range: Int) {
        var random: UInt64 = 1
        var (used, set) = (UsedExchanges(), Set<Int>())
        var (known, knownSet) = (UsedExchanges(), Set<Int>())
        for step in 0..<3_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let index = Int(random >> 33) % range
            // Now more is added, now more is taken away.
            if (random >> 20) % 8 < (step / 300 % 2 == 0 ? 6 : 2) {
                used.insert(index)
                set.insert(index)
            } else {
                used.remove(index)
                set.remove(index)
            }
            if step % 50 == 0 { (known, knownSet) = (used, set) }
            let found = (0..<range).filter { used.contains($0) }
            #expect(found == set.sorted())
            #expect(used.subtracting(known) == set.subtracting(knownSet).sorted())
            #expect(known.subtracting(used) == knownSet.subtracting(set).sorted())
        }
    }

    @Test("However the same ones came, they are equal, and what was never used is none of them")
    func equal() {
        var (one, other) = (UsedExchanges(), UsedExchanges())
        for index in 0..<10 { one.insert(index) }
        for index in [9, 0, 5, 4, 6, 1, 3, 2, 8, 7, 7] { other.insert(index) }
        #expect(one == other)
        #expect(!one.contains(10) && !one.contains(-1) && !UsedExchanges().contains(0))
        one.remove(12)
        #expect(one == other)
        #expect(one.subtracting(UsedExchanges()) == Array(0..<10))
        #expect(UsedExchanges().subtracting(one) == [])
    }
}
