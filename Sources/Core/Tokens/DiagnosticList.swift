/// Diagnostics as they are made, of each name the first ten: a document may give reason for the same one at every
/// element.
struct DiagnosticList {
    private(set) var diagnostics: [Diagnostic] = []
    private var counts: [String: Int] = [:]

    private static let mostOfAName = 10

    mutating func append(_ diagnostic: Diagnostic) {
        counts[diagnostic.name, default: 0] += 1
        if counts[diagnostic.name, default: 0] <= Self.mostOfAName { diagnostics.append(diagnostic) }
    }
}
