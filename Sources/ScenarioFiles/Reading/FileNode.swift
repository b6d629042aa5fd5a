/// A piece of a scenario's file: a text, a list or a map, with its place.
///
/// Every scalar is a text: `no`, `0123` and `7.0` mean what they say, and what they are is decided by where they stand.
struct FileNode: Hashable, Sendable {
    /// What it is.
    var content: Content
    /// Where it stands.
    var place: Place

    /// What a piece can be.
    enum Content: Hashable, Sendable {
        /// Nothing: `launch:` has no value.
        case nothing
        case text(String)
        case list([FileNode])
        case map([Entry])
    }

    /// A named piece.
    struct Entry: Hashable, Sendable {
        var key: String
        var place: Place
        var value: FileNode
    }

    /// A piece at this place.
    init(_ content: Content, at place: Place = Place(line: 0)) {
        self.content = content
        self.place = place
    }

    /// What it is, for people.
    var kind: String {
        switch content {
        case .nothing: "nothing"
        case .text(let text): "\"\(text.shortened)\""
        case .list: "a list"
        case .map: "a mapping"
        }
    }

    /// Whether there is nothing.
    var isNothing: Bool { content == .nothing }
}

// MARK: Pieces that are written

extension FileNode {
    /// A text.
    static func text(_ text: String) -> FileNode { FileNode(.text(text)) }

    /// A list of texts.
    static func texts(_ texts: [String]) -> FileNode { FileNode(.list(texts.map { .text($0) })) }

    /// A map of those entries that have a value.
    static func map(_ entries: [(String, FileNode?)]) -> FileNode {
        FileNode(
            .map(
                entries.compactMap { key, value in
                    value.map { Entry(key: key, place: Place(line: 0), value: $0) }
                }
            )
        )
    }

    /// Whether there is nothing in it.
    var isEmpty: Bool {
        switch content {
        case .nothing: true
        case .text: false
        case .list(let items): items.isEmpty
        case .map(let entries): entries.isEmpty
        }
    }

    /// The piece; nil if there is nothing in it.
    var unlessEmpty: FileNode? { isEmpty ? nil : self }
}
