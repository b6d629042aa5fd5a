import Documents

extension Inspector {
    /// What begins with an angle bracket: a token in its wrapper, or XML.
    func readMarkup(_ bytes: [UInt8], into result: inout Inspection, depth: Int) {
        if bytes.starts(with: "<signatureInfo".utf8) { return readToken(bytes, into: &result) }
        if isPlainHTML(bytes) {
            result.kind = .htmlPage
            result.remarks.append(.note("html", "a web page, as the service's front end sends with status 429"))
            return
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
        addElements(root, path: "", to: &result, depth: depth)
        finishAnswer(&result)
    }

    /// Every element that holds no other as a field, in document order.
    private func addElements(_ root: XMLElement, path: String, to result: inout Inspection, depth: Int) {
        var pending: [(element: XMLElement, path: String)] = [(root, path)]
        while let (element, path) = pending.popLast(), result.fields.count <= limits.fields {
            let elements = element.elements
            if elements.isEmpty, !path.isEmpty || !element.text.isEmpty {
                add(path.isEmpty ? "text" : path, element.text, isText: true, to: &result, depth: depth)
            }
            let twins = elements.reduce(into: [String: Int]()) { $0[$1.name.local, default: 0] += 1 }
            var counts: [String: Int] = [:]
            var children: [(XMLElement, String)] = []
            for child in elements.prefix(limits.fields + 1) {
                let name = child.name.local
                let index = counts[name, default: 0]
                counts[name] = index + 1
                let label = twins[name, default: 0] > 1 ? "\(name)[\(index)]" : name
                children.append((child, FieldPath.joining(path, label)))
            }
            pending += children.reversed()
        }
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
                addElements(signed.document.root, path: "", to: &result, depth: limits.depth)
                return
            }
            describe(token, into: &result)
        } catch {
            result.refusal = .suspicious(error.name, error.description)
        }
    }
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
