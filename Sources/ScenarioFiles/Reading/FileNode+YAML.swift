extension FileNode {
    /// How deep lists and maps may lie in each other: a scenario needs about ten.
    static let deepest = 32

    /// The document in `yaml`.
    ///
    /// - Throws: `Problem` for what is no YAML, anchors, aliases, tags, more than one document, nothing at all, and
    ///   files past the limits; see ``YAMLText``.
    init(yaml text: String) throws(Problem) {
        guard text.utf8.count <= ScenarioFile.largestFile else {
            throw Problem(
                Place(line: 1),
                "the file has \(text.utf8.count) bytes",
                "a scenario has at most \(ScenarioFile.largestFile)"
            )
        }
        try Self.refuseAnchors(in: text)
        try Self.refuseTooManyPieces(in: Array(text.utf8))
        guard let root = try YAMLText.document(in: text), !root.isNothing else {
            throw Problem(Place(line: 1), "the file is empty", "a scenario begins with \"title:\"")
        }
        self = root
    }

    /// Aliases make a small file a huge value, and a scenario has no use for them: `&name` is refused before it is read.
    ///
    /// An anchor can only stand at the beginning, behind white space, or behind one of `[{,:?`: a colon needs no blank
    /// behind it where its key ends in a quote or bracket, or within brackets. What looks like one inside a text is
    /// refused too, so that no reading of quotes has to agree with the library's.
    private static func refuseAnchors(in text: String) throws(Problem) {
        var place = Place(line: 1, column: 0)
        var before: Unicode.Scalar = " "
        var isAfterAmpersand = false
        for scalar in text.unicodeScalars {
            if isAfterAmpersand, !scalar.properties.isWhitespace {
                throw Problem(
                    place,
                    "anchors and aliases are not read in scenarios",
                    "where & is part of a text, put a blank behind it, or write \\x26 in double quotes"
                )
            }
            isAfterAmpersand = scalar == "&" && before.mayPrecedeAnchor
            if scalar == "\n" {
                place = Place(line: place.line + 1, column: 0)
            } else {
                place.column = (place.column ?? 0) + 1
            }
            before = scalar
        }
    }

    /// Of each item, key and value the library makes several objects: too many are refused before it reads them.
    ///
    /// Counted is what may begin one, within texts and comments too, so that no reading of quotes has to agree with the
    /// library's: `[`, `{`, `,`, a hyphen before white space, and twice a question mark or colon that does not join two
    /// letters or digits.
    private static func refuseTooManyPieces(in bytes: [UInt8]) throws(Problem) {
        var count = 0
        var line = 1
        for index in bytes.indices {
            let before = index > 0 ? bytes[index - 1] : 0x20
            let after = index + 1 < bytes.count ? bytes[index + 1] : 0x20
            switch bytes[index] {
            case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","): count += 1
            // What is beyond ASCII may be white space.
            case UInt8(ascii: "-") where after <= 0x20 || after >= 0x80: count += 1
            case UInt8(ascii: "?") where !isWordByte(before): count += 2
            case UInt8(ascii: ":") where !isWordByte(before) || !isWordByte(after): count += 2
            case UInt8(ascii: "\n"): line += 1
            default: break
            }
            guard count <= ScenarioFile.mostPieces else {
                throw Problem(
                    Place(line: line),
                    "the file has more than \(ScenarioFile.mostPieces) items, keys and values",
                    "make several scenarios of it"
                )
            }
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

extension Problem {
    /// A key that stands twice.
    init(twice key: String, at place: Place) {
        self.init(
            place,
            "\"\(key.shortened)\" stands twice in one mapping",
            "write it once; several expectations of one kind stand in a list: expect: [{…}, {…}]"
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
