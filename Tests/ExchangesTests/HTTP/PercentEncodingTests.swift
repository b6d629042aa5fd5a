import Exchanges
import Testing

@Suite struct PercentEncodingTests {
    @Test("Unreserved characters alone stay, a space is %20, or + in a form")
    func encode() {
        #expect(PercentEncoding.component("aZ09-._~ /+é") == "aZ09-._~%20%2F%2B%C3%A9")
        #expect(PercentEncoding.form("a b+") == "a+b%2B")
    }

    @Test("Outside forms a plus sign is a plus sign")
    func decode() {
        #expect(PercentEncoding.decode("a+b%20c") == "a+b c")
        #expect(PercentEncoding.decodeForm("a+b%20c") == "a b c")
    }
}
