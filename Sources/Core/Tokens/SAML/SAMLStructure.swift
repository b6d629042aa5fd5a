import Documents

/// The check of every element of a response before any of it is believed (fuzzing.md §4).
///
/// One walk over the whole tree, extensions and signature objects included: what hides there is how wrapping is done.
struct SAMLStructure {
    private var told = DiagnosticList()
    var diagnostics: [Diagnostic] { told.diagnostics }
    private(set) var signatures: [UnverifiedSAMLSignature] = []
    private(set) var assertionCount = 0
    private var identifiers: Set<ExactText> = []
    private var equivalentIdentifiers: Set<String> = []
    /// The values of ID attributes of a namespace, which some readers take for IDs.
    private var namespacedIdentifiers: [String] = []
    /// The names of the children that are not read, each once and a few only.
    private var unread: [String] = []
    private var hasSubjectName = false
    private var hasOtherName = false

    /// The number of names of what is not read that are reported.
    private static let mostUnread = 10

    /// The known facts about the place of an element.
    private struct Place {
        var isRoot = false
        /// True if anything may be here.
        var isOpaque = false
        /// True if this is inside an assertion's subject, next to its name.
        var isSubject = false
        /// The local names that are read here; nil where others may stand.
        var parts: [String]?
    }

    init(_ document: XMLDocument) throws(SAMLError) {
        try visit(document.root, in: document.root, Place(isRoot: true))
        diagnoseRepeatedIdentifiers()
        for node in document.prolog + document.epilog {
            guard case .processingInstruction(let target, _) = node else { continue }
            told.append(.note("processing-instruction", target))
        }
    }

    /// Looks at an element and all that stands in it, parents first, as deep as the parser's limit.
    ///
    /// The parent of the root is of no account.
    private mutating func visit(_ element: XMLElement, in parent: XMLElement, _ place: Place) throws(SAMLError) {
        let word = SAMLWord.named(element.name.local)
        if !element.namespaceDeclarations.isEmpty { try checkNamespaces(element) }
        if let word { try checkName(element, word, isOpaque: place.isOpaque) }
        if !element.attributes.isEmpty { try checkIdentifiers(element) }
        if let word, word.role != .other, !place.isRoot { try checkPlace(element, word.role, in: parent, place) }
        if let parts = place.parts, !parts.contains(exactly: element.name.local) { diagnoseUnread(element, in: parent) }
        if let word, word.isMeaningful { diagnoseText(element) }
        diagnoseAttributes(element)
        var inner = Place(isOpaque: place.isOpaque || word?.isOpaque == true)
        if !place.isOpaque {
            inner.isSubject = word?.role == .subject && parent.isSAML("Assertion")
            inner.parts = word?.parts
        }
        for index in element.children.indices {
            try visit(element.children[index], in: element, inner)
        }
    }

    /// Looks at a child if it is an element; that it comes as a node saves a copy of each element.
    private mutating func visit(_ node: XMLNode, in parent: XMLElement, _ place: Place) throws(SAMLError) {
        switch node {
        case .element(let element): try visit(element, in: parent, place)
        case .text, .cdata, .comment, .processingInstruction: return
        }
    }

    private func checkNamespaces(_ element: XMLElement) throws(SAMLError) {
        for declaration in element.namespaceDeclarations where !isAbsolute(declaration.uri) {
            throw SAMLError(.relativeNamespace(declaration.uri), line: element.line)
        }
    }

    private func checkName(_ element: XMLElement, _ word: SAMLWord, isOpaque: Bool) throws(SAMLError) {
        guard !isOpaque || word.isDangerous, let expected = word.namespace?.uri,
            ExactText(element.name.namespace ?? "") != expected
        else { return }
        throw SAMLError(.wrongNamespace(element.qualified, expected: expected), line: element.line)
    }

    private mutating func checkIdentifiers(_ element: XMLElement) throws(SAMLError) {
        var count = 0
        for index in element.attributes.indices where isIdentifier(element.attributes[index].name) {
            let value = element.attributes[index].value
            guard isName(value) else { throw SAMLError(.malformedID(value), line: element.line) }
            guard identifiers.insert(ExactText(value)).inserted, try isUnlikeOthers(value, element) else {
                throw SAMLError(.duplicateID(value), line: element.line)
            }
            count += 1
        }
        // An ID and an Id, say: what a signature refers to by one of them, another reader looks up by the other.
        guard count > 1 else { return }
        told.append(.suspicious("several-ids", element.name.local, "\(count)"))
    }

