import VirtualTime

extension OperationSpecification {
    // v2/apis/configuration-apis; rest-api-v2.md §5.1; `time` is in the page's table and in no sample
    static let serviceConfiguration = v2(
        .serviceConfiguration,
        "GET /api/v2/{serviceProvider}/configuration",
        for: .providers
    ) {
        $0.adobeName = "Retrieve configuration for specific service provider"
        $0.answer = .document(.json) { .configuration($0) }
        $0.serviceTime = .milliseconds("time")
        $0.parameters = [.carried("profile", [.query])]
    }
}
