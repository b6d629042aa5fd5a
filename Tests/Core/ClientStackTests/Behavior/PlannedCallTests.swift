import ClientStack
import PassAPI
import Testing

@Suite struct PlannedCallTests {
    @Test("What the documents' client calls goes by its role, whatever else serves that; the SDKs' calls by themselves")
    func roles() {
        #expect(PlannedCall(.checkAuthentication) == .role(.check))
        #expect(PlannedCall(.readAuthenticationToken) == .role(.token))
        #expect(PlannedCall(.authorize) == .role(.decision) && PlannedCall(.mediaToken) == .role(.media))
        #expect(PlannedCall(.authorizeDevice) == .operation(.authorizeDevice))
        #expect(PlannedCall(.sdkLogout) == .operation(.sdkLogout) && PlannedCall(.sdkLogout).role == .logout)
    }

    @Test("A call is named by an operation, which gives it back", arguments: PassAPI.Operation.allCases)
    func names(operation: PassAPI.Operation) {
        #expect(PlannedCall(operation).named == operation)
        #expect(PlannedCall(operation).role == operation.role)
    }

    @Test("The documents' client checks at its start, polls by the token, and reads the metadata before it logs out")
    func defaults() {
        // rest-api-v1.md §9, §7.13
        let behavior = ClientBehavior()
        #expect(behavior.launchCalls == [.role(.check)] && behavior.authenticationCall == .role(.token))
        #expect(behavior.logoutCalls == [.role(.metadata), .role(.logout)])
    }
}
