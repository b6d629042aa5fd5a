import Testing
import VirtualTime

@Suite struct ByteCursorTests {
    @Test("Fixed-width fields are read, and nothing is read where one is short")
    func digits() {
        var cursor = ByteCursor("0712x")
        #expect(cursor.digits(2) == 7)
        #expect(cursor.digits(3) == nil)
        #expect(cursor.digits(2) == 12)
        let readsDigit = cursor.take("1")
        let readsLetter = cursor.take(oneOf: "yx") == UInt8(ascii: "x")
        #expect(!readsDigit && readsLetter)
        #expect(cursor.isAtEnd)
        #expect(cursor.digits(1) == nil)
    }

    @Test(
        "A fraction counts in nanoseconds, digits past the ninth are dropped",
        arguments: [("5", UInt32(500_000_000)), ("000000001", 1), ("9999999999", 999_999_999), ("", nil), ("x", nil)]
    )
    func fraction(text: String, nanosecond: UInt32?) {
        var cursor = ByteCursor(text)
        #expect(cursor.fraction() == nanosecond)
    }

    @Test(
        "A zone counts in seconds east of Greenwich",
        arguments: [
            ("Z", 0), ("z", 0), ("+02:30", 9_000), ("-0800", -28_800), ("+24:00", nil), ("02:00", nil), ("+1", nil),
        ]
    )
    func zone(text: String, seconds: Int?) {
        var cursor = ByteCursor(text)
        #expect(cursor.zone() == seconds)
    }

    @Test("A cursor over a part of the bytes reads nothing before it and nothing behind it")
    func range() {
        var cursor = ByteCursor(Array("1234567".utf8), 2..<5)
        #expect(cursor.digits(4) == nil)
        #expect(cursor.digits(3) == 345)
        #expect(cursor.isAtEnd && cursor.next == nil && cursor.rest.isEmpty)
        let readsBehind = cursor.take("6")
        #expect(!readsBehind)
        cursor.skip(2)
        #expect(cursor.offset == 5)
    }
}
