import Testing
import VirtualTime

/// The expected draws were computed with a reference of xoshiro256** and SplitMix64 in another language.
@Suite struct SeededGeneratorTests {
    @Test(
        "A seed gives the draws of the reference",
        arguments: [
            (UInt64(0), [0x99ec_5f36_cb75_f2b4, 0xbf6e_1f78_4956_452a, 0x1a5f_849d_4933_e6e0, 0x6aa5_94f1_262d_2d2c]),
            (1, [0xb3f2_af6d_0fc7_10c5, 0x853b_5596_4736_4cea, 0x92f8_9756_082a_4514, 0x642e_1c7b_c266_a3a7]),
            (42, [0x1578_0b2e_0c2e_c716, 0x6104_d986_6d11_3a7e, 0xae17_5332_39e4_99a1, 0xecb8_ad47_03b3_60a1]),
            (.max, [0x8f55_20d5_2a7e_ad08, 0xc476_a018_caa1_802d, 0x81de_31c0_d260_469e, 0xbf65_8d7e_065f_3c2f]),
        ] as [(UInt64, [UInt64])]
    )
    func draws(seed: UInt64, expected: [UInt64]) {
        var generator = SeededGenerator(seed: seed)
        #expect((0..<4).map { _ in generator.next() } == expected)
    }

    @Test("A part split off for a purpose draws the same whatever the whole has drawn")
    func split() {
        var whole = SeededGenerator(seed: 42)
        var before = whole.split("network")
        for _ in 0..<10 { _ = whole.next() }
        var after = whole.split("network")
        #expect(before == after)
        #expect(before.next() == 0x3c16_fd25_a4e0_e34f)
        #expect(after.next() == 0x3c16_fd25_a4e0_e34f)
        #expect(after.next() == 0xb5b2_2820_343b_9c31)
    }

    @Test("Purposes and seeds tell parts apart, and a part can be split again")
    func independent() {
        let whole = SeededGenerator(seed: 42)
        let parts = [
            whole, whole.split("network"), whole.split("faults"), whole.split(""),
            SeededGenerator(seed: 43).split("network"),
            whole.split("network").split("faults"), whole.split("faults").split("network"),
        ]
        let draws = parts.map { part -> UInt64 in
            var part = part
            return part.next()
        }
        #expect(Set(draws).count == parts.count)
    }

    @Test("A copy goes on as the original does")
    func copy() {
        var one = SeededGenerator(seed: 7)
        _ = one.next()
        var other = one
        #expect(
            (0..<100).map { _ in Int.random(in: 0..<6, using: &one) }
                == (0..<100).map { _ in Int.random(in: 0..<6, using: &other) }
        )
        #expect(one == other)
    }

    @Test("Numbers below a bound are below it, all of them are drawn, and a seed draws the same for ever")
    func below() {
        var generator = SeededGenerator(seed: 7)
        #expect(Set((0..<200).map { _ in generator.below(6) }) == Set(0..<6))
        #expect([1, 0, -3].allSatisfy { generator.below($0) == 0 })
        #expect((0..<100).allSatisfy { _ in (0..<Int.max).contains(generator.below(.max)) })
        var fixed = SeededGenerator(seed: 1)
        #expect((0..<8).map { _ in fixed.below(100) } == [70, 52, 57, 39, 69, 14, 7, 38])
    }
}
