import Simulation

extension FileNode {
    /// The maximum depth of lists and maps in each other: a scenario needs about ten.
    static let deepest = 32

    /// The document in `yaml`.
    ///
    /// - Throws: `Problem` for what is no YAML, anchors, aliases, tags, more than one document, nothing at all, and
    ///   files past the limits; see ``YAMLText``.
    init(yaml text: String) throws(Problem) {
        try self.init(yaml: text, beginningWith: "a scenario begins with \"title:\"")
    }

    /// The document in `yaml`; `beginning` says how such a file begins, if it is empty.
    init(yaml text: String, beginningWith beginning: String) throws(Problem) {
        guard text.utf8.count <= ScenarioFile.largestFile else {
            throw Problem(
                Place(line: 1),
                "the file has \(text.utf8.count) bytes",
                "a scenario has at most \(ScenarioFile.largestFile)"
            )
        }
        guard let root = try YAMLText.document(in: text), !root.isNothing else {
            throw Problem(Place(line: 1), "the file is empty", beginning)
        }
        self = root
    }
}

extension Problem {
    /// An anchor or an alias: they make a small file a huge value, and a scenario has no use for them.
    init(anchorAt place: Place) {
        self.init(
            place,
            "anchors and aliases are not read in scenarios",
            "a text that begins with & or * needs quotes"
        )
    }

    /// More items, keys and values than are read.
    init(tooManyPiecesAt place: Place) {
        self.init(
            place,
            "the file has more than \(ScenarioFile.mostPieces) items, keys and values",
            "make several scenarios of it"
        )
    }

    /// A key that stands twice.
    init(twice key: String, at place: Place) {
        self.init(
            place,
            "\"\(key.shortened)\" is twice in one mapping",
            "write it once. Several expectations of one kind are a list: expect: [{…}, {…}]"
        )
    }

    /// Lists and mappings in each other, too many.
    init(tooDeepAt place: Place) {
        self.init(
            place,
            "lists and mappings lie too deep in each other",
            "at most \(FileNode.deepest) levels are read"
        )
    }
}
