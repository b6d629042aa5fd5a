import Documents

/// What has to be looked at in every element of a response before any of it is believed (fuzzing.md §4).
///
/// One walk over the whole tree, extensions and signature objects included: what hides there is how wrapping is done.
struct SAMLStructure {
    private(set) var remarks: [Remark] = []
    private(set) var signatures: [UnverifiedSAMLSignature] = []
    private(set) var assertionCount = 0
    private var identifiers: Set<String> = []

    init(_ document: XMLDocument) throws(SAMLError) {
        try visit(document.root, in: document.root, isRoot: true, isOpaque: false)
        for node in document.prolog + document.epilog {
            guard case .processingInstruction(let target, _) = node else { continue }
            remarks.append(.note("processing-instruction", "the instruction <?\(target)?> is ignored"))
        }
    }

    /// Looks at an element and all that stands in it, parents first, as deep as the parser's limit.
    ///
    /// The parent of the root is of no account.
    private mutating func visit(
        _ element: XMLElement,
        in parent: XMLElement,
        isRoot: Bool,
        isOpaque: Bool
    ) throws(SAMLError) {
        let word = SAMLWord.named(element.name.local)
        if !element.namespaceDeclarations.isEmpty { try checkNamespaces(element) }
        if let word { try checkName(element, word, isOpaque: isOpaque) }
        if !element.attributes.isEmpty { try checkIdentifiers(element) }
        if let word, word.role != .other, !isRoot { try checkPlace(element, word.role, in: parent) }
        if let word, word.isMeaningful { remarkSplitText(element) }
        remarkAttributes(element)
        let isOpaque = isOpaque || word?.isOpaque == true
        for index in element.children.indices {
            try visit(element.children[index], in: element, isOpaque: isOpaque)
        }
    }

    /// Looks at a child if it is an element; that it comes as a node saves a copy of each element.
    private mutating func visit(_ node: XMLNode, in parent: XMLElement, isOpaque: Bool) throws(SAMLError) {
        switch node {
        case .element(let element): try visit(element, in: parent, isRoot: false, isOpaque: isOpaque)
        case .text, .cdata, .comment, .processingInstruction: return
        }
    }

    private func checkNamespaces(_ element: XMLElement) throws(SAMLError) {
        for declaration in element.namespaceDeclarations where !isAbsolute(declaration.uri) {
            throw SAMLError(.relativeNamespace(declaration.uri), line: element.line)
        }
    }

    private func checkName(_ element: XMLElement, _ word: SAMLWord, isOpaque: Bool) throws(SAMLError) {
        guard !isOpaque || word.isDangerous, let expected = word.namespace?.uri, element.name.namespace != expected
        else { return }
        throw SAMLError(.wrongNamespace(element.qualified, expected: expected), line: element.line)
    }

    private mutating func checkIdentifiers(_ element: XMLElement) throws(SAMLError) {
        for index in element.attributes.indices where isIdentifier(element.attributes[index].name) {
            let value = element.attributes[index].value
            guard isName(value) else { throw SAMLError(.malformedID(value), line: element.line) }
            if !identifiers.insert(value).inserted { throw SAMLError(.duplicateID(value), line: element.line) }
        }
    }

    private func isIdentifier(_ name: XMLName) -> Bool {
        // Without this length it can be none of the three.
        guard name.local.utf8.count == 2 else { return false }
        return name.namespace == nil
            ? name.local == "ID" || name.local == "Id" : name.prefix == "xml" && name.local == "id"
    }

