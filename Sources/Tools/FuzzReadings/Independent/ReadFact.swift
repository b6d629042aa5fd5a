/// Something that a reader took out of a document: where it stands, and what it is, in bytes.
///
/// Swift takes canonically equivalent strings for equal.
package struct ReadFact: Equatable, Sendable {
    /// The place of the value, by names and numbers of elements.
    package let place: String
    /// The value at the place.
    package let value: [UInt8]

    /// A fact of a place and the value there.
    package init(_ place: String, _ value: some Sequence<UInt8>) {
        self.place = place
        self.value = Array(value)
    }

    /// The first fact in which two readings differ, for a report; nil if they are one.
    package static func difference(_ one: [ReadFact], _ other: [ReadFact]) -> String? {
        guard one != other else { return nil }
        let index = zip(one, other).prefix { $0 == $1 }.count
        func told(_ facts: [ReadFact]) -> String {
            guard index < facts.count else { return "nothing more" }
            let value = String(decoding: facts[index].value, as: UTF8.self).unicodeScalars.prefix(100)
            return "\(facts[index].place) \(String(value).debugDescription)"
        }
        return "\(told(one)) and \(told(other))"
    }
}
