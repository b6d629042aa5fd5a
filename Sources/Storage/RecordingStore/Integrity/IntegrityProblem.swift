import Documents

/// A place where a recording is not what its writer finished.
public struct IntegrityProblem: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of places of a problem.
    public enum Place: Hashable, Sendable {
        /// The database as a whole: its pages, indexes and references.
        case database
        /// The information about the recording as a whole.
        case information
        /// The exchange of this ordinal.
        case exchange(Int)
        /// The VSA call of this ordinal.
        case vsaCall(Int)
        /// The user action of this ordinal.
        case userAction(Int)
    }

    /// The place of the problem.
    public var place: Place
    /// The part of it; nil if it is the whole.
    public var field: String?
    /// The description of the problem.
    public var reason: String

    /// A problem of this place, field and reason.
    public init(_ place: Place, field: String? = nil, reason: String) {
        self.place = place
        self.field = field
        self.reason = reason
    }

    /// Place, field and reason in one line.
    public var description: String {
        let name =
            switch place {
            case .database: "database"
            case .information: "recording"
            case .exchange(let ordinal): "exchange \(ordinal)"
            case .vsaCall(let ordinal): "VSA call \(ordinal)"
            case .userAction(let ordinal): "user action \(ordinal)"
            }
        return (name + (field.map { ", \($0)" } ?? "") + ": " + reason).inOneLine
    }
}