    private mutating func checkPlace(
        _ element: XMLElement,
        _ role: SAMLWord.Role,
        in parent: XMLElement
    ) throws(SAMLError) {
        switch role {
        case .other: return
        case .response:
            if element.isProtocol("Response") { throw SAMLError(.nestedResponse, line: element.line) }
        case .assertion: if element.isSAML("Assertion") { try countAssertion(element, in: parent) }
        case .encryptedAssertion: if element.isSAML("EncryptedAssertion") { try countAssertion(element, in: parent) }
        case .signature:
            guard element.name.isNamed("Signature", in: SAMLNamespace.signature) else { return }
            _ = try parent.only("Signature", in: SAMLNamespace.signature)
            let signature = try UnverifiedSAMLSignature(element, in: parent)
            signatures.append(signature)
            remarks += signature.remarks
        case .signedInfo:
            guard element.name.isNamed("SignedInfo", in: SAMLNamespace.signature),
                !parent.name.isNamed("Signature", in: SAMLNamespace.signature)
            else { return }
            throw SAMLError(.malformedSignature("whose SignedInfo stands in \(parent.name.local)"), line: element.line)
        case .object:
            guard element.name.isNamed("Object", in: SAMLNamespace.signature) else { return }
            remarks.append(.suspicious("signature-object", "a signature holds an Object, which SAML forbids"))
        case .extensions:
            guard element.isProtocol("Extensions") else { return }
            remarks.append(.note("extensions", "the response has extensions, which are not read"))
        }
    }

    /// An assertion is counted before it is known where it stands, so that the first found is not the one believed.
    private mutating func countAssertion(_ element: XMLElement, in parent: XMLElement) throws(SAMLError) {
        assertionCount += 1
        guard parent.isProtocol("Response") else {
            throw SAMLError(.misplacedAssertion(in: parent.name.local), line: element.line)
        }
    }

    private mutating func remarkSplitText(_ element: XMLElement) {
        let local = element.name.local
        if element.isSAML("AttributeValue") { remarkHiddenText(element) }
        guard element.children.count > 1, !element.hasElements else { return }
        var isCommented = false
        for child in element.children {
            switch child {
            case .comment, .processingInstruction: isCommented = true
            case .text, .cdata, .element: continue
            }
        }
        let hyphenated = hyphenated(local)
        remarks.append(
            isCommented
                ? .suspicious(
                    "comment-split-\(hyphenated)",
                    "a comment or instruction stands inside \(local); the whole text counts: "
                        + element.text.prefix(80).quoted
                )
                : .suspicious(
                    "cdata-split-\(hyphenated)",
                    "\(local) is put together of several parts; the whole text counts: "
                        + element.text.prefix(80).quoted
                )
        )
    }

    /// A value that is read as elements or as none, and holds a text that another reader takes for the value.
    private mutating func remarkHiddenText(_ element: XMLElement) {
        let null = element.attributes.first { $0.name.isNamed("nil", in: SAMLNamespace.instance) }?.value
        let isNull = null == "true" || null == "1"
        guard isNull || element.hasElements else { return }
        let hasText = element.children.contains { child in
            switch child {
            case .text(let text), .cdata(let text): text.unicodeScalars.contains { !$0.properties.isWhitespace }
            case .element: isNull
            case .comment, .processingInstruction: false
            }
        }
        guard hasText else { return }
        remarks.append(
            isNull
                ? .suspicious("nil-with-content", "a value says it is none and holds something, which is not read")
                : .suspicious("mixed-value", "a value holds text beside its elements, which is not read")
        )
    }

    private mutating func remarkAttributes(_ element: XMLElement) {
        for index in element.attributes.indices where element.attributes[index].name.namespace != nil {
            let name = element.attributes[index].name
            if name.local == "ID" {
                remarks.append(
                    .suspicious(
                        "namespaced-id",
                        "\(element.name.local) has an ID attribute in a namespace; only the one in none counts"
                    )
                )
            }
            if name.prefix == "xml", name.local == "base" {
                remarks.append(.note("xml-base", "xml:base on \(element.name.local) is ignored"))
            }
            if name.namespace == SAMLNamespace.instance, name.local.hasSuffix("chemaLocation") {
                remarks.append(.note("schema-location", "\(name.local) on \(element.name.local) is ignored"))
            }
        }
    }
}

/// Whether an ID can be referred to in one way only: a reader with a schema takes white space away (`xs:ID`).
private func isName(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "#") }
}

/// Whether a namespace name has a scheme, or is empty (which takes the default namespace back).
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

private func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26
}

/// `NameID` as `name-id`, `DigestValue` as `digest-value`.
private func hyphenated(_ name: String) -> String {
    var result = ""
    var wasUpper = true
    for character in name {
        if character.isUppercase, !wasUpper { result += "-" }
        result += character.lowercased()
        wasUpper = character.isUppercase
    }
    return result
}
