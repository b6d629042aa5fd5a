import Documents

extension PassRequest {
    /// Returns the value that the request has under a subject, whatever the operation calls it; nil if it has none.
    public func value(of subject: ParameterSpecification.Subject) -> String? {
        identity(of: subject).first
    }

    /// The Programmer.
    public var requestor: String? { value(of: .requestor) }
    /// The television provider.
    public var mvpd: String? { value(of: .mvpd) }
    /// The resource to be watched; where the request only carries an AuthZ token, the resource the token is for.
    public var resource: String? { value(of: .resource) }
    /// The resources that it asks about, each as it is written, in order.
    public var resources: [String] {
        parameters.filter { $0.$name == ExactText(ParameterSpecification.resources.name) }.map(\.value)
    }
    /// The device, or the browser in its place.
    public var deviceID: String? { value(of: .device) }
    /// The id that lasts as long as the device does, whether or not the call is about the device; nil for a browser's.
    public var lastingDeviceID: String? {
        operation.specification.parameters.lazy.filter(\.namesDevice).compactMap { self[$0.name] }.first { !$0.isEmpty }
    }
    /// The ids by which a browser goes: what its registration gave it, or what it shows of itself before.
    public var browserIDs: [String] {
        operation.specification.parameters.filter(\.isOfBrowser).compactMap { self[$0.name] }.filter { !$0.isEmpty }
    }
    public var registrationCode: String? { value(of: .code) }

    /// The text that requests for the same thing share: the operation and what it is asked about.
    ///
    /// `v1.authorize|requestor=KITETV|resource=KITE1|device=kite-box-0001`. Parts without a value are left out, values are
    /// percent-encoded, and nothing that only authorises (tokens, secrets, assertions) is part of it; a device's id is,
    /// so a key is made from redacted requests where it is stored. A resource is written as ``MRSSResource`` has it.
    public var matchKey: String {
        ParameterSpecification.Subject.allCases.reduce(into: operation.rawValue) { key, subject in
            for value in identity(of: subject) { key += "|\(subject.rawValue)=" + PercentEncoding.component(value) }
        }
    }

    /// The values under a subject, empty ones left out, resources in canonical form.
    func identity(of subject: ParameterSpecification.Subject) -> [String] {
        let specification = operation.specification
        var values: [String] = []
        for known in specification.parameters where known.role == .identity(subject) {
            // A second value of what stands once, and a second parameter for the same subject, say nothing new.
            if !values.isEmpty { break }
            let found = parameters.lazy.filter { $0.$name == known.name && !$0.value.isEmpty }.map(\.value)
            values = known.isRepeatable ? Array(found) : Array(found.prefix(1))
        }
        guard subject == .resource else { return values }
        if values.isEmpty, let token = self["authz_token"], let resource = MRSSResource(inToken: token) {
            return [resource.canonical]
        }
        let names = values.map { MRSSResource($0).canonical }
        // Of a list of resources nothing is known of an order (rest-api-v2.md §5.9).
        return specification.parameter(named: ParameterSpecification.resources.name) == nil ? names : names.sorted()
    }
}
