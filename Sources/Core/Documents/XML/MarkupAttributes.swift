/// The attributes of one tag as they stand in the bytes, until all its namespace declarations are known.
struct MarkupAttributes: ~Copyable {
    /// One attribute.
    struct Attribute {
        let name: MarkupName
        /// The place of the value, without its quotes.
        let value: ByteRange
        /// True if the value holds no references and no white space but spaces.
        let isVerbatim: Bool

        /// The prefix that is declared, of no length for the default namespace; nil if this is no declaration.
        let declaredPrefix: ByteRange?
    }

    /// More are left to libxml2: each is compared with all before it.
    private static let ceiling = 32

    private(set) var all = MarkupStack<Attribute>(minimumCapacity: 4)
    /// True if there are namespace declarations among them.
    private(set) var hasDeclarations = false

    /// Adds an attribute of a local name that none before has; those that differ in their prefixes only are rare.
    mutating func append(
        _ name: MarkupName,
        value: ByteRange,
        isVerbatim: Bool,
        in bytes: borrowing MarkupBytes
    ) throws(MarkupReader.Fallback) {
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
