import PassAPI
import Services

extension FaultPlan.Rule {
    /// What goes wrong, in a line: `timeout on v1.authorize, twice`.
    var summary: String {
        "\(fault)" + (operations.map { " on " + $0.map(\.rawValue).joined(separator: ", ") } ?? "")
            + (count.map { ", \($0) times" } ?? "")
    }
}
