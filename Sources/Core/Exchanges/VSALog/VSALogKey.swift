import Documents

/// The form of one property of a value in a VSA log.
struct VSALogKey<Root> {
    /// The key.
    let name: String
    /// Sets the property from the value that comes next.
    let read: (inout Root, inout ImportCursor) throws(ImportFault) -> Void
    /// The property as JSON; nil if a log does not mention it.
    let write: (Root) -> JSONValue?

    init(
        _ name: String,
        read: @escaping (inout Root, inout ImportCursor) throws(ImportFault) -> Void,
        write: @escaping (Root) -> JSONValue?
    ) {
        self.name = name
        self.read = read
        self.write = write
    }

    /// A text that is always mentioned.
    init(_ name: String, _ path: WritableKeyPath<Root, String>) {
        self.init(name) { (root, cursor) throws(ImportFault) in
            root[keyPath: path] = try cursor.string()
        } write: {
            .string($0[keyPath: path])
        }
    }

    /// A text, mentioned if there is one.
    init(_ name: String, _ path: WritableKeyPath<Root, String?>) {
        self.init(name) { (root, cursor) throws(ImportFault) in
            root[keyPath: path] = try cursor.optionalString()
        } write: {
            $0[keyPath: path].map(JSONValue.string)
        }
    }

    /// A list of texts, mentioned if it is not empty; `null` counts as empty.
    init(_ name: String, _ path: WritableKeyPath<Root, [String]>) {
        self.init(name) { (root, cursor) throws(ImportFault) in
            root[keyPath: path] = cursor.kind == .null ? [] : try cursor.strings()
        } write: {
            $0[keyPath: path].isEmpty ? nil : .array($0[keyPath: path].map(JSONValue.string))
        }
    }

    /// A truth value, mentioned if it is true or `always`.
    init(_ name: String, _ path: WritableKeyPath<Root, Bool>, always: Bool = true) {
        self.init(name) { (root, cursor) throws(ImportFault) in
            root[keyPath: path] = try cursor.bool()
        } write: {
            always || $0[keyPath: path] ? .bool($0[keyPath: path]) : nil
        }
    }
}
