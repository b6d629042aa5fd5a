/// The namespaces that are declared where a reader stands.
struct MarkupScope {
    /// The meaning of a prefix, from its declaration to the end of the element.
    private struct Binding {
        /// The place of the prefix in the bytes; of no length for the default namespace.
        let prefixBytes: ByteRange
        /// The place of the namespace name in the bytes.
        let uriBytes: ByteRange
        let prefix: String?
        let uri: String
    }

    private var bindings: [Binding] = []
    private let most: Int
    private let mostBytes: Int

    /// Each name is sought among all declarations, one after the other: no more than a response of SAML has.
    init(limits: XMLLimits) {
        most = min(limits.namespacesInScope, 64)
        mostBytes = min(limits.namespaceBytes, 256)
    }

    /// The number of declarations in force.
    var count: Int { bindings.count }

    /// Declares the namespace named in `uriBytes` for the prefix in `prefixBytes`, and says how.
    mutating func declare(
        prefix prefixBytes: ByteRange,
        uri uriBytes: ByteRange,
        in bytes: borrowing MarkupBytes
    ) throws(MarkupReader.Fallback) -> XMLNamespaceDeclaration {
        guard bindings.count < most, uriBytes.count <= mostBytes else { throw .leftToLibXML2 }
        let uri: String
        // An assertion often declares again what its response has declared.
        if let known = bindings.first(where: { bytes.hasSame(uriBytes, $0.uriBytes) }) {
            uri = known.uri
        } else if uriBytes.isEmpty {
            uri = ""
        } else {
            guard bytes.isOrdinaryURI(uriBytes) else { throw .leftToLibXML2 }
            uri = bytes.string(uriBytes)
            guard !Self.reserved.contains(uri) else { throw .leftToLibXML2 }
        }
        // Only the default namespace can be taken back.
        guard prefixBytes.isEmpty || !uri.isEmpty else { throw .leftToLibXML2 }
        let prefix = prefixBytes.isEmpty ? nil : bytes.string(prefixBytes)
        bindings.append(Binding(prefixBytes: prefixBytes, uriBytes: uriBytes, prefix: prefix, uri: uri))
        return XMLNamespaceDeclaration(prefix: prefix, uri: uri)
    }

    /// Forgets all declarations but the first `count`.
    mutating func forget(downTo count: Int) {
        if bindings.count > count { bindings.removeLast(bindings.count &- count) }
    }

    /// The name `name` with what its prefix stands for; without one it is in the default namespace, or in none.
    func resolve(
        _ name: MarkupName,
        inDefaultNamespace: Bool,
        in bytes: borrowing MarkupBytes
    ) throws(MarkupReader.Fallback) -> XMLName {
        let local = bytes.string(name.local)
        if name.prefix.isEmpty, !inDefaultNamespace { return XMLName(local) }
        var index = bindings.count
        while index > 0 {
            index &-= 1
            guard bytes.hasSame(bindings[index].prefixBytes, name.prefix) else { continue }
            let uri = bindings[index].uri
            return XMLName(local, namespace: uri.isEmpty ? nil : uri, prefix: bindings[index].prefix)
        }
        guard name.prefix.isEmpty else { throw .leftToLibXML2 }
        return XMLName(local)
    }

    /// Namespaces that must not be declared for any prefix, or for one only.
    private static let reserved = ["http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"]
}

extension MarkupBytes {
    /// Checks whether the same bytes are in both ranges.
    func hasSame(_ one: ByteRange, _ other: ByteRange) -> Bool {
        one.count == other.count && areSame(one.count, at: one.start, and: other.start)
    }

    /// Checks whether an absolute URI is in `range`, of so few kinds of characters that libxml2 must find it one too.
    ///
    /// `urn:oasis:names:tc:SAML:2.0:protocol` and `http://www.w3.org/2000/09/xmldsig#` are such.
    func isOrdinaryURI(_ range: ByteRange) -> Bool {
        var index = range.start
        guard beginsName(at: index), self[index] != UInt8(ascii: "_") else { return false }
        while self[index] != UInt8(ascii: ":") {
            guard endOfNameBytes(from: index) > index, self[index] != UInt8(ascii: "_") else { return false }
            index &+= 1
        }
        index &+= 1
        let hasHost = self[index] == UInt8(ascii: "/") && self[index &+ 1] == UInt8(ascii: "/")
        if hasHost { index &+= 2 }
        guard beginsName(at: index) else { return false }
        // Behind a colon there would be a port, which cannot be anything.
        if hasHost, self[endOfNameBytes(from: index)] == UInt8(ascii: ":") { return false }
        var hasFragment = false
        while true {
            index = endOfNameBytes(from: index)
            guard index < range.end else { return index == range.end }
            switch self[index] {
            case UInt8(ascii: "/"), UInt8(ascii: ":"): break
            case UInt8(ascii: "#") where !hasFragment: hasFragment = true
            default: return false
            }
            index &+= 1
        }
    }
}
