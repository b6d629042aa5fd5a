extension Substring {
    /// Without spaces and tabs around it.
    ///
    /// By bytes: a space counts even where a combining mark follows it.
    package var trimmedSpaces: Substring {
        var bytes = utf8
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return Substring(bytes)
    }
}
