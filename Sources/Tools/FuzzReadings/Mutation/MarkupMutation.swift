import Documents
package import VirtualTime

/// Makes other documents of one by changing its tree: what bytes changed at random hardly ever hit.
///
/// It begins with documents that can be read, and makes of them some that cannot: names, prefixes and texts go in as
/// they are.
package struct MarkupMutation {
    /// Names and values that decide something in the documents of a target.
    package struct Vocabulary: Sendable {
        var elements: [String]
        var attributes: [String]
        var values: [String]
        /// Elements that must not stand just anywhere, and what they could be hidden in.
        var precious: [String]
        var hidingPlaces: [String]

        /// The names and values of a target's documents.
        package init(
            elements: [String],
            attributes: [String],
            values: [String],
            precious: [String] = [],
            hidingPlaces: [String] = []
        ) {
            self.elements = elements
            self.attributes = attributes
            self.values = values
            self.precious = precious
            self.hidingPlaces = hidingPlaces
        }
    }

    private var document: XMLDocument
    private let vocabulary: Vocabulary

    /// Another document made of the one in `input`; nil if there is none.
    package static func mutated(
        _ input: [UInt8],
        _ vocabulary: Vocabulary,
        _ generator: inout SeededGenerator
    ) -> [UInt8]? {
        var limits = XMLLimits()
        limits.attributesPerElement = 1024
        limits.namespacesInScope = 1024
        limits.namespaceBytes = 4096
        guard let document = try? XMLDocument(parsing: input, limits: limits) else { return nil }
        var mutation = MarkupMutation(document: document, vocabulary: vocabulary)
        for _ in 0...generator.below(3) { mutation.change(&generator) }
        var output = Array(mutation.document.serialized.utf8)
        if generator.oneIn(8) { output = TextForm.another(of: output, &generator) }
        return output
    }

    // MARK: Where

    /// A path to an element: the indexes of children from the root.
    private typealias Path = [Int]

    private var paths: [Path] {
        var result: [Path] = []
        var pending: [(Path, XMLElement)] = [([], document.root)]
        while let (path, element) = pending.popLast() {
            result.append(path)
            for (index, child) in element.children.enumerated() {
                if case .element(let inner) = child { pending.append((path + [index], inner)) }
            }
        }
        return result
    }

    private func element(at path: Path) -> XMLElement {
        var element = document.root
        for index in path { if case .element(let inner) = element.children[index] { element = inner } }
        return element
    }

    private mutating func edit(_ path: Path, _ body: (inout XMLElement) -> Void) {
        func edit(_ element: inout XMLElement, _ rest: ArraySlice<Int>) {
            guard let index = rest.first else { return body(&element) }
            guard case .element(var inner) = element.children[index] else { return }
            edit(&inner, rest.dropFirst())
            element.children[index] = .element(inner)
        }
        edit(&document.root, path[...])
    }

    // MARK: What

    private mutating func change(_ generator: inout SeededGenerator) {
        let paths = self.paths
        guard let path = generator.element(of: paths) else { return }
        if !vocabulary.precious.isEmpty, generator.oneIn(8) { return hide(&generator) }
        switch generator.below(16) {
        case 0: duplicate(path, &generator)
        case 1: move(path, to: generator.element(of: paths) ?? [], &generator)
        case 2: remove(path)
        case 3: rename(path, &generator)
        case 4: wrap(path, &generator)
        case 5: dropAttribute(path, &generator)
        case 6: addAttribute(path, &generator)
        case 7, 8: changeAttribute(path, &generator)
        case 9: splitText(path, &generator)
        case 10, 11: changeText(path, &generator)
        case 12: changeNamespace(path, &generator)
        case 13: copyAttribute(from: generator.element(of: paths) ?? [], to: path, &generator)
        case 14: swapChildren(path, &generator)
        default: multiply(path, &generator)
        }
    }

    /// A copy beside the original, or anywhere.
    private mutating func duplicate(_ path: Path, _ generator: inout SeededGenerator) {
        guard let last = path.last else { return }
        let copy = XMLNode.element(element(at: path))
        let offset = generator.below(2)
        edit(Array(path.dropLast())) { $0.children.insert(copy, at: min(last + offset, $0.children.count)) }
    }

    /// The shapes of signature wrapping: an element comes to stand inside another, with or without leaving its place.
    private mutating func move(_ path: Path, to target: Path, _ generator: inout SeededGenerator) {
        guard !path.isEmpty, !target.starts(with: path) else { return }
        let moved = XMLNode.element(element(at: path))
        let index = generator.below(element(at: target).children.count + 1)
        edit(target) { $0.children.insert(moved, at: min(index, $0.children.count)) }
        // Paths after the target may have moved by one; where they have, something else goes, which is as good.
        if generator.oneIn(2), paths.contains(path) { remove(path) }
    }

    /// The shapes of signature wrapping with a hiding place: a copy of something precious, with an ID of its own, inside an
    /// element that may hold anything.
    private mutating func hide(_ generator: inout SeededGenerator) {
        let found = paths.filter { vocabulary.precious.contains(element(at: $0).name.local) }
        guard let path = generator.element(of: found), let place = generator.element(of: vocabulary.hidingPlaces) else {
            return
        }
        var copy = element(at: path)
        if let index = copy.attributes.firstIndex(where: { $0.name.local == "ID" }), !generator.oneIn(4) {
            copy.attributes[index].value += "-2"
        }
        // Its prefix may be declared further up than it comes to stand: printing declares what is missing.
        var name = document.root.name
        name.local = place
        let hidden = XMLNode.element(XMLElement(name, children: [.element(copy)]))
        let parent = generator.oneIn(2) ? [] : generator.element(of: paths) ?? []
        let index = generator.below(element(at: parent).children.count + 1)
        edit(parent) { $0.children.insert(hidden, at: min(index, $0.children.count)) }
    }

    private mutating func remove(_ path: Path) {
        guard let last = path.last else { return }
        edit(Array(path.dropLast())) { if last < $0.children.count { $0.children.remove(at: last) } }
    }

    private mutating func rename(_ path: Path, _ generator: inout SeededGenerator) {
        guard let name = generator.element(of: vocabulary.elements) else { return }
        edit(path) { $0.name.local = name }
    }

    /// Another element around this one.
    private mutating func wrap(_ path: Path, _ generator: inout SeededGenerator) {
        guard let name = generator.element(of: vocabulary.elements) else { return }
        edit(path) { element in
            var outer = XMLElement(element.name, namespaceDeclarations: element.namespaceDeclarations)
            outer.name.local = name
            outer.children = [.element(element)]
            element = outer
        }
    }

    private mutating func dropAttribute(_ path: Path, _ generator: inout SeededGenerator) {
        let draw = generator.next()
        edit(path) { element in
            guard !element.attributes.isEmpty else { return }
            element.attributes.remove(at: Int(draw % UInt64(element.attributes.count)))
        }
    }

    private mutating func addAttribute(_ path: Path, _ generator: inout SeededGenerator) {
        guard let name = generator.element(of: vocabulary.attributes),
            let value = generator.element(of: vocabulary.values)
        else { return }
        let attribute = XMLAttribute(XMLName(name), value)
        edit(path) { element in
            guard !element.attributes.contains(where: { $0.name.local == name }) else { return }
            element.attributes.append(attribute)
        }
    }

    private mutating func changeAttribute(_ path: Path, _ generator: inout SeededGenerator) {
        let count = element(at: path).attributes.count
        guard count > 0 else { return addAttribute(path, &generator) }
        let index = generator.below(count)
        let value = Self.changed(element(at: path).attributes[index].value, vocabulary, &generator)
        edit(path) { $0.attributes[index].value = value }
    }

    /// An attribute's value comes to stand in another element's attribute of the same name: equal IDs, foreign references.
    private mutating func copyAttribute(from source: Path, to path: Path, _ generator: inout SeededGenerator) {
        guard let attribute = generator.element(of: element(at: source).attributes) else { return }
        edit(path) { element in
            if let index = element.attributes.firstIndex(where: { $0.name == attribute.name }) {
                element.attributes[index].value = attribute.value
            } else {
                element.attributes.append(attribute)
            }
        }
    }

    /// A comment, an instruction or a section comes to stand within a text.
    private mutating func splitText(_ path: Path, _ generator: inout SeededGenerator) {
        let inserted: XMLNode = generator.one(
            .comment("-"),
            .processingInstruction(target: "p", data: "x"),
            .cdata("<c>"),
            // What ends a section, also where a combining mark makes another character of it.
            .cdata("]]>\u{338}"),
            .cdata("]]"),
            .text(">\u{338}"),
            .text(" ")
        )
        let draw = generator.next()
        edit(path) { element in
            guard
                let index = element.children.firstIndex(where: { if case .text = $0 { true } else { false } }),
                case .text(let text) = element.children[index]
            else {
                element.children.append(inserted)
                return
            }
            let scalars = Array(text.unicodeScalars)
            let cut = Int(draw % UInt64(scalars.count + 1))
            var head = String.UnicodeScalarView()
            head.append(contentsOf: scalars[..<cut])
            var tail = String.UnicodeScalarView()
            tail.append(contentsOf: scalars[cut...])
            element.children.replaceSubrange(index...index, with: [.text(String(head)), inserted, .text(String(tail))])
        }
    }

    private mutating func changeText(_ path: Path, _ generator: inout SeededGenerator) {
        let element = element(at: path)
        let texts = element.children.indices.filter { if case .text = element.children[$0] { true } else { false } }
        guard let index = generator.element(of: texts), case .text(let text) = element.children[index] else {
            let value = generator.element(of: vocabulary.values) ?? "x"
            return edit(path) { $0.children.append(.text(value)) }
        }
        let changed = Self.changed(text, vocabulary, &generator)
        edit(path) { $0.children[index] = .text(changed) }
    }

    private mutating func changeNamespace(_ path: Path, _ generator: inout SeededGenerator) {
        let uri: String? = generator.one(
            nil,
            "urn:oasis:names:tc:SAML:2.0:assertion",
            "urn:oasis:names:tc:SAML:2.0:protocol",
            "http://www.w3.org/2000/09/xmldsig#",
            "urn:x",
            "relative",
            // Every prefix below it, and every printing of a piece of it, bears it.
            "urn:" + String(repeating: "n", count: 1 << generator.below(11))
        )
        let prefix: String? = generator.one(nil, "a", "saml", "ds")
        edit(path) { element in
            element.name.namespace = uri
            element.name.prefix = uri == nil ? nil : prefix
        }
    }

    private mutating func swapChildren(_ path: Path, _ generator: inout SeededGenerator) {
        let count = element(at: path).children.count
        guard count > 1 else { return }
        let (first, second) = (generator.below(count), generator.below(count))
        edit(path) { $0.children.swapAt(first, second) }
    }

    /// Many of one: attributes, children, levels.
    private mutating func multiply(_ path: Path, _ generator: inout SeededGenerator) {
        let count = 1 << generator.below(10)
        switch generator.below(3) {
        case 0:
            edit(path) { element in
                for index in 0..<count { element.attributes.append(XMLAttribute(XMLName("n\(index)"), "")) }
            }
        case 1:
            guard let last = path.last else { return }
            let copy = XMLNode.element(element(at: path))
            edit(Array(path.dropLast())) {
                $0.children.insert(
                    contentsOf: repeatElement(copy, count: min(count, 16)),
                    at: min(last, $0.children.count)
                )
            }
        default:
            edit(path) { element in
                for _ in 0..<min(count, 80) {
                    var outer = XMLElement(
                        XMLName(element.name.local, namespace: element.name.namespace, prefix: element.name.prefix)
                    )
                    outer.children = [.element(element)]
                    element = outer
                }
            }
        }
    }

    /// A text with a small change, a date with another field, or something of the vocabulary.
    private static func changed(
        _ text: String,
        _ vocabulary: Vocabulary,
        _ generator: inout SeededGenerator
    ) -> String {
        switch generator.below(4) {
        case 0 where generator.oneIn(8): generator.number()
        case 0: generator.element(of: vocabulary.values) ?? text
        case 1: DateMutation.changed(text, &generator)
        default: TextMutation.changed(text, &generator)
        }
    }
}

