/// Where something stands in the bytes; unlike a range it is made and asked without being checked each time.
struct ByteRange {
    let start: Int
    let end: Int

    init(_ start: Int, _ end: Int) {
        assert(start <= end)
        self.start = start
        self.end = end
    }

    var count: Int { end &- start }
    var isEmpty: Bool { start == end }
}

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

/// The attributes of one tag as they stand in the bytes, until all its namespace declarations are known.
struct MarkupAttributes: ~Copyable {
    /// One attribute.
    struct Attribute {
        let name: MarkupName
        /// Where the value stands, without its quotes.
        let value: ByteRange
        /// Whether the value holds no references and no white space but blanks.
        let isVerbatim: Bool

        /// The prefix that is declared, of no length for the default namespace; nil if this is no declaration.
        let declaredPrefix: ByteRange?
    }

    /// More are left to libxml2: each is compared with all before it.
    private static let ceiling = 32

    private(set) var all = MarkupStack<Attribute>(minimumCapacity: 4)
    /// Whether there are namespace declarations among them.
    private(set) var hasDeclarations = false

    /// Adds an attribute of a local name that none before has; those that differ in their prefixes only are rare.
    mutating func append(
        _ name: MarkupName,
        value: ByteRange,
        isVerbatim: Bool,
        in bytes: borrowing MarkupBytes
    ) throws(MarkupReader.Doubt) {
        guard all.count < Self.ceiling else { throw .leftToLibXML2 }
        var index = 0
        while index < all.count {
            guard !bytes.hasSame(all[index].name.local, name.local) else { throw .leftToLibXML2 }
            index &+= 1
        }
        let declared = Self.declaredPrefix(name, in: bytes)
        if declared != nil { hasDeclarations = true }
        all.push(Attribute(name: name, value: value, isVerbatim: isVerbatim, declaredPrefix: declared))
    }

    private static func declaredPrefix(_ name: MarkupName, in bytes: borrowing MarkupBytes) -> ByteRange? {
        let isPrefixed = !name.prefix.isEmpty
        let first = isPrefixed ? name.prefix : name.local
        // `xmlns`, the first byte the lowest.
        guard first.count == 5, bytes.has(0x73_6E_6C_6D_78, 5, at: first.start) else { return nil }
        return isPrefixed ? name.local : ByteRange(name.local.end, name.local.end)
    }

    /// Forgets all attributes.
    mutating func removeAll() {
        if all.count == 0 { return }
        all.removeAll()
        hasDeclarations = false
    }
}
