import Documents
import Exchanges

/// A request while it is put together: each parameter goes to its documented place.
struct RequestBuilder {
    private let specification: OperationSpecification
    private var path: String
    private var query: [FormField] = []
    private var form: [FormField] = []
    private var json: [JSONMember] = []
    private var headers: HeaderFields = []

    init(_ specification: OperationSpecification, path: String) {
        self.specification = specification
        self.path = path
        if specification.isMethodOverridden { form.append(FormField(name: "_method", value: specification.method)) }
    }

    private var method: String { specification.isMethodOverridden ? "POST" : specification.method }
    private var isJSON: Bool { specification.parameters.contains { $0.places.first == .json } }

    mutating func add(_ parameter: PassRequest.Parameter) {
        switch place(of: parameter) {
        case .header:
            let isDevice = parameter.name == DeviceIdentifier.header
            let value = isDevice ? DeviceIdentifier.value(for: parameter.value) : parameter.value
            headers.append(HeaderField(parameter.name, value))
        case .json: addMember(parameter)
        case .form: form.append(FormField(name: parameter.name, value: parameter.value))
        case .query, .path:
            query.append(
                FormField(
                    rawName: PercentEncoding.component(parameter.name),
                    rawValue: PercentEncoding.component(parameter.value)
                )
            )
        }
    }

    /// A member that may be there more than once is an array.
    private mutating func addMember(_ parameter: PassRequest.Parameter) {
        let value = JSONValue.string(parameter.value)
        guard specification.parameter(named: parameter.name)?.isRepeatable == true else {
            return json.append(JSONMember(parameter.name, value))
        }
        if let place = json.firstIndex(where: { ExactText($0.key) == parameter.$name }),
            case .array(let elements) = json[place].value
        {
            json[place] = JSONMember(parameter.name, .array(elements + [value]))
        } else {
            json.append(JSONMember(parameter.name, .array([value])))
        }
    }

    mutating func select(_ selector: FormatSelector) {
        switch selector {
        case .unspecified: break
        case .accept(let format): headers.append(HeaderField("Accept", format.mediaType))
        case .parameter(let format): add(PassRequest.Parameter("format", format.rawValue))
        case .suffix(let format): path += "." + format.rawValue
        }
    }

    /// The first documented place that the method has; where none is documented, the body or else the query.
    private func place(of parameter: PassRequest.Parameter) -> ParameterSpecification.Place {
        let hasBody = method == "POST"
        let fallback: ParameterSpecification.Place = hasBody ? (isJSON ? .json : .form) : .query
        let usable = specification.parameter(named: parameter.name)?.places.first { place in
            switch place {
            case .path: false
            case .header, .query: true
            case .form, .json: hasBody
            }
        }
        // A body is JSON or a form, never both.
        return usable == .form ? fallback : usable ?? fallback
    }

    func request(at origin: String) -> HTTPRequest {
        let url = origin + path + (query.isEmpty ? "" : "?" + FormField.join(query))
        guard method == "POST" else { return HTTPRequest(method: method, url: url, headers: headers) }
        let type = isJSON ? "application/json" : "application/x-www-form-urlencoded"
        let body = isJSON ? JSONValue.object(JSONObject(json)).serializedBytes : Array(FormField.join(form).utf8)
        let contentType = HeaderField("Content-Type", type)
        return HTTPRequest(method: method, url: url, headers: headers + [contentType], body: body)
    }
}
