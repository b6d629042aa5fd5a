import Testing

@testable import Services

@Suite struct ProviderResourceTests {
    static func mrss(_ inside: String) -> String {
        #"<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>\#(inside)</channel></rss>"#
    }

    @Test("A plain id is the channel's title")
    func plain() {
        #expect(ProviderResource("KITE1") == ProviderResource(Self.mrss("<title>KITE1</title>")))
    }

    @Test("A richer document names the programme too, and either may be in the package")
    func programme() throws {
        let text = Self.mrss(
            "<title>KITE1</title><item><title>Wind</title><guid>w-7</guid>"
                + #"<media:rating scheme="urn:v-chip">TV-PG</media:rating></item>"#
        )
        let resource = try #require(ProviderResource(text))
        #expect(resource.channel == "KITE1")
        #expect(resource.guid == "w-7")
        #expect(resource.isIn(["KITE1"]))
        #expect(resource.isIn(["w-7"]))
        #expect(!resource.isIn(["Wind"]))
    }

    @Test(
        "What an MVPD cannot parse is no resource",
        arguments: [
            "", " ", "<rss>", "<rss/>", "<channel><title>KITE1</title></channel>",
            "<rss><channel><title></title></channel></rss>",
            "<!DOCTYPE a><rss><channel><title>K</title></channel></rss>",

        ]
    )
    func malformed(text: String) {
        #expect(ProviderResource(text) == nil)
    }
}
