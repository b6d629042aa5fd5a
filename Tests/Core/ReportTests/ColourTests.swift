import Report
import Testing

@Suite struct ColourTests {
    @Test("Painted text ends with a reset, and is left alone where colour is not wanted")
    func paint() {
        #expect(Colour.red.paint("x") == "\u{1B}[31mx\u{1B}[0m")
        #expect(Colour.red.paint("x", isShown: false) == "x")
    }
}
