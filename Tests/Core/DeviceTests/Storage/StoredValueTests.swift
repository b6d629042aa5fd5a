import Device
import Testing

@Suite struct StoredValueTests {
    @Test("A value is a text or a map, and what it is not is nil")
    func kinds() {
        let text = StoredValue.text("a")
        let map = StoredValue.map(["k": text])
        #expect(text.text == "a")
        #expect(text.map == nil)
        #expect(text["k"] == nil)
        #expect(map.text == nil)
        #expect(map.map?.count == 1)
        #expect(map["k"] == text)
        #expect(map["x"] == nil)
    }
}
