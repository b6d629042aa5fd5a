import Checkout
import Documents
import Testing

@testable import Redaction

@Suite struct ChanceTextTests {
    @Test(
        "Tickets, keys and identifiers look drawn by chance",
        arguments: [
            "KsSpdeZHS9ykH239ouuVu7L7", "641f5ae1-b506-4731-9992-7cdb749c0d6f", "dad05a31a80b4b33962782cf6639e45c",
            "m+vXo5i0SmaoioYnGeDvxw==", "KjkVRizedacFZdhSWKgUyPc7", "q7x2m9k4w1z8b5n3", "K7TQ2MXP4WZ9HB3N",
        ]
    )
    func drawn(text: String) {
        #expect(RandomText.looksRandom(ArraySlice(text.utf8)))
    }

    @Test(
        "Words, versions, dates, names and addresses do not",
        arguments: [
            "", "KsSpdeZHS9ykH23", "urn:oasis:names:tc:SAML:2.0:status:Success", "com.example.meadowlark12345",
            "2026-11-20T21:59:12Z", "20261120T215912Z", "2026-11-20-21-59-12", "12345678901234567890",
            "AppleTV11-generation4", "platform_sign_on_v2_2026", "supportedAccountProviderIdentifiers",
            "KiteTV/4.2 CFNetwork/1327 Darwin/21.2", "http://kite.example/m12345678.png", "aaaaaaaaaaaaaaaaaaaaaaa1",
            "größer-als-sechzehn-Zeichen-1a2b3c",
        ]
    )
    func ordinary(text: String) {
        #expect(!RandomText.looksRandom(ArraySlice(text.utf8)))
    }

    @Test("Of random words no more are missed than the page of rules states")
    func share() throws {
        let page = Checkout.text(of: "Documentation/reference/redaction-rules.md")
        let lower = "abcdefghijklmnopqrstuvwxyz"
        for (name, alphabet) in [
            ("hexadecimal digits", "0123456789abcdef"),
            ("letters of both cases and digits", lower + lower.uppercased() + "0123456789"),
            ("lower case letters and digits", lower + "0123456789"),
            ("Base32", lower.uppercased() + "234567"),
        ] {
            let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| \(name) |") })
            let stated = row.split(separator: "|").dropFirst().compactMap { Int($0.filter(\.isNumber)) }
            #expect(stated.count == 4)
            let letters = Array(alphabet.utf8)
            var draw = UInt64(7)
            for (length, percent) in zip([16, 20, 24, 32], stated) {
                var missed = 0
                for _ in 0..<10_000 {
                    let word = (0..<length).map { _ in
                        draw = draw &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        return letters[Int(draw >> 33) % letters.count]
                    }
                    if !RandomText.looksRandom(word[...]) { missed += 1 }
                }
                #expect((percent - 2) * 100...percent * 100 + 99 ~= missed, "\(name) of \(length): \(missed) of 10,000")
            }
        }
    }

    @Test("A value that looks drawn by chance is replaced under a name that no list knows, in whatever it is written")
    func entropyCheck() {
        let ticket = "KsSpdeZHS9ykH239ouuVu7L7"
        let pseudonym = Probe.pseudonym(ticket)
        let base64 = Probe.base64(ticket)
        #expect(Probe.answer(#"{"vendorTicket":"\#(ticket)"}"#) == #"{"vendorTicket":"\#(pseudonym)"}"#)
        #expect(Probe.answer(#"{"more":[["\#(base64)"]]}"#) == #"{"more":[["\#(Probe.base64(pseudonym))"]]}"#)
        #expect(Probe.form("ref=%4BsSpdeZHS9ykH239ouuVu7L7").hasSuffix(String(pseudonym.dropFirst())))
        #expect(Probe.answer("<r><odd>\(ticket)</odd></r>") == "<r><odd>\(pseudonym)</odd></r>")
        for harmless in [#"{"model":"\#(ticket)"}"#, #"{"mvpd":"\#(ticket)"}"#, #"{"odd":"Kite TV, sports"}"#] {
            #expect(Probe.answer(harmless) == harmless)
        }
    }

    @Test("Of a comment, the words that look drawn by chance are replaced")
    func words() {
        let text = "login with token=KsSpdeZHS9ykH239ouuVu7L7, then (q7x2m9k4w1z8b5n3)."
        let exchange = Probe.exchange(entry: ["comment": .string(text)])
        let comment = Probe.redact(exchange)[0].harExtras?["comment"]?.string
        let expected = text.replacing("KsSpdeZHS9ykH239ouuVu7L7", with: Probe.pseudonym("KsSpdeZHS9ykH239ouuVu7L7"))
            .replacing("q7x2m9k4w1z8b5n3", with: Probe.pseudonym("q7x2m9k4w1z8b5n3"))
        #expect(comment == expected)
    }
}
