import Exchanges
import FuzzReadings
import Testing

@testable import Fuzzing

/// A secret is written in many ways, and what is made of them is read again.
@Suite struct SpelledSecretTests {
    private static let key = [UInt8](repeating: 7, count: 32)

    @Test("Each way of writing it is undone: one text stands in three places")
    func said() {
        for number in 0..<200 as Range<UInt64> {
            let exchange = SpelledSecret(number &* 0x9E37_79B9_7F4A_7C15).exchange
            let said = SpelledSecret.said(by: exchange)
            #expect(said.count == 3)
            #expect(Set(said).count == 1, "\(exchange.request.url)")
        }
    }

    @Test("However it is written, it has one pseudonym")
    func onePseudonym() throws {
        for number in 0..<200 as Range<UInt64> {
            try SpelledSecret(number &* 0x9E37_79B9_7F4A_7C15).requireOnePseudonym(Self.key)
        }
    }
}