extension MarkupMutation {
    package static let saml: @Sendable ([UInt8], inout SeededGenerator) -> [UInt8]? = { input, generator in
        mutated(input, samlVocabulary, &generator)
    }

    private static let samlVocabulary = Vocabulary(
        elements: [
            "Response", "Assertion", "EncryptedAssertion", "Issuer", "Status", "StatusCode", "StatusMessage",
            "StatusDetail", "Extensions", "Subject", "NameID", "EncryptedID", "BaseID", "SubjectConfirmation",
            "SubjectConfirmationData", "Conditions", "AudienceRestriction", "Audience", "OneTimeUse",
            "ProxyRestriction", "AuthzDecisionStatement", "Statement", "AuthnStatement", "AuthnContext",
            "AuthnContextClassRef", "AttributeStatement",
            "Attribute", "AttributeValue", "EncryptedAttribute", "Advice", "Signature", "SignedInfo", "Reference",
            "SignatureValue", "DigestValue", "Object", "KeyInfo", "Transforms", "Transform", "CanonicalizationMethod",
            "SignatureMethod", "DigestMethod",
        ],
        attributes: [
            "ID", "Id", "id", "Version", "IssueInstant", "Destination", "InResponseTo", "Name", "NameFormat",
            "FriendlyName", "Format", "NameQualifier", "SPNameQualifier", "NotBefore", "NotOnOrAfter", "Recipient",
            "Method", "Value", "URI", "Algorithm", "SessionIndex", "SessionNotOnOrAfter", "AuthnInstant", "Consent",
        ],
        values: [
            "", "_a", "#_a", "#", "2.0", "1.1", "true", "1", "urn:oasis:names:tc:SAML:2.0:status:Success",
            "urn:oasis:names:tc:SAML:2.0:status:Responder", "urn:oasis:names:tc:SAML:2.0:cm:bearer",
            "2026-11-20T12:00:00Z", "2026-11-20T12:00:00.123456789Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
            "2026-02-29T24:00:00Z", "user@kite.example", "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
            "http://www.w3.org/2001/10/xml-exc-c14n#", "http://www.w3.org/2001/04/xmlenc#sha256",
        ],
        precious: ["Assertion", "EncryptedAssertion", "Response", "NameID", "Signature"],
        hidingPlaces: ["Extensions", "StatusDetail", "Object", "Advice", "AttributeValue", "KeyInfo"]
    )
}
