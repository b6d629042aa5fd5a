import PassAPI

extension ServiceConfiguration {
    /// An invented house: two requestors, three MVPDs and a Temp Pass.
    ///
    /// `KITETV` and `HARBORTV` both know Meadowlark (platform sign-on in full), Northwind (chosen in the platform's picker,
    /// login is Adobe's) and Juniper (no platform sign-on); `TempPass` is KITETV's. Authentication is per requestor with
    /// Juniper and the Temp Pass. At every MVPD `wren` has everything, `finch` only `KITE1` and `HARBOR1`.
    public static let example = ServiceConfiguration(
        requestors: [
            Requestor(
                id: "KITETV",
                name: "Kite TV",
                domains: ["kite.example", "adobe.com"],
                integrations: exampleIntegrations + [exampleTempPass]
            ),
            Requestor(
                id: "HARBORTV",
                name: "Harbor TV",
                domains: ["harbor.example", "adobe.com"],
                integrations: exampleIntegrations
            ),
        ],
        providers: [
            Provider(
                listing: MVPD(
                    id: "Meadowlark",
                    displayName: "Meadowlark Cable",
                    logoURL: "https://meadowlark.example/logo.png",
                    enablePlatformServices: true,
                    boardingStatus: .supported,
                    displayInPlatformPicker: true,
                    platformMappingID: "com.example.meadowlark",
                    requiredMetadataFields: ["uid", "NameID"]
                ),
                subscribers: exampleSubscribers
            ),
            Provider(
                listing: MVPD(
                    id: "Northwind",
                    displayName: "Northwind Satellite",
                    logoURL: "https://northwind.example/logo.png",
                    enablePlatformServices: true,
                    boardingStatus: .picker,
                    displayInPlatformPicker: true,
                    platformMappingID: "com.example.northwind"
                ),
                subscribers: exampleSubscribers
            ),
            Provider(
                listing: MVPD(
                    id: "Juniper",
                    displayName: "Juniper Fiber",
                    logoURL: "https://juniper.example/logo.png"
                ),
                subscribers: exampleSubscribers
            ),
            Provider(
                listing: MVPD(id: "TempPass", displayName: "Preview", isTempPass: true),
                subscribers: []
            ),
        ]
    )

    private static let exampleIntegrations: [Integration] = {
        var juniper = Integration(mvpd: "Juniper")
        juniper.isAuthenticationPerRequestor = true
        return [Integration(mvpd: "Meadowlark"), Integration(mvpd: "Northwind"), juniper]
    }()

    private static let exampleTempPass: Integration = {
        var tempPass = Integration(mvpd: "TempPass")
        tempPass.isAuthenticationPerRequestor = true
        tempPass.isSingleSignOnEnabled = false
        return tempPass
    }()

    private static let exampleSubscribers: [Subscriber] = {
        var wren = Subscriber(user: "wren")
        wren.metadata = [.init("householdID", "household-1"), .init("zip", "94107")]
        var finch = Subscriber(user: "finch", resources: ["KITE1", "HARBOR1"])
        finch.metadata = [.init("householdID", "household-2"), .init("zip", "10003")]
        return [wren, finch]
    }()
}
