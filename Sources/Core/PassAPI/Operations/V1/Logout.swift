import VirtualTime

extension OperationSpecification {
    // v1/initiate-logout.md; rest-api-v1.md §7.13: requestor is listed without "mandatory"; a web view can only navigate by GET
    static let logout = Row(.logout, .restV1, "DELETE /api/v1/logout", for: .logout) {
        $0.adobeName = "Initiate Logout"
        $0.observedMethods = ["GET"]
        $0.answer = .status()
        $0.grants = [.ends(.authenticationToken), .ends(.authorizationToken)]
        $0.parameters = [.requestor(isRequired: false), .device()] + ParameterSpecification.deprecated
        $0.parameters += [.deviceInformation, .authorization]
    }
}
