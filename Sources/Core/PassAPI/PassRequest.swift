public import Documents

/// A request to Adobe Pass as a value: the operation and its parameters by their documented names.
///
/// Where each parameter travels (path, query, form, JSON, header) is known to `OperationSpecification` alone, so two
/// requests that put `deviceId` in different places are still the same request.
public struct PassRequest: Hashable, Sendable {
    /// The requested operation.
    public var operation: Operation
    /// The parameters, decoded, in the order of the specification (unknown ones last, as they came).
    public var parameters: [Parameter]

    /// A named value.
    public struct Parameter: Hashable, Sendable {
        /// The documented name: `requestor`, `deviceId`, `resource`; `Authorization` and `X-Device-Info` for headers.
        @ExactText public var name: String
        /// The value, decoded once.
        @ExactText public var value: String

        /// A parameter of this name and value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A request for this operation.
    public init(_ operation: Operation, _ parameters: [Parameter] = []) {
        self.operation = operation
        self.parameters = parameters
    }

    /// The first value of the parameter `name`.
    ///
    /// Setting replaces or appends it; nil removes it.
    public subscript(name: String) -> String? {
        get { parameters.first { $0.$name == name }?.value }
        set {
            guard let newValue else { return parameters.removeAll { $0.$name == name } }
            if let index = parameters.firstIndex(where: { $0.$name == name }) {
                parameters[index].value = newValue
            } else {
                parameters.append(Parameter(name, newValue))
            }
        }
    }
}
