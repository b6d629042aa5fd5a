import Documents
import VirtualTime

extension SimulatedService {
    /// From now on its ids, codes and tokens are others than those of a copy of it that has another number; those of number 0 are
    /// as they were.
    package mutating func makeOtherIdentifiers(_ number: Int) {
        if number > 0 { generator = generator.split("copy \(number)") }
    }

    /// 128 bits that were never drawn before (a repetition is less likely than a broken machine).
    private mutating func randomDigits() -> String {
        Hexadecimal.text(of: makeSalt())
    }

    /// 32 lower-case hexadecimal digits: a GUID as captured tokens print it (tokens.md §3.1).
    mutating func makeGUID() -> String { randomDigits() }

    /// A UUID, lower case with hyphens.
    mutating func makeUUID() -> String {
        let digits = Array(randomDigits().utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
            switch index {
            case 12: text.append(UInt8(ascii: "4"))
            case 16: text.append(Array("89ab".utf8)[Int(digit & 3)])
            default: text.append(digit)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A name for an XML element: it must not begin with a digit.
    mutating func makeXMLID() -> String { "_" + randomDigits() }

    /// Returns the function that signs the next token.
    mutating func tokenSigning() -> (String) -> [UInt8] {
        let salt = makeSalt()
        let signer = signer
        return { signer.signature(of: $0, salt: salt) }
    }

    /// Bytes that make two signatures of the same text differ.
    mutating func makeSalt() -> [UInt8] {
        var salt = bigEndianBytes(generator.next())
        appendBigEndian(generator.next(), to: &salt)
        return salt
    }

    /// A media token's `sessionGUID`: a hash of the user's id, the same for every token of the user (tokens.md §4, §13).
    func sessionGUID(of userID: String) -> String { signer.pseudonym(of: userID) }
}
