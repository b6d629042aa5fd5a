import Documents
import Exchanges

/// Collects parameters under their documented names and puts them in the specification's order.
struct ParameterCollector {
    private let specification: OperationSpecification
    private var found: [(rank: Int, parameter: PassRequest.Parameter)] = []
    /// The parameters that were found, once they are too many to be gone through for each value.
    private var standing: Set<PassRequest.Parameter> = []

    /// Up to this many parameters are gone through: 32, more than any client sends.
    private static let comparedOneByOne = 32

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
        add(known.name, known.name == DeviceIdentifier.header ? DeviceIdentifier.id(in: header.value) : header.value)
    }

    /// Adds a field of query, form or JSON; `_method` is no parameter, the request's effective method is.
    mutating func addWireField(_ name: String, _ value: String) {
        guard ExactText(name) != "_method" else { return }
        guard let known = specification.wireParameter(named: name) else { return add(name, value) }
        add(known.name, ExactText(name) == "access_token" ? "Bearer " + value : value)
    }

    /// Adds a value; one that already stands under the name (in the path and in the form, say) is not added again.
    mutating func add(_ name: String, _ value: String) {
        let parameter = PassRequest.Parameter(name, value)
        let isRepeatable = specification.parameter(named: name)?.isRepeatable ?? false
        if !isRepeatable, stands(parameter) { return }
        found.append((specification.rank(of: name), parameter))
    }

    /// Checks whether the parameter was found before, byte for byte; from now on it counts as found.
    private mutating func stands(_ parameter: PassRequest.Parameter) -> Bool {
        if found.count < Self.comparedOneByOne { return found.contains { $0.parameter == parameter } }
        if standing.isEmpty { standing = Set(found.map(\.parameter)) }
        return !standing.insert(parameter).inserted
    }
}
