import Documents
import Report

/// How many exchanges had each name, in the order in which the names first came.
struct NameCounts {
    private(set) var names: [String] = []
    private var counts: [String: Int] = [:]
    /// How many were counted.
    private(set) var total = 0
    /// How many were counted under names that came when there were too many already.
    private(set) var unnamed = 0

    /// Names that are told apart; a capture of a whole browser has thousands of hosts.
    static let maximumNames = 10_000
    /// Names that are listed: more than these nobody likes to read.
    static let listedNames = 30

    /// Counts `name`.
    mutating func add(_ name: String) {
        total += 1
        if let count = counts[name] {
            counts[name] = count + 1
        } else if names.count < Self.maximumNames {
            names.append(name)
            counts[name] = 1
        } else {
            unnamed += 1
        }
    }

    /// How many had this name.
    func count(of name: String) -> Int { counts[name] ?? 0 }

    /// An object for each name: the name under `key`, and how many had it.
    func json(as key: String) -> JSONValue {
        .array(names.map { .object([key: .string($0), "count": .count(count(of: $0))]) })
    }

    /// A line for each name, and one for those that are not listed.
    var lines: String {
        var result = ""
        for name in names.prefix(Self.listedNames) {
            result += PrintableText.rightAligned("\(count(of: name))", to: 8) + "  \(PrintableText.escaped(name))\n"
        }
        let others = names.count - Self.listedNames
        if others > 0 { result += "          and \(others) more\n" }
        return result
    }
}
