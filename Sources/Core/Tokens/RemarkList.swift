/// Remarks as they are made, of each name the first ten: a document may give reason for the same one at every element.
struct RemarkList {
    private(set) var remarks: [Remark] = []
    private var counts: [String: Int] = [:]

    private static let mostOfAName = 10

    mutating func append(_ remark: Remark) {
        counts[remark.name, default: 0] += 1
        if counts[remark.name, default: 0] <= Self.mostOfAName { remarks.append(remark) }
    }
}
