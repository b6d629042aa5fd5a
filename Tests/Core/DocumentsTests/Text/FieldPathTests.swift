import Documents
import Testing

@Suite struct FieldPathTests {
    @Test("A path is what people write")
    func written() {
        #expect(FieldPath.joining("", "info") == "info")
        #expect(FieldPath.joining("info", "deviceId") == "info.deviceId")
        #expect(FieldPath.joining("config", "mvpds", separator: "/") == "config/mvpds")
        #expect(FieldPath.joining("mvpds", index: 3) == "mvpds[3]")
    }

    @Test("In a message a path stands on one line, whatever the names")
    func printed() {
        #expect(FieldPath.printed("log.entries[3]") == "log.entries[3]")
        #expect(FieldPath.printed("log.\n\u{2028}\u{1B}é") == "log.\\u{a}\\u{2028}\\u{1b}é")
        #expect(FieldPath.printed("a.\u{202E}b\u{2066}[\u{FEFF}\u{9B}]") == "a.\\u{202e}b\\u{2066}[\\u{feff}\\u{9b}]")
        #expect(FieldPath.printed("\u{5D0}.é\u{A0}") == "\u{5D0}.é\u{A0}", "a letter of a script from right to left")
        #expect(FieldPath.printed(String(repeating: "\n", count: 200)).utf8.count <= 258)
    }

    @Test("A path of 256 bytes stays as it is, a longer one is cut to as many")
    func longest() {
        let longest = String(repeating: "a", count: 256)
        #expect(FieldPath.joining("", longest) == longest)
        let cut = FieldPath.joining(longest, "b")
        #expect(cut.utf8.count == 256)
        #expect(cut.hasSuffix("a…"))
        #expect(FieldPath.joining(cut, index: 1).utf8.count <= 258)
    }

    @Test("A path is not cut within a character")
    func cutAtCharacter() {
        for count in 249...253 {
            let cut = FieldPath.joining("", String(repeating: "a", count: count) + "\u{1F600}" + "bbbbbbbbbb")
            #expect(cut.utf8.count <= 256 && !cut.contains("\u{FFFD}"))
        }
    }
}
