import Report
import Testing

@Suite struct HostTextTests {
    @Test(
        "A host is called by the name that its owner registered",
        arguments: [
            ("play.kite.example", "kite"), ("kite.example", "kite"), ("www.bbc.co.uk", "bbc"),
            ("localhost", "localhost"),
            ("192.0.2.7", "192.0.2.7"), ("averyveryverylongname.example", "averyveryve…"),
        ]
    )
    func name(host: String, name: String) {
        #expect(HostText.shortName(of: host) == name)
    }
}
