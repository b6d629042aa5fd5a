import Exchanges
import Testing

@Suite("Numbers that have no exchange")
struct OrdinalGapsTests {
    @Test("They are read as they are written", arguments: ["1", "3,7-9", "1-2,4,6-1000"])
    func text(_ text: String) throws {
        #expect(try #require(OrdinalGaps(parsing: text)).text == text)
    }

    @Test(
        "Everything else is no list of them",
        arguments: [
            "", ",", "1,", "0", "-1", "2-1", "3-3", "1,2", "1-2,3", "5,1", "01", " 1", "1-2-3", "a", "1099511627777",
            "99999999999999999999",
        ]
    )
    func malformed(_ text: String) { #expect(OrdinalGaps(parsing: text) == nil) }

    @Test("They grow between rows, and join")
    func growing() {
        var gaps = OrdinalGaps()
        gaps.add(after: 0, before: 1)
        #expect(gaps.isEmpty)
        gaps.add(after: 1, before: 3)
        gaps.add(after: 3, before: 6)
        gaps.add(after: 5, before: 8)
        #expect(gaps.text == "2,4-7")
        #expect(gaps.count == 5)
    }

    @Test("What is in none of them comes in ranges")
    func outside() throws {
        let gaps = try #require(OrdinalGaps(parsing: "2,4-6,9"))
        #expect(gaps.numbersOutside(1...10) == [1...1, 3...3, 7...8, 10...10])
        #expect(gaps.numbersOutside(4...6) == [])
        #expect(gaps.numbersOutside(5...7) == [7...7])
        #expect(gaps.numbersOutside(10...12) == [10...12])
        #expect((1...10).filter(gaps.contains) == [2, 4, 5, 6, 9])
        #expect(OrdinalGaps().numbersOutside(1...2) == [1...2])
    }
}
