extension PassRequest {
    /// The request as a browser makes it that navigates to its URL: without what travels in headers, unless `recorded`
    /// has it.
    package func asNavigation(like recorded: PassRequest) -> PassRequest {
        var request = self
        request.parameters.removeAll { parameter in
            operation.specification.parameter(named: parameter.name)?.places.first == .header
                && recorded[parameter.name] == nil
        }
        return request
    }
}
