import Documents
public import Exchanges

extension PassRequest {
    /// Bodies longer than this are recognized by their path alone: 1 MiB.
    ///
    /// The longest documented value, a SAML response, is far below.
    static let recognizedBodyBytes = 1024 * 1024

    /// At most this many fields of a query, and of a body, become parameters: 1,024.
    public static let recognizedFields = 1024

    /// The request to Adobe Pass that `request` is; nil if it is none, or one that no operation here has.
    ///
    /// Places, aliases and order on the wire do not show: `deviceId` in the query and in the form give the same value,
    /// `access_token` becomes an `Authorization` of kind Bearer, `device_info` becomes `X-Device-Info`, and a POST with
    /// `_method=GET` in its form is a GET (access-enabler.md §14.1). Whether nil means that the request went to Adobe
    /// all the same is for ``ExchangeKind`` to say.
    /// - Parameters:
    ///   - request: The request as it came.
    ///   - environment: Hosts to take for Adobe's besides its own.
    public init?(recognizing request: HTTPRequest, servedBy environment: ServiceEnvironment? = nil) {
        self.init(recognizing: request, at: URLParts(request.url), servedBy: environment)
    }

    /// The same, given the parts of the request's URL.
    init?(recognizing request: HTTPRequest, at url: URLParts, servedBy environment: ServiceEnvironment?) {
        guard ServiceEnvironment.isAdobe(host: url.host) || environment?.serves(url.authority) == true else {
            return nil
        }
        let body = RequestBody(of: request)
        let path = PathSegments(url.path)
        guard let (specification, variables) = OperationRoute.find(path, method: body.effectiveMethod(of: request))
        else {
            return nil
        }
        var found = ParameterCollector(specification)
        for (name, value) in variables { found.add(name, value) }
        for field in FormField.parse(url.query ?? "").prefix(Self.recognizedFields) where !field.isEmpty {
            found.addWireField(field.name, field.value)
        }
        for (name, value) in body.fields { found.addWireField(name, value) }
        // An array is a parameter that may be there more than once; other arrays are none.
        for (name, values) in body.lists where specification.wireParameter(named: name)?.isRepeatable == true {
            for value in values { found.addWireField(name, value) }
        }
        if let format = path.format { found.add("format", format) }
        for header in request.headers { found.addHeader(header) }
        self.init(specification.operation, found.parameters)
    }
}
