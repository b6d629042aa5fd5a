import Documents

/// A request line, and what follows it.
struct RequestText {
    /// The method, if there is one, and what is asked for, without its query.
    var known: [(name: String, value: String)] = []
    /// What follows the question mark.
    var query: [UInt8] = []
    /// What follows the first blank behind that: a version, headers, a body.
    var rest: [UInt8] = []
    /// Whether it begins with a method, and so may have headers and a body.
    var hasMethod = false
}

extension Inspector {
    /// The fields of a form or a query, and what is odd about how they are written.
    func readPairs(_ query: [UInt8], into result: inout Inspection, depth: Int) {
        let pairs = query.split(separator: UInt8(ascii: "&")).map { FormPair($0) }
        for pair in pairs {
            let text = String(decoding: pair.value, as: UTF8.self)
            list(pair.name, called: pair.name, text, isText: true, in: &result)
            guard Self.isContainer(pair.name) else { continue }
            look(into: pair.value, at: pair.name, called: pair.name, inside: .form, of: &result, depth: depth)
        }
        let bad = "a percent sign without two hexadecimal digits after it; shown as it came"
        remarkFields(pairs.filter(\.isBadlyEncoded), .suspicious, "bad-percent-encoding", bad, &result)
        remarkFields(pairs.filter { !$0.isText }, .suspicious, "bad-encoding", "bytes that are no UTF-8", &result)
        let twins = repeated(pairs)
        let twice = "more than once; readers differ on which counts"
        let tokens = twins.filter { Self.isContainer($0.name) }
        remarkFields(tokens, .suspicious, "duplicate-field", twice, &result)
        // A list, such as the resources to authorise, is written so.
        remarkFields(twins.filter { !Self.isContainer($0.name) }, .note, "duplicate-field", twice, &result)
    }

    private func remarkFields(
        _ pairs: [FormPair],
        _ weight: Remark.Weight,
        _ name: String,
        _ what: String,
        _ result: inout Inspection
    ) {
        guard let first = pairs.first else { return }
        let more = pairs.count > 1 ? " and \(pairs.count - 1) more" : ""
        let detail = "the field \(first.name.quoted)\(more): \(what)"
        result.remarks.append(Remark(weight: weight, name: name, detail: detail))
    }

    /// The second of each name that stands more than once.
    private func repeated(_ pairs: [FormPair]) -> [FormPair] {
        var counts: [[UInt8]: Int] = [:]
        return pairs.filter { pair in
            let count = counts[pair.key, default: 0] + 1
            counts[pair.key] = count
            return count == 2
        }
    }

    /// What a request asks for, and what it carries.
    func readRequest(_ request: RequestText, into result: inout Inspection, depth: Int) {
        result.kind = .request
        for (name, value) in request.known { result.add(name, value) }
        readPairs(request.query, into: &result, depth: depth)
        guard !request.rest.isEmpty else { return }
        if request.hasMethod, readMessage(request.rest, into: &result, depth: depth) { return }
        let detail = "what follows is not the headers and the body of a request, and was not looked at"
        result.remarks.append(.suspicious("not-looked-at", detail))
    }

    /// The version, the headers and the body of a request; false as soon as something is none of them.
    private func readMessage(_ bytes: [UInt8], into result: inout Inspection, depth: Int) -> Bool {
        var rest = bytes[...]
        let version = nextLine(&rest)
        guard version.isEmpty || version.starts(with: "HTTP/".utf8), !version.contains(where: isBlank) else {
            return false
        }
        while !rest.isEmpty {
            let line = nextLine(&rest)
            guard !line.isEmpty else {
                look(into: Array(rest), at: "body", called: "body", of: &result, depth: depth)
                return depth < limits.depth
            }
            guard readHeader(line, into: &result, depth: depth) else { return false }
        }
        return true
    }

    private func readHeader(_ line: [UInt8], into result: inout Inspection, depth: Int) -> Bool {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0, line[..<colon].allSatisfy(isNameByte)
        else { return false }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        let value = withoutOuterBlanks(Array(line[(colon + 1)...]))
        list(name, called: name, String(decoding: value, as: UTF8.self), isText: true, in: &result)
        // Behind its scheme stands an access token, if anything that is known here.
        let role = name.lowercased() == "authorization" ? "access_token" : name
        if Self.isContainer(role) { look(into: value, at: name, called: role, of: &result, depth: depth) }
        return true
    }
}

/// A field of a form, decoded once.
private struct FormPair {
    /// The name as bytes: two names may be different bytes and yet look alike.
    let key: [UInt8]
    let value: [UInt8]
    /// Whether a part could not be decoded, and stands as it came.
    let isBadlyEncoded: Bool

    var name: String { String(decoding: key, as: UTF8.self) }

    var isText: Bool {
        String(validating: key, as: UTF8.self) != nil && String(validating: value, as: UTF8.self) != nil
    }

    init(_ text: ArraySlice<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let decoded = parts.map { TokenText.percentDecoded(String(decoding: $0, as: UTF8.self), isForm: true) }
        let bytes = zip(parts, decoded).map { $1 ?? Array($0) }
        key = bytes[0]
        value = bytes.count == 2 ? bytes[1] : []
        isBadlyEncoded = decoded.contains { $0 == nil }
    }
}

/// Takes the next line off, without its end and the blanks around it.
private func nextLine(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    let line = rest.prefix { $0 != 0x0A }
    rest = rest.dropFirst(line.count + 1)
    return withoutOuterBlanks(Array(line))
}
