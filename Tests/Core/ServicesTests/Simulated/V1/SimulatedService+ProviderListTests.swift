import PassAPI
import Services
import Testing
import VirtualTime

/// The MVPD list, from rest-api-v1.md §7.1.
@Suite struct SimulatedServiceProviderListTests {
    static func configuration(_ desk: Desk, _ requestor: String = "KITETV") -> Configuration? {
        desk.requestor = requestor
        guard case .configuration(let configuration) = desk.answer(.configuration(desk.context)).content else {
            return nil
        }
        return configuration
    }

    @Test("K-28, K-29: The list has what platform sign-on needs, and the server's clock")
    func list() throws {
        let desk = Desk()
        desk.service.apply(.skewClock(.seconds(90)), at: desk.now)
        let configuration = try #require(Self.configuration(desk))
        #expect(configuration.requestor == "KITETV")
        #expect(configuration.name == "Kite TV")
        #expect(configuration.time == desk.now + .seconds(90))
        #expect(configuration.domains == ["kite.example", "adobe.com"])
        #expect(configuration.mvpds.map(\.id) == ["Meadowlark", "Northwind", "Juniper", "TempPass"])
        let meadowlark = configuration.mvpds[0]
        #expect(meadowlark.enablePlatformServices)
        #expect(meadowlark.boardingStatus == .supported)
        #expect(meadowlark.displayInPlatformPicker)
        #expect(meadowlark.platformMappingID == "com.example.meadowlark")
        #expect(meadowlark.requiredMetadataFields == ["uid", "NameID"])
        #expect(configuration.mvpds[1].boardingStatus == .picker)
        #expect(configuration.mvpds[2].boardingStatus == nil)
        #expect(configuration.mvpds[2].isAuthenticationPerRequestor)
        #expect(configuration.mvpds[3].isTempPass)
    }

    @Test("What is switched off in the dashboard is not listed, or not listed for the platform")
    func switches() throws {
        let desk = Desk()
        desk.service.apply(
            .enableIntegration(requestor: "KITETV", mvpd: "Juniper", isEnabled: false),
            at: desk.now
        )
        desk.service.apply(
            .enableSingleSignOn(requestor: "KITETV", mvpd: "Meadowlark", isEnabled: false),
            at: desk.now
        )
        let kite = try #require(Self.configuration(desk))
        #expect(kite.mvpds.map(\.id) == ["Meadowlark", "Northwind", "TempPass"])
        #expect(!kite.mvpds[0].enablePlatformServices)
        let harbor = try #require(Self.configuration(desk, "HARBORTV"))
        #expect(harbor.mvpds.map(\.id) == ["Meadowlark", "Northwind", "Juniper"])
        #expect(harbor.mvpds[0].enablePlatformServices)
        desk.service.apply(
            .enableIntegration(requestor: "KITETV", mvpd: "Juniper", isEnabled: true),
            at: desk.now
        )
        #expect(try #require(Self.configuration(desk)).mvpds.count == 4)
    }

    @Test("A requestor nobody knows is refused with 400, for REST and for the SDKs")
    func unknown() {
        let desk = Desk()
        desk.requestor = "NOBODY"
        #expect(desk.answer(.configuration(desk.context)).status == 400)
        #expect(desk.answer(.sdkConfiguration(SDKContext(requestor: "NOBODY"))).status == 400)
        #expect(desk.answer(PassRequest(.sdkConfiguration)).status == 400)
    }

    @Test("The body has the names and the nesting of the page's samples, in JSON and XML")
    func bodies() {
        let desk = Desk()
        let request = PassRequest.configuration(desk.context)
        let answer = desk.answer(request)
        let json = desk.body(answer, request)
        for part in [
            #""time":1767225600000"#, #""requestor":{"id":"KITETV","name":"Kite TV""#,
            #""id":"Meadowlark","displayName":"Meadowlark Cable","logoUrl":"https://meadowlark.example/logo.png""#,
            #""enablePlatformServices":true"#, #""boardingStatus":"SUPPORTED""#,
            #""requiredMetadataFields":["uid","NameID"]"#,
        ] {
            #expect(json.contains(part), "\(json)")
        }
        let xml = desk.body(answer, request, .xml)
        for part in [
            "<config><time>1767225600000</time>", "<requestor><id>KITETV</id><name>Kite TV</name>",
            "<mvpd><id>Meadowlark</id><displayName>Meadowlark Cable</displayName>",
            "<platformMappingId>com.example.meadowlark</platformMappingId>",
        ] {
            #expect(xml.contains(part), "\(xml)")
        }
    }
}
