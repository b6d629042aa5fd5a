package import VirtualTime

extension SeededGenerator {
    /// Returns true in one of `count` cases.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    /// One of the elements; nil if there are none.
    package mutating func element<Element>(of elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }

    /// One of two and more elements that are written out.
    package mutating func one<Element>(_ first: Element, _ others: Element...) -> Element {
        let index = below(others.count + 1)
        return index == 0 ? first : others[index - 1]
    }

    /// A number of 11 to 19 digits, about as long as an integer can be: any, nines, or one at the edge of what an integer or a
    /// floating-point number holds, or a date's milliseconds.
    package mutating func number() -> String {
        let count = 11 + below(9)
        switch below(4) {
        case 0: return String(repeating: "9", count: count)
        case 1:
            return one(
                "9223372036854775807",
                "9223372036854775808",
                "9007199254740993",
                "1795212258158000",
                "253402300800000"
            )
        default: return String(1 + below(9)) + (1..<count).map { _ in String(below(10)) }.joined()
        }
    }
}
