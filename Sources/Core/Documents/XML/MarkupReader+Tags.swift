extension MarkupReader {
    /// Reads the start tag that begins here; answers its element if that is empty and the root.
    mutating func readStartTag() throws(Fallback) -> XMLElement? {
        index &+= 1
        let name = try readName()
        let isEmpty = try readAttributes()
        try countNode()
        try checkPlace(depth: open.count &+ 1)
        let outerScope = scope.count
        if !isEmpty {
            elements.push(try makeElement(name))
            open.push(MarkupTag(name: name.whole, firstChild: nodes.count, outerScope: outerScope))
            return nil
        }
        let element = try makeElement(name)
        scope.forget(downTo: outerScope)
        if open.count == 0 { return element }
        nodes.push(.element(element))
        return nil
    }

    /// Reads the end tag that begins here; answers its element if that is the root.
    mutating func readEndTag() throws(Fallback) -> XMLElement? {
        index &+= 2
        let tag = open.pop()
        guard bytes.areSame(tag.name.count, at: index, and: tag.name.start) else { throw .leftToLibXML2 }
        index &+= tag.name.count
        try skipBlanks()
        try expect(UInt8(ascii: ">"))
        scope.forget(downTo: tag.outerScope)
        let children = nodes.take(from: tag.firstChild)
        if open.count == 0 { return closed(with: children) }
        nodes.push(.element(closed(with: children)))
        return nil
    }

    private mutating func closed(with children: [XMLNode]) -> XMLElement {
        var element = elements.pop()
        element.children = children
        return element
    }

    private mutating func readName() throws(Fallback) -> MarkupName {
        let start = index
        try skipName()
        guard bytes[index] == UInt8(ascii: ":") else {
            return MarkupName(prefix: ByteRange(start, start), local: ByteRange(start, index))
        }
        let colon = index
        index &+= 1
        try skipName()
        return MarkupName(prefix: ByteRange(start, colon), local: ByteRange(colon &+ 1, index))
    }

    /// Reads attributes up to the end of the tag, and says whether the element is empty.
    private mutating func readAttributes() throws(Fallback) -> Bool {
        attributes.removeAll()
        while true {
            let isSeparate = try skipBlanks()
            switch bytes[index] {
            case UInt8(ascii: ">"):
                index &+= 1
                return false
            case UInt8(ascii: "/"):
                index &+= 1
                try expect(UInt8(ascii: ">"))
                return true
            default:
                guard isSeparate else { throw .leftToLibXML2 }
                try readAttribute()
            }
        }
    }

    private mutating func readAttribute() throws(Fallback) {
        let name = try readName()
        try skipBlanks()
        try expect(UInt8(ascii: "="))
        try skipBlanks()
        let quote = bytes[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw .leftToLibXML2 }
        index &+= 1
        let start = index
        let isVerbatim = try skipAttributeValue(quote)
        try attributes.append(name, value: ByteRange(start, index), isVerbatim: isVerbatim, in: bytes)
        index &+= 1
    }

    /// The element of this name with the attributes that were read.
    private mutating func makeElement(_ name: MarkupName) throws(Fallback) -> XMLElement {
        let all = attributes.all.count
        // libxml2 notes the line on which the tag ends.
        if all == 0 { return XMLElement(try scope.resolve(name, inDefaultNamespace: true, in: bytes), line: line) }
        guard all <= limits.attributesPerElement else { throw .leftToLibXML2 }
        let declarations = attributes.hasDeclarations ? try declareNamespaces() : []
        if declarations.count < all { try readValues() }
        return XMLElement(
            try scope.resolve(name, inDefaultNamespace: true, in: bytes),
            namespaceDeclarations: declarations,
            attributes: values.take(from: 0),
            line: line
        )
    }

    private mutating func readValues() throws(Fallback) {
        var index = 0
        while index < attributes.all.count {
            let attribute = attributes.all[index]
            index &+= 1
            guard attribute.declaredPrefix == nil else { continue }
            let value = try string(attribute.value, isVerbatim: attribute.isVerbatim, isAttribute: true)
            values.push(XMLAttribute(try scope.resolve(attribute.name, inDefaultNamespace: false, in: bytes), value))
        }
    }

    private mutating func declareNamespaces() throws(Fallback) -> [XMLNamespaceDeclaration] {
        var declarations: [XMLNamespaceDeclaration] = []
        var index = 0
        while index < attributes.all.count {
            let attribute = attributes.all[index]
            index &+= 1
            guard let prefix = attribute.declaredPrefix else { continue }
            guard attribute.isVerbatim, attribute.value.count <= limits.textBytes, !isReserved(prefix) else {
                throw .leftToLibXML2
            }
            declarations.append(try scope.declare(prefix: prefix, uri: attribute.value, in: bytes))
        }
        return declarations
    }

    /// Checks whether the prefix is `xml` or `xmlns`, or begins so.
    private func isReserved(_ prefix: ByteRange) -> Bool {
        prefix.count >= 3 && bytes.has(0x6C_6D_78, 3, at: prefix.start)
    }
}
