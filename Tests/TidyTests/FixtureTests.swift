import Testing

/// Recordings, corpora and captures hold invented data only.
@Suite struct FixtureTests {
    /// Hosts that belong to nobody, to Adobe's public interface, to Apple's, or name an XML vocabulary.
    static let allowedSuffixes = [
        ".example", "example.com", "example.org", "example.net", ".test", ".invalid", "localhost", "127.0.0.1",
        ".adobe.com", ".apple.com", "www.w3.org", "schemas.xmlsoap.org", "tools.ietf.org", "purl.org",
        "search.yahoo.com",
    ]

    static let files =
        Checkout.files(below: "Recordings", suffix: "").filter { $0.hasSuffix(".har") || $0.hasSuffix(".jsonl") }
        + Checkout.files(below: "Corpus", suffix: "")

    @Test("A fixture names no host but invented ones and Adobe's", arguments: files)
    func hosts(path: String) throws {
        let regex = try Regex(#"https?:(?:\\?/){2}([A-Za-z0-9.-]+)"#)
        var strays: Set<String> = []
        for match in Checkout.text(of: path).matches(of: regex) {
            let host = (match.output[1].substring ?? "").lowercased()
            if !Self.allowedSuffixes.contains(where: { host.hasSuffix($0) }) { strays.insert(host) }
        }
        expectNone(strays.sorted(), "\(path) names hosts that may belong to somebody")
    }

    @Test("The captures are there, since users have no other place to take them from")
    func captures() {
        let names = [
            "access-denied-tvos", "apple-sso-tvos", "second-screen-tvos", "unsupported-provider-tvos",
            "ytdlp-cached-second-play", "ytdlp-sign-on",
        ]
        for name in names {
            #expect(Checkout.exists("Recordings/captures/\(name).har"))
        }
    }
}
