import Documents
import Tokens
import VirtualTime

extension Inspector {
    /// Reads what begins with an angle bracket, perhaps behind white space: a token in its wrapper, or XML.
    func readMarkup(_ markup: [UInt8], into result: inout Inspection, depth: Int) {
        let content = Array(markup.drop { isSpace($0) })
        // With the blanks before it, so that an error's place is a place in the input.
        if content.starts(with: "<signatureInfo".utf8) { return readToken(markup, into: &result, depth: depth) }
        if isPlainHTML(content) {
            result.kind = .htmlPage
            if readHiddenFields(content, into: &result, depth: depth) == 0 { result.diagnostics.append(.note("html")) }
            return
        }
        let bytes = beginsWithDeclaration(content) ? content : markup
        if bytes.count < markup.count {
            result.diagnostics.append(.suspicious("blank-before-declaration"))
        }
        do throws(XMLError) {
            let document = try XMLDocument(parsing: bytes)
            readXML(document, bytes, into: &result, depth: depth)
        } catch {
            result.kind = ExactText(firstTag(of: bytes)) == "Response" ? .samlResponse : .xmlDocument
            result.refusal = .error(error.cause.diagnoseName, error)
        }
    }

    /// The messages in the hidden fields of a page's forms, with which an identity provider has a browser post its response on (SAML
    /// bindings §3.5.4): looked into as those of a form that was sent.
    ///
    /// - Returns: how many there are.
    private func readHiddenFields(_ page: [UInt8], into result: inout Inspection, depth: Int) -> Int {
        var names: [String] = []
        for case .tag(let tag) in MarkupWalk(page) where page.has("input", inAnyCaseAt: tag.name) {
            guard let name = tag.value(of: "name", in: page), let value = tag.value(of: "value", in: page) else {
                continue
            }
            let field = Self.withoutReferences(page[name])
            guard ["SAMLResponse", "SAMLRequest", "RelayState"].contains(exactly: field) else { continue }
            let text = Self.withoutReferences(page[value])
            list(field, called: field, text, isText: true, in: &result)
            if names.contains(exactly: field) { diagnostic(.suspicious("duplicate-field", field, "0"), &result) }
            names.append(field)
            guard ExactText(field) != "RelayState" else { continue }
            // A browser sends the value as it stands here, encoded as a form.
            look(into: Array(text.utf8), at: field, called: field, inside: .entities, of: &result, depth: depth)
        }
        return names.count
    }

