package import VirtualTime

extension SeededGenerator {
    /// Whether the one in `count` case has come.
    package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    /// One of the elements; nil if there are none.
    package mutating func element<Element>(of elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }

    /// One of two and more elements that are written out.
    package mutating func one<Element>(_ first: Element, _ others: Element...) -> Element {
        let index = below(others.count + 1)
        return index == 0 ? first : others[index - 1]
    }

    /// A number of so many digits, of any or of nines: what fits 64 bits, and overflows where it is multiplied.
    package mutating func number(ofDigits counts: ClosedRange<Int> = 11...19) -> String {
        let count = counts.lowerBound + below(counts.count)
        if oneIn(2) { return String(repeating: "9", count: count) }
        return String(1 + below(9)) + (1..<count).map { _ in String(below(10)) }.joined()
    }
}
