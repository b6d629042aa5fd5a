import PassAPI
import Testing
import VirtualTime

@Suite struct GrantSpecificationTests {
    @Test("Each thing that the documents let a service give out is given out by some operation")
    func issued() {
        let kinds = Set(Operation.allCases.flatMap { $0.specification.grants.issued.map(\.kind) })
        #expect(
            kinds == [
                .accessToken, .registrationCode, .providerSession, .authenticationToken, .authorizationToken,
                .mediaToken, .code, .profile, .decision,
            ]
        )
    }

    @Test("What a status says stands in the row before the interface: the session of a code polls with 401")
    func signs() {
        func kinds(_ operation: Operation, _ status: Int) -> [HoldingKind] {
            let row = operation.specification
            return (row.grants.signs + row.interface.signs).filter { $0.response == .status(status) }.map(\.kind)
        }
        #expect(kinds(.sessionDevice, 401) == [.authenticationToken, .accessToken])
        #expect(kinds(.authorizeDevice, 401) == [.accessToken])
        #expect(kinds(.readAuthorizationToken, 412) == [.authenticationToken])
        #expect(kinds(.readAuthorizationToken, 410) == [.authorizationToken])
        #expect(kinds(.userMetadata, 404).isEmpty)
        #expect(kinds(.profileForCode, 401) == [.accessToken])
        #expect(
            GrantSpecification.Refusal.Response.members == [
                "pendingLogout", "notAuthorized", "profiles", "error", "authorized", "actionName",
            ]
        )
    }

    @Test(
        "A field is found by the names around it; a star is any one name",
        arguments: [
            ("expires", ["expires"], true), ("expires", ["token", "expires"], false), ("expires", [], false),
            ("data.expiration_date", ["data", "expiration_date"], true),
            ("data.x", ["da", "ta.x"], false), ("data.x", ["data"], false), ("data.x", ["data", "x", "y"], false),
            ("profiles.*.notAfter", ["profiles", "Meadowlark", "notAfter"], true),
            ("profiles.*.notAfter", ["profiles", "a.b", "notAfter"], true),
            ("profiles.*.notAfter", ["profiles", "notAfter"], false),
            ("profiles.*.notAfter", ["profiles", "a", "b", "notAfter"], false),
            ("*.notAfter", ["*", "notAfter"], true), ("*", ["x"], true), ("*", ["x", "y"], false),
        ]
    )
    func paths(name: String, path: [String], isFound: Bool) {
        #expect(InstantField(name: name, form: .milliseconds).isAt(path) == isFound)
    }

    @Test("Who logs out loses AuthN and AuthZ tokens", arguments: [Operation.logout, .sdkLogout])
    func ended(operation: Operation) {
        #expect(operation.specification.grants.ended == [.authenticationToken, .authorizationToken])
    }

    @Test("A token's text travels in one parameter of its operation, and a bearer token in any call of the service's")
    func carried() {
        func carriers(_ operation: Operation, _ kind: HoldingKind) -> [String] {
            operation.specification.parameters.filter { $0.grant == kind }.map(\.name)
        }
        #expect(carriers(.authorizeDevice, .authenticationToken) == ["authentication_token"])
        #expect(carriers(.deviceShortAuthorize, .authorizationToken) == ["authz_token"])
        #expect(carriers(.sign, .mediaToken) == ["mediaToken"])
        #expect(carriers(.checkAuthenticationByCode, .registrationCode) == ["code"])
        #expect(carriers(.checkAuthentication, .accessToken) == ["Authorization"])
    }

    @Test("The fields that name a point in time, as the documents have them")
    func instants() {
        #expect(Operation.createRegistrationCode.specification.grants.instants.map(\.name) == ["generated", "expires"])
        #expect(Operation.accessToken.specification.grants.instants.map(\.name) == ["created_at", "expires_in"])
        let form = Operation.accessToken.specification.grants.instants.last?.form
        #expect(form == .secondsAfter("created_at"))
        #expect(Operation.logout.specification.grants.instants.isEmpty)
    }
}
