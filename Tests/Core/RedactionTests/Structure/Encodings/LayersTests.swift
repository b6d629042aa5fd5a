import Testing

@testable import Redaction

/// ``Layer``: what a value is written in.
@Suite struct LayersTests {
    @Test("Text in Base64 is seen whatever its length, and with or without padding", arguments: 6...40)
    func base64(count: Int) {
        let text = Array("Kite Television, channel 7 of the Meadowlark".utf8.prefix(count))
        for isPadded in [true, false] {
            let value = Base64Text.encode(text, isPadded: isPadded)
            #expect(Layer(of: value[...])?.text == text)
            // A slice begins anywhere.
            #expect(Layer(of: ([0x2A] + value)[1...])?.text == text)
        }
    }

    @Test("One control character makes it something else, wherever it stands", arguments: 0..<40)
    func control(index: Int) {
        var text = Array("Kite Television, channel 7 of the Meadowlark".utf8.prefix(40))
        for byte in [UInt8(0x01), 0x7F] {
            text[index] = byte
            #expect(Layer(of: Base64Text.encode(text)[...]) == nil)
        }
        text[index] = 0x0A
        #expect(Layer(of: Base64Text.encode(text)[...])?.text == text)
    }

    @Test("What is no digit makes it something else, wherever it stands", arguments: 0..<52)
    func digits(index: Int) {
        var value = Base64Text.encode(Array("Kite Television, channel 7 of the Mead".utf8))
        #expect(value.count == 52)
        value[index] = 0x2A
        #expect(Layer(of: value[...]) == nil)
    }
}
