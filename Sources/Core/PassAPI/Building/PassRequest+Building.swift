import Documents
public import Exchanges

extension PassRequest {
    /// The request as it is documented to look on the wire.
    ///
    /// Every value is percent-encoded once, here and nowhere else; recognizing the result gives this request back, in the
    /// specification's order and with the format selector.
    /// - Parameters:
    ///   - environment: Where Adobe Pass is.
    ///   - selector: How the format of the answer is asked for, unless the request holds `format` or `Accept` itself.
    /// - Returns: The message, ready to be sent.
    /// - Throws: ``PassRequestError/missingPathParameter(_:names:)``.
    public func httpRequest(
        to environment: ServiceEnvironment = .production,
        selecting selector: FormatSelector = .unspecified
    ) throws(PassRequestError) -> HTTPRequest {
        let specification = operation.specification
        let (template, path) = try pathOnWire(specification, in: environment)
        var builder = RequestBuilder(specification, path: path)
        let (others, last) = inSendingOrder
        func add(_ parameters: [Parameter]) {
            for parameter in parameters {
                let isInPath = template.variables.contains(exactly: parameter.name)
                if isInPath, parameter.$value == ExactText(self[parameter.name]) { continue }
                if parameter.$name == "Host" { continue }
                builder.add(parameter)
            }
        }
        add(others)
        if self["format"] == nil, self["Accept"] == nil { builder.select(selector) }
        add(last)
        // One of several service providers, if the client was told to use them.
        let authority = self["Host"] ?? environment.authority(of: specification.host)
        return builder.request(at: environment.scheme + "://" + authority)
    }

    /// The request with its parameters in the specification's order, unknown ones last.
    public var inSpecificationOrder: PassRequest {
        let specification = operation.specification
        let ranks = parameters.map { specification.rank(of: $0.name) }
        // Mostly they stand as they should.
        if zip(ranks, ranks.dropFirst()).allSatisfy({ $0 <= $1 }) { return self }
        let places = parameters.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        return PassRequest(operation, places.map { parameters[$0] })
    }

    /// In the specification's order, but for the parameter that must stand last.
    private var inSendingOrder: (others: [Parameter], last: [Parameter]) {
        let ordered = inSpecificationOrder.parameters
        guard let last = operation.specification.lastParameter else { return (ordered, []) }
        return (ordered.filter { $0.$name != last }, ordered.filter { $0.$name == last })
    }

    private func pathOnWire(
        _ specification: OperationSpecification,
        in environment: ServiceEnvironment
    ) throws(PassRequestError) -> (PathTemplate, String) {
        let isLastFirst = specification.lastPathParameter.map { self[$0] != nil } ?? false
        for template in isLastFirst ? specification.paths.reversed() : specification.paths {
            guard let path = template.path({ self[$0] }) else { continue }
            guard path.hasPrefix("/adobe-services/") else { return (template, path) }
            return (template, environment.sdkBase + path.dropFirst("/adobe-services".count))
        }
        throw .missingPathParameter(operation, names: specification.paths.first?.variables ?? [])
    }
}