    /// Checks whether no other ID is equivalent for readers that put characters together: only outside ASCII can one
    /// be.
    private mutating func isUnlikeOthers(_ value: String, _ element: XMLElement) throws(SAMLError) -> Bool {
        guard value.utf8.contains(where: { $0 >= 0x80 }) else { return true }
        // Putting them together takes time as the square of their number.
        guard value.utf8.count <= 256 else { throw SAMLError(.malformedID(value), line: element.line) }
        return equivalentIdentifiers.insert(value).inserted
    }

    private func isIdentifier(_ name: XMLName) -> Bool {
        // Without this length it can be none of the three.
        guard name.local.utf8.count == 2 else { return false }
        return name.namespace == nil ? name.isCapitalID : name.hasXMLPrefix && name.local == "id"
    }

    private mutating func checkPlace(
        _ element: XMLElement,
        _ role: SAMLWord.Role,
        in parent: XMLElement,
        _ place: Place
    ) throws(SAMLError) {
        switch role {
        case .other, .subject: return
        case .response:
            if element.isProtocol("Response") { throw SAMLError(.nestedResponse, line: element.line) }
        case .assertion: if element.isSAML("Assertion") { try countAssertion(element, in: parent) }
        case .encryptedAssertion: if element.isSAML("EncryptedAssertion") { try countAssertion(element, in: parent) }
        case .signature:
            guard element.name.isNamed("Signature", in: SAMLNamespace.signature) else { return }
            _ = try parent.only("Signature", in: SAMLNamespace.signature)
            let signature = try UnverifiedSAMLSignature(element, in: parent)
            signatures.append(signature)
            diagnosePlace(of: element, in: parent)
            for diagnostic in signature.diagnostics { told.append(diagnostic) }
        case .signedInfo:
            guard element.name.isNamed("SignedInfo", in: SAMLNamespace.signature),
                !parent.name.isNamed("Signature", in: SAMLNamespace.signature)
            else { return }
            throw SAMLError(.malformedSignature("whose SignedInfo is in \(parent.name.local)"), line: element.line)
        case .object:
            guard element.name.isNamed("Object", in: SAMLNamespace.signature) else { return }
            told.append(.suspicious("signature-object"))
        case .extensions:
            guard element.isProtocol("Extensions") else { return }
            told.append(.note("extensions"))
        case .advice:
            // By SAML core §2.6.1 advice changes nothing of what an assertion means.
            guard parent.isSAML("Assertion") else { return }
            told.append(.note("advice"))
        case .nameID: diagnoseEarlierName(isSubject: place.isSubject)
        }
    }

    /// Reports a signature that does not come right behind the issuer, or first where none is named (SAML core §2.3.3, §3.2.2): a reader
    /// that goes by the place does not find it.
    private mutating func diagnosePlace(of signature: XMLElement, in parent: XMLElement) {
        var before: XMLElement?
        for case .element(let child) in parent.children {
            if child.line == signature.line, child == signature { break }
            before = child
        }
        guard let before, !before.isSAML("Issuer") else { return }
        told.append(.suspicious("signature-order", parent.name.local, before.name.local))
    }

    /// Reports a name before the subject's: a reader that looks for a `NameID` anywhere takes the first for the
    /// subject's.
    private mutating func diagnoseEarlierName(isSubject: Bool) {
        guard isSubject, !hasSubjectName else {
            hasOtherName = true
            return
        }
        hasSubjectName = true
        guard hasOtherName else { return }
        told.append(.suspicious("earlier-name-id"))
    }

    /// A reader that knows the element takes it into account: another statement, say, may deny what the rest permits.
    private mutating func diagnoseUnread(_ element: XMLElement, in parent: XMLElement) {
        guard unread.count < Self.mostUnread else { return }
        let name = element.qualified
        guard !unread.contains(exactly: name) else { return }
        unread.append(name)
        told.append(.suspicious("unread-part", parent.name.local, String(name.prefix(200))))
    }

    /// An assertion is counted before it is known where it stands, so that the first found is not the one believed.
    private mutating func countAssertion(_ element: XMLElement, in parent: XMLElement) throws(SAMLError) {
        assertionCount += 1
        guard parent.isProtocol("Response") else {
            throw SAMLError(.misplacedAssertion(in: parent.name.local), line: element.line)
        }
    }

