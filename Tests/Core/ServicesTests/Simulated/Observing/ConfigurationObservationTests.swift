import Documents
import PassAPI
import Services
import Testing
import VirtualTime

/// The lifetimes of things by the evidence of a recording.
@Suite struct ConfigurationObservationTests {
    private static let start = ObservedServiceTests.start

    private static func authentication(_ ordinal: Int, expires: Instant) -> RecordedCall {
        ObservedServiceTests.call(
            ordinal,
            .readAuthenticationToken(ObservedServiceTests.device),
            200,
            .authentication(AuthenticationDetails(requestor: "KITETV", mvpd: "Meadowlark", expires: expires))
        )
    }

    private static func lifetimes(_ calls: [RecordedCall]) -> Lifetimes {
        ObservedServiceTests.observed(calls).service.configuration.lifetimes
    }

    @Test("A token that is read again later does not shorten the lifetime")
    func readAgain() {
        let expires = Self.start + .seconds(1 + 86_400)
        let calls = [Self.authentication(1, expires: expires), Self.authentication(50_000, expires: expires)]
        #expect(Self.lifetimes(calls).authentication == .seconds(86_400))
    }

    @Test("A server's clock that is off does not change a lifetime")
    func skew() {
        let skew = Duration.seconds(3_600)
        let configuration = ObservedServiceTests.call(
            9,
            .configuration(ObservedServiceTests.device),
            200,
            .configuration(Configuration(requestor: "KITETV", time: Self.start + .seconds(9) + skew))
        )
        let calls = [Self.authentication(1, expires: Self.start + .seconds(1 + 86_400) + skew), configuration]
        #expect(Self.lifetimes(calls).authentication == .seconds(86_400))
    }

    private static func configuration(_ calls: [RecordedCall]) -> ServiceConfiguration {
        ObservedServiceTests.observed(calls).service.configuration
    }

    private static func list(_ ordinal: Int, _ mvpds: [MVPD]) -> RecordedCall {
        ObservedServiceTests.call(
            ordinal,
            .configuration(ObservedServiceTests.device),
            200,
            .configuration(Configuration(requestor: "KITETV", name: "Kite TV", mvpds: mvpds))
        )
    }

    @Test("A list of very many MVPDs is taken over at once, in its order", .timeLimit(.minutes(1)))
    func manyProviders() {
        let mvpds = (0..<30_000).map { MVPD(id: "m\($0)", displayName: "M \($0)") }
        let found = Self.configuration([Self.list(1, mvpds), Self.list(2, mvpds)])
        #expect(found.providers.map(\.listing) == mvpds)
        #expect(found.requestors.map(\.id) == ["KITETV"])
        #expect(found.requestors.first?.name == "Kite TV")
        #expect(found.requestors.first?.integrations.map(\.mvpd) == mvpds.map(\.id))
    }

    @Test("The last list counts, an MVPD that stands twice is one, and one of equivalent characters another")
    func sameProviders() {
        let first = MVPD(id: "caf\u{E9}", displayName: "first", isAuthenticationPerRequestor: true)
        var second = first
        second.displayName = "second"
        second.isAuthenticationPerRequestor = false
        second.isPassiveAuthenticationEnabled = false
        let other = MVPD(id: "cafe\u{301}", displayName: "other")
        let found = Self.configuration([Self.list(1, [first, other]), Self.list(2, [first, second])])
        #expect(found.providers.map(\.listing) == [second, other])
        let integrations = found.requestors.first?.integrations ?? []
        #expect(integrations.map { Array($0.mvpd.utf8) } == [Array("caf\u{E9}".utf8), Array("cafe\u{301}".utf8)])
        #expect(integrations.first?.isAuthenticationPerRequestor == false)
        #expect(integrations.first?.isPassiveAuthenticationEnabled == false)
    }

    private static func navigation(_ ordinal: Int, _ domain: String, _ status: Int) -> RecordedCall {
        let navigation = PassRequest.initiateAuthentication(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            code: "K7TQ2MX",
            domainName: domain,
            redirectURL: "https://kite.example/done"
        )
        return ObservedServiceTests.call(ordinal, navigation, status, .empty)
    }

    @Test("Domains are those that a list names, and those that a login was begun with; the SDKs' own is always one")
    func domains() {
        let list = ObservedServiceTests.call(
            1,
            .configuration(ObservedServiceTests.device),
            200,
            .configuration(Configuration(requestor: "KITETV", domains: ["kite.example", "play.example"]))
        )
        let calls = [
            list, Self.navigation(2, "harbor.example", 302), Self.navigation(3, "kite.example", 302),
            Self.navigation(4, "wrong.example", 400),
        ]
        let found = Self.configuration(calls).requestors.map(\.domains)
        #expect(found == [["adobe.com", "kite.example", "play.example", "harbor.example"]])
    }

    @Test("A code that ends before it began says nothing of how long codes last")
    func backwards() {
        let record = RegistrationRecord(
            id: "1",
            code: "K7TQ2MX",
            requestor: "KITETV",
            generated: Self.start,
            expires: Self.start - .seconds(60)
        )
        let calls = [
            ObservedServiceTests.call(
                1,
                .createRegistrationCode(ObservedServiceTests.device),
                201,
                .registrationRecord(record)
            )
        ]
        #expect(Self.lifetimes(calls).registrationCode == Lifetimes.default.registrationCode)
    }

