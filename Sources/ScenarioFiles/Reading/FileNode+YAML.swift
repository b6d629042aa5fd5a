import Yams

extension FileNode {
    /// How deep lists and maps may lie in each other: a scenario needs about ten.
    static let deepest = 32

    /// The document in `yaml`.
    ///
    /// - Throws: `Problem` for what is no YAML, anchors, aliases, tags, more than one document, nothing at all, and
    ///   files past the limits.
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
        let root: Node?
        do {
            root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
        } catch let error as YamlError {
            throw Problem(error, in: text)
        } catch {
            throw Problem(Place(line: 1), "the file is no YAML: \(error)")
        }
        guard let root, !root.isNothing else {
            throw Problem(Place(line: 1), "the file is empty", "a scenario begins with \"title:\"")
        }
        try self.init(root, depth: 0)
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

    private init(_ node: Node, depth: Int) throws(Problem) {
        let place = Place(line: node.mark?.line ?? 1, column: node.mark?.column)
        guard depth <= Self.deepest else {
            throw Problem(tooDeepAt: place)
        }
        switch node {
        case .scalar(let scalar):
            let tag = scalar.tag.description
            guard tag.isEmpty || tag == "!" || tag == Tag.Name.str.rawValue else {
                throw Problem(place, "tags like \(tag.shortened) are not read in scenarios", "every value is a text")
            }
            let isNothing = scalar.string.isEmpty && (scalar.style == .plain || scalar.style == .any)
            self.init(isNothing ? .nothing : .text(scalar.string), at: place)
        case .sequence(let sequence):
            var items: [FileNode] = []
            items.reserveCapacity(sequence.count)
            for item in sequence { items.append(try FileNode(item, depth: depth + 1)) }
            self.init(.list(items), at: place)
        case .mapping(let mapping):
            var entries: [Entry] = []
            entries.reserveCapacity(mapping.count)
            var names: Set<String> = []
            for (key, value) in mapping {
                let name = try FileNode(key, depth: depth + 1)
                guard case .text(let text) = name.content else {
                    throw Problem(name.place, "a key has to be a text, not \(name.kind)")
                }
                guard names.insert(text).inserted else { throw Problem(twice: text, at: name.place) }
                entries.append(Entry(key: text, place: name.place, value: try FileNode(value, depth: depth + 1)))
            }
            self.init(.map(entries), at: place)
        case .alias:
            throw Problem(place, "anchors and aliases are not read in scenarios", "write the value again")
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

    /// What the YAML library did not understand.
    init(_ error: YamlError, in text: String) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            if problem.contains("nesting level") {
                self.init(tooDeepAt: Place(line: mark.line, column: mark.column))
                return
            }
            let hasTab = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(mark.line - 1).first
                .map { $0.prefix { $0 == " " || $0 == "\t" }.contains("\t") }
            self.init(
                Place(line: mark.line, column: mark.column),
                "no YAML: \(problem)",
                hasTab == true
                    ? "indent with blanks instead of tabs"
                    : problem.contains("alias")
                        ? "a text that begins with * has to stand in quotes"
                        : problem.contains("mapping values") ? "a text with \": \" in it has to stand in quotes" : nil
            )
        case .reader(let problem, let offset, _, _):
            let line = text.utf8.prefix(offset ?? 0).count { $0 == UInt8(ascii: "\n") } + 1
            self.init(Place(line: line), "no YAML: \(problem)", nil)
        case .duplicatedKeysInMapping(let keys, let context):
            self.init(twice: keys.first ?? "", at: Place(line: context.mark.line, column: context.mark.column))
        case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
            self.init(Place(line: 1), "no YAML: \(error)", nil)
        }
    }
}

extension Node {
    /// Whether the document says nothing at all.
    fileprivate var isNothing: Bool {
        guard case .scalar(let scalar) = self else { return false }
        return scalar.string.isEmpty && scalar.style == .plain
    }
}
