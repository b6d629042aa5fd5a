import Testing

@testable import Services

@Suite struct OtherCodeTests {
    @Test(
        "Another code has digits and letters of the same case where the recorded one has them",
        arguments: ["8064630", "ABC1DE2", "zz-99_Z", "V48CZQM", "000000"]
    )
    func form(code: String) throws {
        var seen: Set<String> = [code]
        for number in 1...500 {
            let other = try #require(OtherCode.of(code, number) { seen.contains($0) })
            #expect(seen.insert(other).inserted)
            #expect(other.map(Self.kind) == code.map(Self.kind), "\(other)")
        }
    }

    private static func kind(_ character: Character) -> String {
        switch character {
        case "0"..."9": "digit"
        case "A"..."Z": "capital"
        case "a"..."z": "small"
        default: String(character)
        }
    }

    /// 2 × 7,919 = 15,838, added by hand: digits in tens, letters in 26s (15,838 = 8 + 10 × 1,583 and so on).
    @Test("It is so many steps of 7,919 farther, as a counter turns")
    func steps() {
        #expect(OtherCode.of("8064630", 2) { _ in false } == "8080468")
        #expect(OtherCode.of("9999999", 2) { _ in false } == "0015837")
        // 15,838 = 4 + 26 × 609, 609 = 9 + 10 × 60, 60 = 8 + 26 × 2.
        #expect(OtherCode.of("AA0A", 2) { _ in false } == "CI9E")
    }

    @Test("One that is taken is passed over; where all are there is none, nor for what has neither digits nor letters")
    func taken() {
        #expect(OtherCode.of("8064630", 2) { $0 == "8080468" } == "8088387")
        #expect(OtherCode.of("8064630", 2) { _ in true } == nil)
        #expect(OtherCode.of("----", 2) { _ in false } == nil)
        #expect(OtherCode.of("", 2) { _ in false } == nil)
        #expect(OtherCode.of("8064630", .max) { _ in false } != "8064630")
    }
}
