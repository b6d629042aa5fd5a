import Documents

extension Inspector {
    /// What begins with an angle bracket, perhaps behind blanks: a token in its wrapper, or XML.
    func readMarkup(_ markup: [UInt8], into result: inout Inspection, depth: Int) {
        let content = Array(markup.drop { isBlank($0) })
        if content.starts(with: "<signatureInfo".utf8) { return readToken(content, into: &result) }
        if isPlainHTML(content) {
            result.kind = .htmlPage
            result.remarks.append(.note("html", "a web page, as the service's front end sends with status 429"))
            return
        }
        let bytes = beginsWithDeclaration(content) ? content : markup
        if bytes.count < markup.count {
            let detail = "blanks before the XML declaration, which strict readers refuse; lines are counted behind them"
            result.remarks.append(.suspicious("blank-before-declaration", detail))
        }
        do throws(XMLError) {
            let document = try XMLDocument(parsing: bytes)
            readXML(document, bytes, into: &result, depth: depth)
        } catch {
            result.kind = firstTag(of: bytes) == "Response" ? .samlResponse : .xmlDocument
            result.refusal = .suspicious(error.cause.remarkName, error.description)
        }
    }

    /// The local name in the first start tag of what is no XML, to say what it was meant to be.
    private func firstTag(of bytes: [UInt8]) -> String? {
        func isLetter(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
        }
        guard let start = bytes.indices.dropLast().first(where: { bytes[$0] == 0x3C && isLetter(bytes[$0 + 1]) })
        else { return nil }
        let name = bytes[(start + 1)...].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        return name.split(separator: UInt8(ascii: ":")).last.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether these are the bytes of an XML declaration, and not of another instruction whose name begins so.
    private func beginsWithDeclaration(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "<?xml".utf8) && bytes.count > 5 && isBlank(bytes[5])
    }

    private func isPlainHTML(_ bytes: [UInt8]) -> Bool {
        let start = String(decoding: bytes.prefix(32), as: UTF8.self).lowercased()
        return start.hasPrefix("<html>") || start.hasPrefix("<html ") || start.hasPrefix("<!doctype html>")
    }

    private func readXML(_ document: XMLDocument, _ bytes: [UInt8], into result: inout Inspection, depth: Int) {
        let root = document.root
        if root.name.local == "Response" { return readSAML(bytes, into: &result) }
        let isSAML = root.name.namespace == SAMLNamespace.protocols || root.name.namespace == SAMLNamespace.assertion
        if isSAML {
            result.kind = .samlMessage
            result.remarks.append(.note("not-a-response", "a SAML \(root.name.local); only responses are read in full"))
        } else {
            result.kind = AnswerShape.kind(of: root) ?? .xmlDocument
        }
        for attribute in root.attributes { result.fields.append(InspectedField(attribute.name.local, attribute.value)) }
        addElements(root, to: &result, depth: depth)
        finishAnswer(&result) { name in firstText(called: name, in: root).flatMap { Int64($0) } }
    }

    /// The text of the first leaf of this name right below the root, which is what readers by regular expression take.
    private func firstText(called name: String, in root: XMLElement) -> String? {
        root.attributes.first { $0.name.local == name }?.value
            ?? root.elements.first { $0.name.local == name && !$0.hasElements }?.text
    }

    /// Every element that holds no other as a field, in document order.
    ///
    /// What is too late to be listed is looked through all the same: a token may come last.
    private func addElements(_ root: XMLElement, to result: inout Inspection, depth: Int) {
        var pending = [XMLPlace(element: root, parent: "", label: "")]
        while let place = pending.popLast() {
            let room = roomForFields(in: result)
            let elements = place.element.elements
            if elements.isEmpty {
                addLeaf(place, to: &result, depth: depth)
                continue
            }
            // Nobody sees the path of what is not listed, and there may be very many.
            let path = room > 0 ? place.path : place.parent
            let twins = elements.reduce(into: [String: Int]()) { $0[$1.name.local, default: 0] += 1 }
            var counts: [String: Int] = [:]
            var children: [XMLPlace] = []
            for (index, child) in elements.enumerated() {
                let name = child.name.local
                let number = counts[name, default: 0]
                counts[name] = number + 1
                if number == 1 { remarkTwins(name, in: elements, &result) }
                guard index < room || child.hasElements || Self.isContainer(name) else { continue }
                let label = twins[name, default: 0] > 1 ? "\(name)[\(number)]" : name
                children.append(XMLPlace(element: child, parent: path, label: label))
            }
            pending += children.reversed()
        }
    }

    private func addLeaf(_ place: XMLPlace, to result: inout Inspection, depth: Int) {
        let path = place.path
        let text = place.element.text
        if !path.isEmpty {
            add(path, called: place.element.name.local, text, to: &result, depth: depth)
        } else if !text.isEmpty {
            list("text", called: "text", text, isText: true, in: &result)
        }
    }

    /// Says that what an answer is judged by stands there twice: readers differ on which counts.
    private func remarkTwins(_ name: String, in elements: [XMLElement], _ result: inout Inspection) {
        guard Self.isContainer(name) || Self.isTime(name),
            elements.contains(where: { $0.name.local == name && !$0.hasElements })
        else { return }
        remark(.suspicious("duplicate-element", "<\(name)> stands more than once; the first counts"), &result)
    }

    private func readToken(_ bytes: [UInt8], into result: inout Inspection) {
        result.kind = .signedToken
        do throws(TokenError) {
            let signed = try SignedToken(parsing: bytes)
            let token: Token
            do throws(TokenError) {
                token = try Token(signed)
            } catch .unknownKind(let name) {
                result.remarks.append(.suspicious("unknown-kind", "<\(name)> is none of the three kinds of token"))
                addElements(signed.document.root, to: &result, depth: limits.depth)
                return
            }
            describe(token, into: &result)
        } catch {
            result.refusal = .suspicious(error.name, error.description)
        }
    }
}

/// An element within a document, and where.
private struct XMLPlace {
    let element: XMLElement
    /// The path of what it stands in; its own is made when it is needed.
    let parent: String
    let label: String

    var path: String { FieldPath.joining(parent, label) }
}

extension TokenError {
    /// A name for the cause, in lower-case words with hyphens.
    public var name: String {
        switch self {
        case .empty: "empty"
        case .tooLong: "too-long"
        case .encoding: "bad-encoding"
        case .noWrapper: "no-signature-wrapper"
        case .signatureTags: "signature-tags"
        case .emptySignature: "empty-signature"
        case .signature: "bad-signature-base64"
        case .payload(let error, _): error.cause.remarkName
        case .unknownKind: "unknown-kind"
        case .date: "bad-date"
        case .milliseconds: "bad-ttl"
        }
    }
}
