/// A piece of a scenario's file: a text, a list or a map, with its place.
///
/// Every scalar is a text: `no`, `0123` and `7.0` mean what they say, and what they are is decided by where they stand.
package struct FileNode: Hashable, Sendable {
    package var content: Content
    /// The place in the file.
    package var place: Place

    /// The kinds of content that a piece can have.
    package enum Content: Hashable, Sendable {
        /// Nothing: `launch:` has no value.
        case nothing
        case text(String)
        case list([FileNode])
        case map([Entry])
    }

    /// A named piece.
    package struct Entry: Hashable, Sendable {
        package var key: String
        package var place: Place
        package var value: FileNode

        /// A piece of this name.
        package init(key: String, place: Place, value: FileNode) {
            self.key = key
            self.place = place
            self.value = value
        }
    }

    /// A piece at this place.
    package init(_ content: Content, at place: Place = Place(line: 0)) {
        self.content = content
        self.place = place
    }

    /// The name of its kind, for people.
    package var kind: String {
        switch content {
        case .nothing: "nothing"
        case .text(let text): "\"\(text.shortened)\""
        case .list: "a list"
        case .map: "a mapping"
        }
    }

    /// True if there is nothing.
    package var isNothing: Bool { content == .nothing }
}

// MARK: Pieces that are written

extension FileNode {
    package static func text(_ text: String) -> FileNode { FileNode(.text(text)) }

    /// A list of texts.
    package static func texts(_ texts: [String]) -> FileNode { FileNode(.list(texts.map { .text($0) })) }

    /// A map of those entries that have a value.
    package static func map(_ entries: [(String, FileNode?)]) -> FileNode {
        FileNode(
            .map(
                entries.compactMap { key, value in
                    value.map { Entry(key: key, place: Place(line: 0), value: $0) }
                }
            )
        )
    }

    /// True if there is nothing in it.
    package var isEmpty: Bool {
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
