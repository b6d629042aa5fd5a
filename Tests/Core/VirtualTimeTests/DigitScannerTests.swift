import Testing
import VirtualTime

@Suite struct DigitScannerTests {
    @Test("Fixed-width fields are read, and nothing is read where one is short")
    func digits() {
        var scanner = DigitScanner("0712x".utf8)
        #expect(scanner.digits(2) == 7)
        #expect(scanner.digits(3) == nil)
        #expect(scanner.digits(2) == 12)
        let readsDigit = scanner.take("1")
        let readsLetter = scanner.take(oneOf: "yx")
        #expect(!readsDigit && readsLetter)
        #expect(scanner.isAtEnd)
        #expect(scanner.digits(1) == nil)
    }

    @Test(
        "A fraction counts in nanoseconds, digits past the ninth are dropped",
        arguments: [("5", UInt32(500_000_000)), ("000000001", 1), ("9999999999", 999_999_999), ("", nil), ("x", nil)]
    )
    func fraction(text: String, nanosecond: UInt32?) {
        var scanner = DigitScanner(text.utf8)
        #expect(scanner.fraction() == nanosecond)
    }

    @Test(
        "A zone counts in seconds east of Greenwich",
        arguments: [
            ("Z", 0), ("z", 0), ("+02:30", 9_000), ("-0800", -28_800), ("+24:00", nil), ("02:00", nil), ("+1", nil),
        ]
    )
    func zone(text: String, seconds: Int?) {
        var scanner = DigitScanner(text.utf8)
        #expect(scanner.zone() == seconds)
    }
}
