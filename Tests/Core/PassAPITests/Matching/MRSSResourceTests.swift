import PassAPI
import Testing

/// Resources as programmers write them: ids, channels, programmes (rest-api-v1.md §7.15).
@Suite struct MRSSResourceTests {
    /// As kodi-espn3 and eplus-espn send it (Recordings/captures/clients).
    static let programme =
        #"<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title><![CDATA[KITETV]]></title>"#
        + "<item><title><![CDATA[Pilot]]></title><guid><![CDATA[KITE1]]></guid></item></channel></rss>"

    @Test(
        "A programme is named by its guid, whatever the guid is written in",
        arguments: [
            ("<guid>KITE1</guid>", "KITE1"), ("<guid><![CDATA[KITE1]]></guid>", "KITE1"),
            ("<guid>\n  <![CDATA[KITE1]]>\n</guid>", "KITE1"), ("<guid><![CDATA[a&amp;b]]></guid>", "a&amp;b"),
            ("<guid>a&amp;b</guid>", "a&b"), ("<guid>KITE<![CDATA[<1>]]></guid>", "KITE<1>"),
            ("<guid><![CDATA[KI]]><![CDATA[TE1]]></guid>", "KITE1"),
            (#"<guid isPermaLink="false">KITE1</guid>"#, "KITE1"),
        ]
    )
    func guid(element: String, name: String) {
        let resource = MRSSResource("<rss><channel><title>KITETV</title><item>\(element)</item></channel></rss>")
        #expect(resource.guid == name)
        #expect(resource.name == name)
    }

    @Test("The resource of the captures is KITE1")
    func captured() { #expect(MRSSResource(Self.programme).name == "KITE1") }

    @Test(
        "A parameter holds the document or its Base64; what only looks like it is an id",
        arguments: [
            ("PHJzcz48Z3VpZD5LSVRFMTwvZ3VpZD48L3Jzcz4=", "KITE1"), ("<rss><guid>KITE1</guid></rss>", "KITE1"),
            ("KITE1", "KITE1"), ("PHJzcz!", "PHJzcz!"), ("S0lURTE=", "S0lURTE="),
        ]
    )
    func parameter(text: String, name: String) { #expect(MRSSResource(parameter: text).name == name) }

    @Test(
        "A programme without a guid has no other name than its text",
        arguments: [
            "", "<guid></guid>", "<guid><![CDATA[]]></guid>", "<guid><![CDATA[KITE1]]", "<guid><![CDATA[KITE1</guid>",
            "<guide>KITE1</guide>", "<guid",
        ]
    )
    func unnamed(element: String) {
        let text = "<rss><channel><title>KITETV</title><item>\(element)"
        #expect(MRSSResource(text).guid == nil)
        #expect(MRSSResource(text).name == text)
    }

    @Test(
        "A document with a channel's title and no more is the channel, whatever the title is written in",
        arguments: ["KITE1", "<![CDATA[KITE1]]>"]
    )
    func channel(title: String) {
        let text = "<rss version=\"2.0\"><channel><title>\(title)</title></channel></rss>"
        #expect(MRSSResource(text).canonical == "KITE1")
        #expect(MRSSResource(text).name == "KITE1")
    }
}
