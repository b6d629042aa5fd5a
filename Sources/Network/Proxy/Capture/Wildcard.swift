/// Patterns in which `*` stands for any bytes, or none.
enum Wildcard {
    /// Checks whether all of `text` is what `pattern` describes.
    ///
    /// It goes back to the last `*` alone, so that no pattern takes longer than the product of both lengths.
    static func matches<Text: Collection<UInt8>>(_ pattern: [UInt8], _ text: Text) -> Bool {
        var position = 0
        var index = text.startIndex
        var retry: (position: Int, index: Text.Index)?
        while index < text.endIndex {
            if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
                position += 1
                retry = (position, index)
            } else if position < pattern.count, pattern[position] == text[index] {
                position += 1
                index = text.index(after: index)
            } else if let (after, from) = retry {
                position = after
                index = text.index(after: from)
                retry = (after, index)
            } else {
                return false
            }
        }
        return pattern[position...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
