import VirtualTime

/// The SDKs' inquiries about providers, resources and users (access-enabler.md §14).
extension OperationSpecification {
    // §14.1
    static let sdkConfiguration = sdk(.sdkConfiguration, "GET", "config/{requestor}", for: .providers) {
        $0.answer = .document(.xml) { .configuration($0) }
        $0.serviceTime = .milliseconds("time")
        $0.parameters = [.requestor([.path])]
    }

    // §14.1
    static let sdkPreauthorize = sdk(.sdkPreauthorize, "POST", "preauthorize", for: .preauthorization) {
        $0.answer = .preauthorization(.xml)
        $0.grants = [.needs(.authenticationToken), .refused(without: .authenticationToken, .pendingLogout)]
        $0.parameters = [
            .authenticationToken(), .sdkRequestor,
            .identity(.resource, "resource_id", [.form, .query], isRepeatable: true), .signedRequestor, .sdkDevice,
        ]
    }

    // §14.3; parameters are those of the other calls, unconfirmed
    static let sdkUserMetadata = sdk(.sdkUserMetadata, "POST", "usermetadata", for: .metadata) {
        $0.observedMethods = ["GET"]
        $0.answer = .document(.xml) { .userMetadata($0) }
        $0.otherInstants = InstantField.userMetadata
        $0.grants = [.needs(.authenticationToken), .refused(without: .authenticationToken, .pendingLogout)]
        $0.parameters = [
            .sdkRequestor, .sdkMVPD, .authenticationToken(isRequired: false), .signedRequestor, .sdkDevice,
        ]
    }

    // §14.3; as before
    static let sdkGetMetadata = sdk(.sdkGetMetadata, "POST", "getMetadata", for: .metadataByKey) {
        $0.observedMethods = ["GET"]
        $0.answer = .status(.xml)
        $0.parameters = [
            .sdkRequestor, .sdkMVPD, .identity(.metadataKey, "key", [.form, .query], isRequired: false),
            .authenticationToken(isRequired: false), .signedRequestor, .sdkDevice,
        ]
    }
}