    /// The text of an attribute, its character references resolved.
    private static func withoutReferences(_ text: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == UInt8(ascii: "&"), let reference = EscapedCharacter.reference(in: text, at: index) {
                result += Array(String(Character(reference.scalar)).utf8)
                index += reference.length
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The local name in the first start tag of what is no XML, to say what it was meant to be.
    private func firstTag(of bytes: [UInt8]) -> String? {
        func beginsName(_ byte: UInt8) -> Bool { isLetter(byte) || byte == UInt8(ascii: "_") }
        guard let start = bytes.indices.dropLast().first(where: { bytes[$0] == 0x3C && beginsName(bytes[$0 + 1]) })
        else { return nil }
        let name = bytes[(start + 1)...].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        return name.split(separator: UInt8(ascii: ":")).last.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns true if these are the bytes of an XML declaration, and not of another instruction whose name begins so.
    private func beginsWithDeclaration(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "<?xml".utf8) && bytes.count > 5 && isSpace(bytes[5])
    }

    private func isPlainHTML(_ bytes: [UInt8]) -> Bool {
        let start = String(decoding: bytes.prefix(32), as: UTF8.self).lowercased()
        if ["<html>", "<html ", "<!doctype html>"].contains(where: { start.utf8.starts(with: $0.utf8) }) {
            return true
        }
        // With a public identifier: the root is what it declares, lest a document hide behind it.
        guard start.utf8.starts(with: "<!doctype html ".utf8),
            !bytes.prefix(while: { $0 != UInt8(ascii: ">") }).contains(UInt8(ascii: "["))
        else { return false }
        for case .tag(let tag) in MarkupWalk(bytes) { return bytes.has("html", inAnyCaseAt: tag.name) }
        return false
    }

    private func readXML(_ document: XMLDocument, _ bytes: [UInt8], into result: inout Inspection, depth: Int) {
        let root = document.root
        if root.name.$local == "Response" { return readSAML(document, bytes, into: &result) }
        if root.name.isSAML {
            result.kind = .samlMessage
            result.diagnostics.append(.suspicious("not-a-response", root.name.local))
        } else {
            result.kind = AnswerShape.kind(of: root) ?? .xmlDocument
            if let local = localName(ofSAMLIn: root.children) {
                result.diagnostics.append(.suspicious("saml-inside", local, root.name.local))
            }
        }
        let own = ownTimes { name in firstText(called: name, in: root) }
        result.validity = own.validity
        for attribute in root.attributes {
            let name = attribute.name.local
            add(name, called: name, attribute.value, to: &result, depth: depth)
            evaluate(attribute.value, called: name, at: name, isOwn: own.hold(name), &result)
        }
        // What an attribute of the root says is not said by the element of its name.
        var ownOfElements = own
        ownOfElements.names.removeAll { name in root.attributes.contains { $0.name.$local == name } }
        addElements(root, ownOfElements, to: &result, depth: depth)
    }

    /// Finds what only counts as a response, but is inside something else, such as a SOAP message; nil if nothing is.
    ///
    /// As deep as the parser's limit, and without a copy of each element.
    private func localName(ofSAMLIn nodes: [XMLNode]) -> String? {
        for index in nodes.indices {
            switch nodes[index] {
            case .element(let element):
                if element.name.isSAML { return element.name.local }
                if let found = localName(ofSAMLIn: element.children) { return found }
            case .text, .cdata, .comment, .processingInstruction: continue
            }
        }
        return nil
    }

    /// The text of the first leaf of this name right below the root, which is what readers by regular expression take.
    private func firstText(called name: String, in root: XMLElement) -> String? {
        root.attributes.first { $0.name.$local == name }?.value
            ?? root.firstElement(called: name, isLeaf: true)?.text
    }

    /// Every element that holds no other as a field, in document order, and the text that stands beside elements.
    ///
    /// What is too late to be listed is looked through all the same: a token may come last.
    private func addElements(_ root: XMLElement, _ own: OwnTimes, to result: inout Inspection, depth: Int) {
        let place = XMLPlace(element: root, path: ElementPath(parent: "", name: ""), level: 0)
        addElements(of: place, own, to: &result, depth: depth)
    }

    /// As deep as the parser's limit, and without a list of the elements beside that of the children.
    private func addElements(of place: XMLPlace, _ own: OwnTimes, to result: inout Inspection, depth: Int) {
        let room = roomForFields(in: result)
        evaluateTimes(of: place, own, &result)
        addText(of: place, to: &result, depth: depth)
        guard place.element.hasElements else { return }
        // Nobody sees the path of what is not listed, and there may be very many.
        let path = room > 0 ? place.path.text : place.path.parent
        // By bytes: a dictionary of strings takes quadratic time for a name of many combining marks.
        var counts: [ExactText: Int] = [:]
        var numbers: [Int] = []
        numbers.reserveCapacity(place.element.children.count)
        for case .element(let element) in place.element.children {
            let number = count(one: &counts[element.name.$local, default: 0])
            if number == 1 { diagnoseDuplicatesInCase(element.name.local, in: place.element, &result) }
            numbers.append(number)
        }
        var index = 0
        for case .element(let element) in place.element.children {
            defer { index += 1 }
            let name = element.name.local
            let isTimed = element.attributes.contains { Self.isTime($0.name.local) }
            guard index < room || element.hasElements || isTimed || Self.isLookedAt(name) else { continue }
            let number = counts[ExactText(name), default: 0] > 1 ? numbers[index] : nil
            let path = ElementPath(parent: path, name: name, number: number)
            let inner = XMLPlace(element: element, path: path, level: place.level + 1)
            addElements(of: inner, own, to: &result, depth: depth)
        }
    }

    /// Adds one to how many there are, and answers how many there were.
    private func count(one more: inout Int) -> Int {
        defer { more += 1 }
        return more
    }

    /// Lists a leaf, and of an element with others in it the text beside them, if it is more than blanks.
    private func addText(of place: XMLPlace, to result: inout Inspection, depth: Int) {
        // Most of what is not listed is not looked into either, and there may be very much.
        guard roomForFields(in: result) > 0 || Self.isContainer(place.element.name.local) else { return }
        let text = place.element.ownText
        if place.element.hasElements, text.utf8.allSatisfy({ isSpace($0) }) { return }
        let path = place.path.text
        if !path.isEmpty {
            add(path, called: place.element.name.local, text, to: &result, depth: depth)
        } else if !text.isEmpty {
            list("text", called: "text", text, isText: true, in: &result)
        }
    }

    /// Judges the time that an element holds, and those in its attributes; the root's attributes are fields of its own.
    private func evaluateTimes(of place: XMLPlace, _ own: OwnTimes, _ result: inout Inspection) {
        guard place.level > 0 else { return }
        let name = place.element.name.local
        // Without the element, which would be copied for a path that is hardly ever asked for.
        let path = place.path
        if Self.isTime(name) {
            let isOwn = place.level == 1 && own.hold(name)
            evaluate(place.element.ownText, called: name, at: path.text, isOwn: isOwn, &result)
        }
        for attribute in place.element.attributes where Self.isTime(attribute.name.local) {
            let name = attribute.name.local
            evaluate(attribute.value, called: name, at: FieldPath.joining(path.text, name), isOwn: false, &result)
        }
    }

    /// Says that what an answer is evaluated by stands there twice: readers differ on which counts.
    private func diagnoseDuplicatesInCase(_ name: String, in element: XMLElement, _ result: inout Inspection) {
        guard Self.isLookedAt(name), element.firstElement(called: name, isLeaf: true) != nil else { return }
        diagnostic(.suspicious("duplicate-element", name), &result)
    }

    private func readToken(_ bytes: [UInt8], into result: inout Inspection, depth: Int) {
        result.kind = .signedToken
        do throws(TokenError) {
            let signed = try SignedToken(parsing: bytes)
            let token: Token
            do throws(TokenError) {
                token = try Token(signed)
            } catch .unknownKind(let name) {
                result.diagnostics.append(.suspicious("unknown-kind", name))
                addElements(signed.document.root, OwnTimes(), to: &result, depth: depth)
                return
            }
            describe(token, into: &result)
        } catch .signature(let error) {
            // Its place is one within the signature, which stands behind the first tag.
            var placed = error
            placed.byteOffset += bytes.prefix { isSpace($0) }.count + "<signatureInfo>".utf8.count
            let reason = TokenError.signature(placed)
            result.refusal = .error(reason.name, reason)
        } catch {
            result.refusal = .error(error.name, error)
        }
    }
}

/// An element within a document, and where.
private struct XMLPlace {
    let element: XMLElement
    let path: ElementPath
    /// The number of elements that it stands in.
    let level: Int
}

/// The names from below the root to an element, joined only when they are needed.
private struct ElementPath {
    /// The path of what it stands in.
    let parent: String
    let name: String
    /// The number among its siblings of the same name, if there are any.
    var number: Int?

    var text: String { FieldPath.joining(parent, number.map { "\(name)[\($0)]" } ?? name) }
}

extension XMLElement {
    /// The text that stands in it and in none of its elements, without comments and instructions.
    fileprivate var ownText: String {
        guard children.count != 1 else { return hasElements ? "" : text }
        return children.reduce(into: "") { text, child in
            switch child {
            case .text(let part), .cdata(let part): text += part
            case .element, .comment, .processingInstruction: break
            }
        }
    }
}
