/// A name as it stands in the bytes.
struct MarkupName {
    /// The place of the prefix; of no length if there is none.
    let prefix: ByteRange
    /// The place of the part after the colon.
    let local: ByteRange

    /// The place of all of it.
    var whole: ByteRange { ByteRange(prefix.start, local.end) }
}

/// The start tag of an element that is open.
struct MarkupTag {
    /// The place of its name, to compare it with that of the end tag.
    let name: ByteRange
    /// The index at which its children begin on the stack of nodes.
    let firstChild: Int
    /// The number of namespace declarations that were in force around it.
    let outerScope: Int
}
