import PassAPI
import Testing

@Suite struct GrantSpecificationTests {
    @Test("Each kind of grant is given out by some operation")
    func issued() {
        let kinds = Set(Operation.allCases.flatMap { $0.specification.grants.issued.map(\.kind) })
        #expect(kinds == Set(GrantKind.allCases))
    }

    @Test("Who logs out loses AuthN and AuthZ tokens", arguments: [Operation.logout, .sdkLogout])
    func ended(operation: Operation) {
        #expect(operation.specification.grants.ended == [.authenticationToken, .authorizationToken])
    }

    @Test("A token's text travels in one parameter of its operation, and a bearer token in any call of the service's")
    func carried() {
        func carriers(_ operation: Operation, _ kind: GrantKind) -> [String] {
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
