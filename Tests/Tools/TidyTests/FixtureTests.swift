import Checkout
import Testing

/// Recordings, corpora and captures hold invented data only.
@Suite struct FixtureTests {
    /// Hosts that belong to nobody, to Adobe's public interface, to Apple's, or name an XML vocabulary.
    static let allowedSuffixes = [
        ".example", "example.com", "example.org", "example.net", ".test", ".invalid", "localhost", "127.0.0.1",
        ".adobe.com", ".apple.com", "www.w3.org", "schemas.xmlsoap.org", "tools.ietf.org", "purl.org",
        "search.yahoo.com", "kinescope.local", "adobepass.ios.app",
    ]

    /// The texts before an escape in hosts that are escaped: `kite.exam%70le`.
    static let beginnings = ["kite.exam", "api.auth."]

    /// The fixtures by folder: the corpora have thousands.
    static let folders: [String: [String]] = {
        let files =
            Checkout.files(below: "Recordings", suffix: "").filter { $0.hasSuffix(".har") || $0.hasSuffix(".jsonl") }
            + Checkout.files(below: "Corpus", suffix: "")
        return Dictionary(grouping: files) { $0.split(separator: "/").dropLast().joined(separator: "/") }
    }()

    @Test("Fixtures name no host but invented ones and Adobe's", arguments: folders.keys.sorted())
    func hosts(folder: String) throws {
        let regex = try Regex(#"https?:(?:\\?/){2}([A-Za-z0-9.-]+)"#)
        var strays: Set<String> = []
        for path in Self.folders[folder] ?? [] {
            for match in Checkout.text(of: path).matches(of: regex) {
                var host = (match.output[1].substring ?? "").lowercased()
                // A name without a dot is nobody's.
                guard host.contains("."), !Self.beginnings.contains(host) else { continue }
                if host.hasSuffix(".") { host.removeLast() }
                if !Self.allowedSuffixes.contains(where: { host.hasSuffix($0) }) { strays.insert("\(path): \(host)") }
            }
        }
        expectNone(strays.sorted(), "hosts that may belong to somebody")
    }

    @Test("A corpus is made by hand: no file bears a fuzzer's name")
    func namedByHand() throws {
        let digest = try Regex("/[0-9a-f]{40}$")
        expectNone(
            Checkout.files(below: "Corpus", suffix: "").filter { $0.contains(digest) },
            "give these names that say what is special in them"
        )
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