    private static let signedOn = [
        list(1, [MVPD(id: "Meadowlark", displayName: "Meadowlark Cable")]), navigation(2, "kite.example", 302),
        ObservedServiceTests.call(
            3,
            .readAuthenticationToken(ObservedServiceTests.device),
            200,
            .authentication(
                AuthenticationDetails(
                    requestor: "KITETV",
                    mvpd: "Meadowlark",
                    userID: "u-81f0",
                    expires: start + .seconds(86_400)
                )
            )
        ),
        ObservedServiceTests.call(
            4,
            .userMetadata(ObservedServiceTests.device),
            200,
            .userMetadata(
                UserMetadata(
                    updated: start,
                    encrypted: ["typeID"],
                    data: JSONObject([
                        JSONMember("userID", .string("u-81f0")), JSONMember("tokenSource", .string("Apple")),
                        JSONMember("zip", .array([.string("10001"), .string("10002")])),
                        JSONMember("typeID", .string("Y2lwaGVy")), JSONMember("hbaStatus", .string("false")),
                        JSONMember("maxRating", .object(JSONObject([JSONMember("MPAA", .string("PG-13"))]))),
                    ])
                )
            )
        ),
    ]

    @Test("Whatever name is typed, the recorded user signs in, with the recorded id and metadata")
    func everyName() throws {
        let desk = WireDesk()
        desk.service = ObservedServiceTests.observed(Self.signedOn).service
        let (page, _) = try desk.openLogin()
        #expect(page.text.contains("Any user name and password sign you in"))
        #expect(!page.text.contains("any other user name"))
        #expect(try desk.logIn(page, as: "anna", password: "wrong").page == .loginDenied)
        #expect(try desk.logIn(page, as: "anna", password: "x").page == .loggedIn)
        let details = try desk.call(.readAuthenticationToken(desk.context))
        #expect(details.text.contains(#""mvpd":"Meadowlark","userId":"u-81f0""#))
        let metadata = try JSONValue(parsing: Array(try desk.call(.userMetadata(desk.context)).text.utf8))
        let expected = """
            {"userID":"u-81f0","zip":["10001","10002"],"typeID":"Y2lwaGVy","hbaStatus":"false","maxRating":{"MPAA":"PG-13"}}
            """
        #expect(try metadata["data"] == JSONValue(parsing: Array(expected.utf8)))
        // The app has the key (rest-api-v1.md §7.12): it has to be the recorded ciphertext, and named.
        #expect(metadata["encrypted"] == .array([.string("typeID")]))
    }

    @Test(
        "An id that is encrypted in the metadata is no id; one that is a number there stays one",
        arguments: [true, false]
    )
    func otherIDs(isEncrypted: Bool) throws {
        let id = isEncrypted ? JSONValue.string("Y2lwaGVy") : .number(JSONNumber(4_711))
        let details = AuthenticationDetails(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            userID: isEncrypted ? "u-81f0" : "4711",
            expires: Self.start + .seconds(86_400)
        )
        let metadata = UserMetadata(
            updated: Self.start,
            encrypted: isEncrypted ? ["userID"] : [],
            data: JSONObject([JSONMember("userID", id)])
        )
        let calls = [
            Self.signedOn[0], Self.signedOn[1],
            ObservedServiceTests.call(
                3,
                .readAuthenticationToken(ObservedServiceTests.device),
                200,
                .authentication(details)
            ),
            ObservedServiceTests.call(4, .userMetadata(ObservedServiceTests.device), 200, .userMetadata(metadata)),
        ]
        let desk = WireDesk()
        desk.service = ObservedServiceTests.observed(calls).service
        #expect(try desk.logIn(try desk.openLogin().page, as: "anna", password: "x").page == .loggedIn)
        let token = try desk.call(.readAuthenticationToken(desk.context)).text
        #expect(token.contains(isEncrypted ? #""userId":"u-81f0""# : #""userId":"4711""#))
        let given = try JSONValue(parsing: Array(try desk.call(.userMetadata(desk.context)).text.utf8))
        #expect(given["data"]?["userID"] == id)
        #expect(given["encrypted"] == .array(isEncrypted ? [.string("userID")] : []))
    }

    @Test("Where metadata alone name the user, as after Apple SSO, that is the recorded id")
    func userOfMetadata() throws {
        let desk = WireDesk()
        let calls = [Self.signedOn[0], Self.signedOn[1], Self.signedOn[3]]
        desk.service = ObservedServiceTests.observed(calls).service
        #expect(try desk.logIn(try desk.openLogin().page, as: "anna", password: "x").page == .loggedIn)
        #expect(try desk.call(.readAuthenticationToken(desk.context)).text.contains(#""userId":"u-81f0""#))
    }

    @Test("The recorded user can be dropped by name: then no name signs in")
    func nobody() throws {
        let desk = WireDesk()
        desk.service = ObservedServiceTests.observed(Self.signedOn).service
        desk.service.apply(.revoke(user: ObservedService.viewer, mvpd: "Meadowlark"), at: desk.now)
        let (page, _) = try desk.openLogin()
        #expect(page.text.contains("viewer: dropped by the provider"))
        for user in ["anna", "u-81f0", "viewer"] {
            #expect(try desk.logIn(page, as: user).page == .loginDenied, "\(user)")
        }
    }
}
