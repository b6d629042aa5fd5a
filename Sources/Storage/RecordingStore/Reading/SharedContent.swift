/// The contents of rows of one table, by their ids, for exchanges to share: read once, a content is in memory once.
///
/// Without it a file of a few hundred kilobytes whose exchanges all have one large body becomes gigabytes.
struct SharedContent<Content> {
    private var contents: [Int64: Content] = [:]
    private var forgotten: Set<Int64> = []
    private var bytes = 0
    private let limit: Int

    /// A store whose contents have at most `limit` bytes in the file; if there is more, all is forgotten but the
    /// latest.
    init(limit: Int) {
        self.limit = limit
    }

    /// The content of the row with this id; nil if it is not remembered.
    subscript(_ id: Int64) -> Content? { contents[id] }

    /// Checks whether the row with this id was remembered once, and may be read again.
    func hasForgotten(_ id: Int64) -> Bool { forgotten.contains(id) }

    /// The number of rows that are remembered.
    var count: Int { contents.count }

    /// Remembers what the row with this id holds, which has so many bytes in the file.
    mutating func remember(_ content: Content, as id: Int64, bytes size: Int) {
        if size > limit - bytes {
            forgotten.formUnion(contents.keys)
            contents.removeAll()
            bytes = 0
        }
        contents[id] = content
        // An empty one takes room in the dictionary, too.
        bytes += size + 64
    }
}
