/// The entries of a fold, which remembers the ones that changed since it was last asked.
struct HoldingList {
    /// The entries, in the order in which the recording shows them.
    private(set) var all: [Holding] = []
    /// The places that changed since ``takeTouched()``, in the order of the changes, each as often as it changed.
    private var touched: [Int] = []

    /// The number of entries.
    var count: Int { all.count }

    /// The entry at a place; whoever writes to it has changed it.
    subscript(index: Int) -> Holding {
        get { all[index] }
        _modify {
            touched.append(index)
            yield &all[index]
        }
    }

    /// Adds an entry.
    mutating func append(_ holding: Holding) {
        touched.append(all.count)
        all.append(holding)
    }

    /// Returns the places that changed since the last time, each once, rising.
    mutating func takeTouched() -> [Int] {
        defer { touched.removeAll(keepingCapacity: true) }
        return Set(touched).sorted()
    }
}
