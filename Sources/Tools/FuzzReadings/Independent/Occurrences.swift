extension [UInt8] {
    /// Returns the number of times that the bytes of `text` are in it, one place at a time.
    package func count(of text: String) -> Int {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, count >= wanted.count else { return 0 }
        return (0...(count - wanted.count)).count {
            self[$0] == first && self[$0..<$0 + wanted.count].elementsEqual(wanted)
        }
    }
}
