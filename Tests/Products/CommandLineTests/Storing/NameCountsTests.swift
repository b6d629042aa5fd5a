import Testing

@testable import kinescope

@Suite struct NameCountsTests {
    @Test("Names stand in the order they first came, with how often")
    func order() {
        var counts = NameCounts()
        for name in ["b", "a", "b"] { counts.add(name) }
        #expect(counts.names == ["b", "a"] && counts.count(of: "b") == 2 && counts.total == 3)
        #expect(counts.lines == "       2  b\n       1  a\n")
    }

    @Test("A list that nobody would read is cut, and names without end fill no memory")
    func limits() {
        var counts = NameCounts()
        for number in 0..<NameCounts.maximumNames + 5 { counts.add("host \(number)") }
        #expect(counts.names.count == NameCounts.maximumNames && counts.unnamed == 5)
        #expect(counts.total == NameCounts.maximumNames + 5)
        #expect(counts.lines.hasSuffix("          and \(NameCounts.maximumNames - NameCounts.listedNames) more\n"))
    }
}
