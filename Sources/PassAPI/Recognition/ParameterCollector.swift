import Exchanges

/// Collects parameters under their documented names and puts them in the specification's order.
struct ParameterCollector {
    private let specification: OperationSpecification
    private var found: [(rank: Int, parameter: PassRequest.Parameter)] = []

    init(_ specification: OperationSpecification) {
        self.specification = specification
    }

    /// Known parameters by rank, unknown ones last, each group as it came.
    var parameters: [PassRequest.Parameter] {
        found.enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element.parameter)
    }

    /// Adds a header field if the operation has a parameter there.
    mutating func addHeader(_ header: HeaderField) {
        guard let known = specification.headerParameter(named: header.name) else { return }
        add(known.name, header.value)
    }

    /// Adds a field of query, form or JSON; `_method` is no parameter, the request's effective method is.
    mutating func addWireField(_ name: String, _ value: String) {
        guard name != "_method" else { return }
        guard let known = specification.wireParameter(named: name) else { return add(name, value) }
        add(known.name, name == "access_token" ? "Bearer " + value : value)
    }

    /// Adds a value; one that already stands under the name (in the path and in the form, say) is not added again.
    mutating func add(_ name: String, _ value: String) {
        let parameter = PassRequest.Parameter(name, value)
        let isRepeatable = specification.parameter(named: name)?.isRepeatable ?? false
        if !isRepeatable, found.contains(where: { $0.parameter == parameter }) { return }
        found.append((specification.rank(of: name), parameter))
    }
}
