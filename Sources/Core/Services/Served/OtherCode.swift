/// Registration codes for apps that are given the same recorded one: each shows its own on its screen.
enum OtherCode {
    /// A code of the same form, with digits where there are digits and letters where there are letters.
    ///
    /// - Parameters:
    ///   - code: The recorded code.
    ///   - number: What the code is for; others get others.
    ///   - isTaken: Whether a code means something else.
    /// - Returns: The code; nil if there is none.
    static func of(_ code: String, _ number: Int, isTaken: (String) -> Bool) -> String? {
        var text = moved(code, by: number)
        // Hardly ever the first one.
        for _ in 0..<8 where text == code || isTaken(text) { text = moved(text, by: 1) }
        return text == code || isTaken(text) ? nil : text
    }

    /// The code so many steps farther, as a mileage counter turns; each step changes several places.
    private static func moved(_ code: String, by number: Int) -> String {
        var carry = number.multipliedReportingOverflow(by: step).partialValue.magnitude
        var bytes = Array(code.utf8)
        for place in bytes.indices.reversed() {
            guard let first = ranges.first(where: { $0.contains(bytes[place]) })?.lowerBound else { continue }
            let count: UInt = first == UInt8(ascii: "0") ? 10 : 26
            let sum = UInt(bytes[place] - first) + carry % count
            bytes[place] = first + UInt8(sum % count)
            carry = carry / count + sum / count
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A prime, so that few numbers lead back to the same code.
    private static let step = 7_919

    private static let ranges: [ClosedRange<UInt8>] = [
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"),
    ]
}