    private mutating func diagnoseText(_ element: XMLElement) {
        let local = element.name.local
        if element.isSAML("AttributeValue") {
            diagnoseHiddenText(element)
        } else if element.isNil {
            told.append(.suspicious("nil-\(hyphenated(local))", as: "nil-element", local))
        }
        diagnoseSplitText(element, local)
    }

    private mutating func diagnoseSplitText(_ element: XMLElement, _ local: String) {
        guard element.children.count > 1, !element.hasElements else { return }
        var isCommented = false
        for child in element.children {
            switch child {
            case .comment, .processingInstruction: isCommented = true
            case .text, .cdata, .element: continue
            }
        }
        let kind = isCommented ? "comment" : "cdata"
        let text = String(element.text.prefix(80))
        told.append(.suspicious("\(kind)-split-\(hyphenated(local))", as: "\(kind)-split", local, text))
    }

    /// A value that is read as elements or as none, and holds a text that another reader takes for the value.
    private mutating func diagnoseHiddenText(_ element: XMLElement) {
        let isNull = element.isNil
        guard isNull || element.hasElements else { return }
        let hasText = element.children.contains { child in
            switch child {
            case .text(let text), .cdata(let text): text.unicodeScalars.contains { !$0.properties.isWhitespace }
            case .element: isNull
            case .comment, .processingInstruction: false
            }
        }
        guard hasText else { return }
        if isNull {
            told.append(.suspicious("nil-with-content"))
        } else {
            told.append(.suspicious("mixed-value"))
        }
    }

    private mutating func diagnoseAttributes(_ element: XMLElement) {
        for index in element.attributes.indices where element.attributes[index].name.namespace != nil {
            let name = element.attributes[index].name
            if name.isCapitalID {
                // What WS-Security calls `wsu:Id` is an ID for many libraries that look up what a signature refers to.
                namespacedIdentifiers.append(element.attributes[index].value)
                told.append(.suspicious("namespaced-id", element.name.local, name.local))
            }
            if name.hasXMLPrefix, name.$local == "base" {
                told.append(.note("xml-base", element.name.local))
            }
            if name.local.ends(in: "chemaLocation"), ExactText(name.namespace ?? "") == SAMLNamespace.instance {
                told.append(.note("schema-location", name.local, element.name.local))
            }
        }
    }

    /// Reports a namespaced ID that another ID equals: a signature over one may be taken for one over the other.
    private mutating func diagnoseRepeatedIdentifiers() {
        var seen: Set<ExactText> = []
        var repeated: Set<ExactText> = []
        for value in namespacedIdentifiers {
            let id = ExactText(value)
            let isRepeated = !seen.insert(id).inserted || identifiers.contains(id)
            guard isRepeated, repeated.insert(id).inserted else { continue }
            told.append(.suspicious("duplicate-id", String(value.prefix(80))))
        }
    }
}

/// Checks whether an ID can be referred to in one way only.
///
/// A reader with a schema takes white space away (`xs:ID`); one of URIs undoes percent escapes, one of XPointers calls
/// a function: `#xpointer(id('_b'))` is `_b`.
private func isName(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.allSatisfy { $0 > 0x20 && !"#%()".utf8.contains($0) }
}

/// Checks whether a namespace name has a scheme, or is empty (which takes the default namespace back).
private func isAbsolute(_ uri: String) -> Bool {
    var isFirst = true
    for byte in uri.utf8 {
        if byte == UInt8(ascii: ":") { return !isFirst }
        guard isLetter(byte) || (!isFirst && ((48...57).contains(byte) || "+-.".utf8.contains(byte))) else {
            return false
        }
        isFirst = false
    }
    return isFirst
}

/// `NameID` as `name-id`, `DigestValue` as `digest-value`: the name of a ``SAMLWord``, all of which are ASCII.
private func hyphenated(_ name: String) -> String {
    var result: [UInt8] = []
    var wasUpper = true
    for byte in name.utf8 {
        let isUpper = lowercasedASCII(byte) != byte
        if isUpper, !wasUpper { result.append(UInt8(ascii: "-")) }
        result.append(lowercasedASCII(byte))
        wasUpper = isUpper
    }
    return String(decoding: result, as: UTF8.self)
}
