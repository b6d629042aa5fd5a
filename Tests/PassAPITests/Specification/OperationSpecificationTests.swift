import Testing

@testable import PassAPI

struct OperationSpecificationTests {
    @Test("K-2: every operation that the REST API documents has one entry", arguments: Operation.allCases)
    func oneEntry(operation: PassAPI.Operation) {
        #expect(OperationSpecification.all.filter { $0.operation == operation }.count == 1)
        #expect(!operation.adobeName.isEmpty)
        #expect(!operation.specification.paths.isEmpty)
    }

    @Test("No parameter stands twice, and every path variable is a parameter", arguments: Operation.allCases)
    func parametersAreUnique(operation: PassAPI.Operation) {
        let specification = operation.specification
        let names = specification.parameters.map(\.name)
        #expect(Set(names).count == names.count)
        for variable in specification.paths.flatMap(\.variables) {
            #expect(specification.parameters.contains { $0.name == variable && $0.places.contains(.path) })
        }
        for parameter in specification.parameters { #expect(!parameter.places.isEmpty) }
    }

    @Test("Two operations never share a name")
    func namesAreUnique() {
        #expect(Set(Operation.allCases.map(\.adobeName)).count == Operation.allCases.count)
    }

    @Test(
        "The documented titles are the operations' names",
        arguments: [
            (PassAPI.Operation.checkAuthentication, "Check Authentication Token"),
            (.createRegistrationCode, "Registration Code Request"), (.configuration, "Provide MVPD List"),
            (.profileRequest, "Retrieve Profile Request"), (.exchangeToken, "Token Exchange"),
            (.authorize, "Initiate Authorization"), (.mediaToken, "Obtain Short Media Token"),
            (.userMetadata, "User Metadata"), (.logout, "Initiate Logout"), (.register, "Client Registration"),
            (.accessToken, "Access Token Request"), (.sessionDevice, "AccessEnabler sessionDevice"),
            (.sdkConfiguration, "AccessEnabler config"),
        ]
    )
    func titles(operation: PassAPI.Operation, title: String) {
        #expect(operation.adobeName == title)
    }
}
