import Documents
import Testing

@Suite struct HexadecimalTests {
    @Test("The digits are 0 to 9 and A to F in either case, and nothing else (RFC 5234, B.1)")
    func values() {
        let values: [Character: UInt8] = [
            "0": 0, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "a": 10, "b": 11, "c": 12,
            "d": 13, "e": 14, "f": 15, "A": 10, "B": 11, "C": 12, "D": 13, "E": 14, "F": 15,
        ]
        for byte: UInt8 in 0...255 {
            #expect(Hexadecimal.value(of: byte) == values[Character(UnicodeScalar(byte))])
        }
    }

    @Test("Bytes are two digits each, and come back (RFC 4648 §10: \"foobar\" is 666F6F626172)")
    func text() {
        #expect(Hexadecimal.text(of: "foobar".utf8, isUpper: true) == "666F6F626172")
        #expect(Hexadecimal.text(of: "foobar".utf8) == "666f6f626172")
        #expect(Hexadecimal.text(of: [0x00, 0x0A, 0xA0, 0xFF]) == "000aa0ff")
        #expect(Hexadecimal.text(of: []) == "")
    }
}
