import Report
import Testing

@Suite struct ColorTests {
    @Test("Painted text ends with a reset, and is left alone where colour is not wanted")
    func paint() {
        #expect(Color.red.paint("x") == "\u{1B}[31mx\u{1B}[0m")
        #expect(Color.red.paint("x", isShown: false) == "x")
    }
}
