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
        // A stack instead of recursion: how deep the tree is, is up to the caller's limits.
        var pending: [(element: XMLElement, parent: XMLElement?, isOpaque: Bool)] = [(document.root, nil, false)]
        while let (element, parent, isOpaque) = pending.popLast() {
            try checkNames(element, isOpaque: isOpaque)
            try checkIdentifiers(element)
            if let parent { try checkPlace(element, in: parent) }
            remarkSplitText(element)
            remarkAttributes(element)
            let opaque = isOpaque || Self.opaque.contains(element.name.local)
            pending += element.elements.reversed().map { ($0, element, opaque) }
        }
        for node in document.prolog + document.epilog {
            guard case .processingInstruction(let target, _) = node else { continue }
            remarks.append(.note("processing-instruction", "the instruction <?\(target)?> is ignored"))
        }
    }

    /// Inside these anything may stand, so that a namesake of a SAML element means nothing.
    private static let opaque = [
        "AttributeValue", "Extensions", "StatusDetail", "KeyInfo", "EncryptedData", "SubjectConfirmationData",
    ]

    /// Names that are never harmless in another namespace, wherever they stand.
    private static let dangerous = ["Response", "Assertion", "EncryptedAssertion", "Signature", "NameID"]

    private func checkNames(_ element: XMLElement, isOpaque: Bool) throws(SAMLError) {
        for declaration in element.namespaceDeclarations where !isAbsolute(declaration.uri) {
            throw SAMLError(.relativeNamespace(declaration.uri), line: element.line)
        }
        let local = element.name.local
        guard !isOpaque || Self.dangerous.contains(local), let expected = SAMLNamespace.expected(for: local),
            element.name.namespace != expected
        else { return }
        throw SAMLError(.wrongNamespace(element.qualified, expected: expected), line: element.line)
    }

    private mutating func checkIdentifiers(_ element: XMLElement) throws(SAMLError) {
        for attribute in element.attributes {
            let name = attribute.name
            let isID =
                name.namespace == nil
                ? name.local == "ID" || name.local == "Id" : name.prefix == "xml" && name.local == "id"
            if isID, !identifiers.insert(attribute.value).inserted {
                throw SAMLError(.duplicateID(attribute.value), line: element.line)
            }
        }
    }

    private mutating func checkPlace(_ element: XMLElement, in parent: XMLElement) throws(SAMLError) {
        if element.isProtocol("Response") { throw SAMLError(.nestedResponse, line: element.line) }
        if element.isSAML("Assertion") || element.isSAML("EncryptedAssertion") {
            // Counted before it is known where it stands, so that the first found is not the one believed.
            assertionCount += 1
            guard parent.isProtocol("Response") else {
                throw SAMLError(.misplacedAssertion(in: parent.name.local), line: element.line)
            }
        }
        if element.name.isNamed("Signature", in: SAMLNamespace.signature) {
            _ = try parent.only("Signature", in: SAMLNamespace.signature)
            let signature = try UnverifiedSAMLSignature(element, in: parent)
            signatures.append(signature)
            remarks += signature.remarks
        }
        if element.name.isNamed("SignedInfo", in: SAMLNamespace.signature),
            !parent.name.isNamed("Signature", in: SAMLNamespace.signature)
        {
            throw SAMLError(.malformedSignature("whose SignedInfo stands in \(parent.name.local)"), line: element.line)
        }
        if element.name.isNamed("Object", in: SAMLNamespace.signature) {
            remarks.append(.suspicious("signature-object", "a signature holds an Object, which SAML forbids"))
        }
        if element.isProtocol("Extensions") {
            remarks.append(.note("extensions", "the response has extensions, which are not read"))
        }
    }

    /// Elements whose text decides something; a reader that takes the first text node only reads another text.
    private static let meaningful = [
        "NameID", "Issuer", "AttributeValue", "Audience", "StatusMessage", "DigestValue", "SignatureValue",
        "X509Certificate", "AuthnContextClassRef",
    ]

    private mutating func remarkSplitText(_ element: XMLElement) {
        let local = element.name.local
        guard Self.meaningful.contains(local), element.elements.isEmpty, element.children.count > 1 else { return }
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
                        + element.text.prefix(80).debugDescription
                )
                : .suspicious(
                    "cdata-split-\(hyphenated)",
                    "\(local) is put together of several parts; the whole text counts: "
                        + element.text.prefix(80).debugDescription
                )
        )
    }

    private mutating func remarkAttributes(_ element: XMLElement) {
        for attribute in element.attributes {
            let name = attribute.name
            if name.namespace != nil, name.local == "ID" {
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

/// Whether a namespace name has a scheme, or is empty (which takes the default namespace back).
private func isAbsolute(_ uri: String) -> Bool {
    guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return uri.isEmpty }
    let scheme = uri.utf8[..<colon]
    guard let first = scheme.first, isLetter(first) else { return false }
    return scheme.allSatisfy { isLetter($0) || (48...57).contains($0) || "+-.".utf8.contains($0) }
}

private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
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
