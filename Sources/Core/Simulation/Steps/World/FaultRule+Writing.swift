import PassAPI
import Services
import VirtualTime

extension FaultPlan.Rule {
    /// The node that ``init(reading:)`` reads as this rule.
    var fileNode: FileNode {
        if operations == nil, count == nil, !isAfterService { return .text(fault.words) }
        return .map([
            ("kind", .text(fault.words)), ("on", operations.map { .texts($0.map(\.rawValue)) }),
            ("times", count.map { .text(String($0)) }), ("after", isAfterService ? .text("service") : nil),
        ])
    }
}

extension Fault {
    /// The fault as scenarios write it: `timeout 30s`.
    var words: String {
        switch self {
        case .offline: "offline"
        case .timeout(let after): "timeout \(after.words)"
        case .reset: "reset"
        case .slow(let by): "slow \(by.words)"
        case .status(let status): "status \(status)"
        case .statusPage(let status): "page \(status)"
        case .garbageBody: "garbage body"
        case .truncatedBody: "truncated body"
        }
    }
}
