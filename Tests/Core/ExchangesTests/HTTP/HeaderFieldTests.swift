import Exchanges
import Testing

@Suite struct HeaderFieldTests {
    @Test("The first field of a name is found in whatever case it is written")
    func first() {
        let headers = [HeaderField("Set-Cookie", "a"), HeaderField("SET-COOKIE", "b"), HeaderField("x{", "c")]
        #expect(headers[first: "set-cookie"] == "a")
        #expect(headers[first: "Set-Cooki"] == nil)
        #expect(headers[first: "X["] == nil)
    }
}
