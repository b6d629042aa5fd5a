public import PassAPI

/// A call that an app makes at a point of its flows: by its role where the documents' client makes the same, whatever the interface; else
/// the operation that a recording shows.
public enum PlannedCall: Hashable, Sendable {
    /// The call of this role, as the app's dialect has it.
    case role(CallRole)
    /// This very operation.
    case operation(Operation)

    /// The call that `operation` is.
    public init(_ operation: Operation) {
        self = operation.role.documented == operation ? .role(operation.role) : .operation(operation)
    }

    /// The operation that names it in texts: for a role, the one of REST API V1.
    public var named: Operation {
        switch self {
        case .role(let role): role.documented
        case .operation(let operation): operation
        }
    }

    public var role: CallRole { named.role }
}

extension CallRole {
    /// The operation with which the documents' client of REST API V1 serves it; where that interface has none, the SDKs'.
    public var documented: Operation {
        let interfaces: [OperationSpecification.Interface] = [.restV1, .clientRegistration, .accessEnabler, .restV2]
        for interface in interfaces {
            if let operation = interface.operation(for: self) { return operation }
        }
        preconditionFailure("some operation has each role; OperationSpecificationTests hold that")
    }
}
