import Documents

/// An object whose members are read in whatever order the importer likes.
///
/// It remembers where each value stands and reads it when asked, so that errors know their place. Meant for small
/// objects: each member costs a copy of the cursor.
struct ImportObject {
    /// The offset at which the object begins.
    let byteOffset: Int
    private var members: [(key: String, cursor: ImportCursor)] = []

    /// An object has no more members than these: Apple's framework knows a dozen.
    static let maximumMembers = 1_000

    /// Reads past the object that comes next.
    ///
    /// A key that stands twice is an error, since nobody can say which of the two is meant; so are more members than
    /// ``maximumMembers``.
    init(_ cursor: inout ImportCursor) throws(ImportFault) {
        byteOffset = cursor.valueOffset
        try cursor.beginObject()
        var keys: Set<ExactText> = []
        while let key = try cursor.nextKey() {
            guard keys.insert(ExactText(key)).inserted else {
                throw ImportFault(problem: .duplicate(key), byteOffset: cursor.valueOffset)
            }
            guard members.count < Self.maximumMembers else {
                let reason = "an object of a log has at most \(Self.maximumMembers) members"
                throw ImportFault(problem: .outOfRange(reason), byteOffset: cursor.valueOffset)
            }
            members.append((key, cursor))
            try cursor.skip()
        }
    }

    /// The keys in their order.
    var keys: [String] { members.map(\.key) }

    /// A cursor before the value of `key`; nil if there is no such member.
    func cursor(_ key: String) -> ImportCursor? { members.first { ExactText($0.key) == key }?.cursor }

    /// A cursor before the value of `key`, unless it is missing or `null`.
    func present(_ key: String) -> ImportCursor? {
        cursor(key).flatMap { $0.kind == .null ? nil : $0 }
    }

    /// A cursor before the value of `key`, which must be there and not `null`.
    func required(_ key: String) throws(ImportFault) -> ImportCursor {
        guard let cursor = present(key) else { throw ImportFault(problem: .missing(key), byteOffset: byteOffset) }
        return cursor
    }

    /// The object as a tree.
    func json() throws(ImportFault) -> JSONObject {
        var object = JSONObject()
        for (key, cursor) in members {
            var cursor = cursor
            object.members.append(JSONMember(key, try cursor.value()))
        }
        return object
    }
}
