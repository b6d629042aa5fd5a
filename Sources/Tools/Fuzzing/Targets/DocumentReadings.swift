import Documents
import FuzzReadings

/// Holds the limits of documents, and what is written of them, against libxml2's tree.
enum DocumentReadings {
    /// Checks that what was refused for a limit passes it by another count, too, if it is a document for another
    /// reader.
    static func refused(_ error: XMLError, _ input: [UInt8]) throws(PropertyFailure) {
        guard case .limit(let name, let value) = error.cause else { return }
        let other = LibXML2Reading(of: input)
        guard other.isWellFormed, let most = DocumentExtent(other.steps).most(of: name) else { return }
        try require(most > value, "refuses-only-what-passes-its-limit", "\(name): \(most) of \(value)")
    }

    /// Checks that what was taken passes no limit by another count.
    static func within(_ limits: XMLLimits, _ other: LibXML2Reading) throws(PropertyFailure) {
        let extent = DocumentExtent(other.steps)
        let counts = [
            ("attributes", extent.attributesPerElement, limits.attributesPerElement),
            ("depth", extent.depth, limits.depth),
            ("namespaces-in-scope", extent.namespacesInScope, limits.namespacesInScope),
            ("name", extent.nameBytes, limits.nameBytes),
            ("namespace", extent.namespaceBytes, limits.namespaceBytes),
        ]
        for (name, found, limit) in counts { try require(found <= limit, "limit-\(name)", "\(found)") }
    }

    /// A section of any text is read again as that text, by the house and by libxml2.
    ///
    /// No document that was read has the end of a section in one, so the text is made of the input's bytes: brackets, the
    /// sign that ends a section behind two of them, and a letter.
    static func sections(_ bytes: some Sequence<UInt8>) throws(PropertyFailure) {
        let text = bytes.map { Array("]]>a".utf8)[Int($0 & 3)] }
        let section = XMLNode.cdata(String(decoding: text, as: UTF8.self))
        let printed = Array(XMLDocument(root: XMLElement(XMLName("a"), children: [section])).serialized.utf8)
        let again = try attempt("section-holds-its-text") { try XMLDocument(parsing: printed) }
        try requireEqual(LibXML2Element(parsing: printed)?.content, text, "section-holds-its-text")
        var found: [UInt8] = []
        for case .cdata(let part) in again.root.children { found += part.utf8 }
        try requireEqual(found, text, "section-holds-its-text")
    }
}
