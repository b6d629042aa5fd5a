/// Replacements within a text: every byte that is not replaced stays as it is.
struct Edits {
    private let source: ArraySlice<UInt8>
    private var output: [UInt8] = []
    private var copied: Int
    private var hasChanges = false

    init(_ source: ArraySlice<UInt8>) {
        self.source = source
        copied = source.startIndex
    }

    /// Puts `text` in the place of `range`; ranges must come in order.
    mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
        guard range.lowerBound >= copied else { return }
        if !hasChanges { output.reserveCapacity(source.count + 32) }
        hasChanges = true
        output += source[copied..<range.lowerBound]
        output += text
        copied = range.upperBound
    }

    /// The text with all replacements, or nil if there was none.
    consuming func result() -> [UInt8]? {
        guard hasChanges else { return nil }
        output += source[copied...]
        return output
    }
}
