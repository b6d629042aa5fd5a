/// Remarks as they are made, of each name the first ten: a document may give reason for the same one at every element.
struct RemarkList {
    private(set) var remarks: [Remark] = []
    private var counts: [String: Int] = [:]

    private static let mostOfAName = 10

    mutating func suspicious(_ name: String, _ detail: @autoclosure () -> String) {
        guard hasRoom(for: name) else { return }
        remarks.append(.suspicious(name, detail()))
    }

    mutating func note(_ name: String, _ detail: @autoclosure () -> String) {
        guard hasRoom(for: name) else { return }
        remarks.append(.note(name, detail()))
    }

    mutating func append(_ remark: Remark) {
        guard hasRoom(for: remark.name) else { return }
        remarks.append(remark)
    }

    /// Whether one more is kept, which is counted then: the sentence of one that is not need not be made.
    private mutating func hasRoom(for name: String) -> Bool {
        counts[name, default: 0] += 1
        return counts[name, default: 0] <= Self.mostOfAName
    }
}
