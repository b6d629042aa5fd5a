/// The reason that a request cannot be written.
public enum PassRequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path needs values that the request does not have: the operation and the documented names.
    case missingPathParameter(Operation, names: [String])

    /// The problem: what is missing, in one line.
    public var description: String {
        switch self {
        case .missingPathParameter(let operation, let names):
            "\(operation.rawValue) has no path without \(names.joined(separator: ", ")): give it a value"
        }
    }
}
