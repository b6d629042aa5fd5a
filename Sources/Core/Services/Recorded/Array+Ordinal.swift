extension Array {
    /// The place of the element of this ordinal; the ordinals rise, unless a recording was edited.
    func place(of ordinal: Int, by key: (Element) -> Int) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if key(self[middle]) < ordinal { low = middle + 1 } else { high = middle }
        }
        if low < count, key(self[low]) == ordinal { return low }
        return firstIndex { key($0) == ordinal }
    }
}
