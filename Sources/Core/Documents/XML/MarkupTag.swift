/// A name as it stands in the bytes.
struct MarkupName {
    /// Where the prefix stands; of no length if there is none.
    let prefix: ByteRange
    /// Where the part after the colon stands.
    let local: ByteRange

    /// Where all of it stands.
    var whole: ByteRange { ByteRange(prefix.start, local.end) }
}

/// The start tag of an element that is open.
struct MarkupTag {
    /// Where its name stands, to compare it with that of the end tag.
    let name: ByteRange
    /// Where its children begin on the stack of nodes.
    let firstChild: Int
    /// How many namespace declarations were in force around it.
    let outerScope: Int
}
