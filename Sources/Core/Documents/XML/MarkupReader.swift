/// Reads documents that are in no doubt without libxml2, several times as fast.
///
/// Fuzzers, simulations and replays read hundreds of thousands of responses and tokens, nearly all of them plain: no
/// document type, names in ASCII, few attributes. Whatever else a document holds (a slip, a rarity, a size near a
/// limit) is a ``Fallback`` and left to libxml2, so every error stays libxml2's: the result is the same, or there is
/// none. Two readings of one document would be worse than a slow one; `MarkupAgreementTests` compares both.
struct MarkupReader: ~Copyable {
    /// The reasons that a document is not read here.
    enum Fallback: Error {
        /// libxml2 shall judge.
        case leftToLibXML2
        /// There are carriage returns, which have to become line feeds before anything is read.
        case carriageReturn
    }

    /// Deeper, longer and wider documents are left to libxml2, whatever the limits.
    private static let ceilings = (bytes: 1 << 20, lines: 65_000, depth: 64)

    let bytes: MarkupBytes
    let limits: XMLLimits
    /// The index of the next byte.
    var index = 0
    /// The line of the next byte, from 1.
    var line = 1
    /// The children of all open elements, those of the innermost last; before and after the root, the prolog and
    /// epilog.
    var nodes = MarkupStack<XMLNode>(minimumCapacity: 32)
    /// The open elements, the innermost last, still without children.
    var elements = MarkupStack<XMLElement>(minimumCapacity: 12)
    /// The start tags of the open elements.
    var open = MarkupStack<MarkupTag>(minimumCapacity: 12)
    /// The attributes of the tag that is being read.
    var attributes = MarkupAttributes()
    /// The attributes of the element that is being made.
    var values = MarkupStack<XMLAttribute>(minimumCapacity: 8)
    var scope: MarkupScope
    private var nodeCount = 0

    private init(_ bytes: consuming MarkupBytes, _ limits: XMLLimits) {
        self.bytes = bytes
        self.limits = limits
        scope = MarkupScope(limits: limits)
    }

    /// The document in `bytes`; nil if it is libxml2's to read or to refuse.
    static func document(of bytes: [UInt8], limits: XMLLimits) -> XMLDocument? {
        guard bytes.count <= min(limits.totalBytes, ceilings.bytes) else { return nil }
        do throws(Fallback) {
            var reader = MarkupReader(MarkupBytes(bytes), limits)
            return try reader.document()
        } catch {
            guard case .carriageReturn = error else { return nil }
        }
        var reader = MarkupReader(MarkupBytes(joiningLineEndsOf: bytes), limits)
        return try? reader.document()
    }

    private mutating func document() throws(Fallback) -> XMLDocument {
        try skipDeclaration()
        try readOutsideRoot()
        let prolog = nodes.take(from: 0)
        let root = try readRoot()
        try readOutsideRoot()
        guard index == bytes.count else { throw .leftToLibXML2 }
        return XMLDocument(root: root, prolog: prolog, epilog: nodes.take(from: 0))
    }

    /// Comments, instructions and blanks, as long as there are any.
    private mutating func readOutsideRoot() throws(Fallback) {
        while true {
            try skipBlanks()
            guard bytes[index] == UInt8(ascii: "<") else { return }
            switch bytes[index &+ 1] {
            case UInt8(ascii: "!"): try readComment()
            case UInt8(ascii: "?"): try readInstruction()
            default: return
            }
        }
    }

    private mutating func readRoot() throws(Fallback) -> XMLElement {
        guard bytes[index] == UInt8(ascii: "<") else { throw .leftToLibXML2 }
        if let root = try readStartTag() { return root }
        while true {
            guard bytes[index] == UInt8(ascii: "<") else {
                try readText()
                continue
            }
            switch bytes[index &+ 1] {
            case UInt8(ascii: "/"):
                if let root = try readEndTag() { return root }
            case UInt8(ascii: "!"):
                if bytes[index &+ 2] == UInt8(ascii: "[") { try readSection() } else { try readComment() }
            case UInt8(ascii: "?"): try readInstruction()
            default: _ = try readStartTag()
            }
        }
    }

    /// Takes one more node into account.
    mutating func countNode() throws(Fallback) {
        guard nodeCount < limits.nodes else { throw .leftToLibXML2 }
        nodeCount &+= 1
    }

    /// Makes sure that an element may be `depth` elements deep here and stand on this line.
    func checkPlace(depth: Int) throws(Fallback) {
        guard depth <= min(limits.depth, Self.ceilings.depth), line < Self.ceilings.lines else { throw .leftToLibXML2 }
    }

    /// Passes over `byte`, which must come next.
    mutating func expect(_ byte: UInt8) throws(Fallback) {
        guard bytes[index] == byte else { throw .leftToLibXML2 }
        index &+= 1
    }

    /// Passes over white space, and says whether there was any.
    @discardableResult
    mutating func skipBlanks() throws(Fallback) -> Bool {
        let start = index
        while bytes[index] <= 0x20 {
            switch bytes[index] {
            case 0x20, 0x09: break
            case 0x0A: line &+= 1
            case 0x0D: throw .carriageReturn
            default: return index > start
            }
            index &+= 1
        }
        return index > start
    }

    /// Passes over a name of ASCII characters without a colon.
    mutating func skipName() throws(Fallback) {
        let start = index
        guard bytes.beginsName(at: index) else { throw .leftToLibXML2 }
        index = bytes.endOfNameBytes(from: index)
        guard index &- start <= min(limits.nameBytes, 1024) else { throw .leftToLibXML2 }
    }
}
