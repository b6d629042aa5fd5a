import Simulation
import CYaml
import Documents

/// Reads a document with libyaml piece by piece, so that the limits hold before there is much to hold.
///
/// Yams would compose the whole document first, and hash keys that are mappings themselves anew at every level: two
/// kilobytes of them take seconds.
enum YAMLText {
    /// The document in `text`; nil if there is none.
    ///
    /// - Throws: `Problem` for what is no YAML, keys that are no texts or stand twice, aliases, tags, more than one document,
    ///   and pieces too deep in each other.
    static func document(in text: String) throws(Problem) -> FileNode? {
        // Told that it is UTF-8, libyaml takes a byte order mark for a character.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = text.utf8.starts(with: mark) ? Array(text.utf8.dropFirst(mark.count)) : Array(text.utf8)
        guard !bytes.isEmpty else { return nil }
        let result = unsafe bytes.withUnsafeBufferPointer { input in unsafe read(input, bytes) }
        switch result {
        case .success(let node): return node
        case .failure(let problem): throw problem
        }
    }

    /// `bytes` is what `input` points to.
    private static func read(_ input: UnsafeBufferPointer<UInt8>, _ bytes: [UInt8]) -> Result<FileNode?, Problem> {
        // It keeps its own address.
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        defer { unsafe parser.deallocate() }
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            return .failure(Problem(Place(line: 1), "there is not enough memory to read it"))
        }
        defer { unsafe yaml_parser_delete(parser) }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
        do throws(Problem) {
            return .success(try unsafe compose(parser, bytes))
        } catch {
            return .failure(error)
        }
    }

    private static func compose(
        _ parser: UnsafeMutablePointer<yaml_parser_t>,
        _ bytes: [UInt8]
    ) throws(Problem) -> FileNode? {
        var composer = PieceComposer()
        var documents = 0
        while true {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw unsafe problem(of: parser, bytes) }
            defer { unsafe yaml_event_delete(&event) }
            let mark = unsafe event.start_mark
            let place = Place(line: mark.line + 1, column: mark.column + 1)
            switch unsafe event.type {
            case YAML_STREAM_END_EVENT:
                return composer.root
            case YAML_DOCUMENT_START_EVENT:
                documents += 1
                guard documents == 1 else {
                    throw Problem(place, "no YAML: expected a single document, but found another document")
                }
            case YAML_SCALAR_EVENT:
                guard unsafe event.data.scalar.anchor == nil else { throw Problem(anchorAt: place) }
                try composer.add(try unsafe piece(of: event, at: place))
            case YAML_SEQUENCE_START_EVENT:
                guard unsafe event.data.sequence_start.anchor == nil else { throw Problem(anchorAt: place) }
                try composer.begin(isMap: false, at: place)
            case YAML_MAPPING_START_EVENT:
                guard unsafe event.data.mapping_start.anchor == nil else { throw Problem(anchorAt: place) }
                try composer.begin(isMap: true, at: place)
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
                try composer.end()
            case YAML_ALIAS_EVENT:
                throw Problem(anchorAt: place)
            default:
                break
            }
        }
    }

    /// The text that a scalar is, or nothing.
    private static func piece(of event: yaml_event_t, at place: Place) throws(Problem) -> FileNode {
        let scalar = unsafe event.data.scalar
        // A text in quotes has no tag of its own to tell.
        if unsafe scalar.quoted_implicit == 0, let tag = unsafe scalar.tag {
            let name = unsafe String(cString: UnsafePointer(tag))
            guard ["", "!", "tag:yaml.org,2002:str"].contains(exactly: name) else {
                throw Problem(place, "tags like \(name.shortened) are not read in scenarios", "every value is a text")
            }
        }
        let text = unsafe String(
            decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length),
            as: UTF8.self
        )
        if text.isEmpty, unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE { return FileNode(.nothing, at: place) }
        guard !text.hasTooManyMarks else { throw Problem(tooManyMarksAt: place) }
        return FileNode(.text(text), at: place)
    }

    /// Returns the problem that libyaml reported.
    private static func problem(of parser: UnsafeMutablePointer<yaml_parser_t>, _ bytes: [UInt8]) -> Problem {
        var words = "there is not enough memory to read it"
        if let reason = unsafe parser.pointee.problem { words = unsafe String(cString: reason) }
        guard unsafe parser.pointee.error != YAML_READER_ERROR else {
            let offset = unsafe parser.pointee.problem_offset
            let line = bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
            return Problem(Place(line: line), "no YAML: \(words)")
        }
        let mark = unsafe parser.pointee.problem_mark
        // It names the function of its own that raises the limit.
        guard !words.hasPrefix("Maximum nesting level") else {
            return Problem(tooDeepAt: Place(line: mark.line + 1, column: mark.column + 1))
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let indentation = lines.dropFirst(mark.line).first?.prefix { $0 == 0x20 || $0 == 0x09 }
        let hasTab = indentation?.contains(0x09) ?? false
        return Problem(
            Place(line: mark.line + 1, column: mark.column + 1),
            "no YAML: \(words)",
            hasTab
                ? "indent with spaces instead of tabs"
                : words.contains("mapping values") ? "a text with \": \" in it needs quotes" : nil
        )
    }
}

/// Puts pieces into each other in the order in which they are read.
private struct PieceComposer {
    /// The whole, once it has ended.
    var root: FileNode?
    /// The number of pieces so far: what takes the time is to make objects of them.
    var count = 0
    /// The lists and mappings that have begun and not ended, the innermost last.
    var open: [Begun] = []

    struct Begun {
        var place: Place
        var isMap: Bool
        var items: [FileNode] = []
        var entries: [FileNode.Entry] = []
        /// The place of each key.
        var keys: [String: Place] = [:]
        /// The key whose value comes next.
        var key: (text: String, place: Place)?
    }

    /// A list or a mapping begins.
    mutating func begin(isMap: Bool, at place: Place) throws(Problem) {
        try take(at: place)
        if let outer = open.last, outer.isMap, outer.key == nil {
            throw Problem(place, "a key has to be a text, not \(isMap ? "a mapping" : "a list")")
        }
        open.append(Begun(place: place, isMap: isMap))
    }

    /// The list or mapping that began last ends.
    mutating func end() throws(Problem) {
        guard let last = open.popLast() else { return }
        try put(FileNode(last.isMap ? .map(last.entries) : .list(last.items), at: last.place))
    }

    /// A text comes, or nothing.
    mutating func add(_ node: FileNode) throws(Problem) {
        try take(at: node.place)
        try put(node)
    }

    private mutating func put(_ node: FileNode) throws(Problem) {
        guard let last = open.indices.last else {
            root = node
            return
        }
        guard open[last].isMap else {
            open[last].items.append(node)
            return
        }
        if let key = open[last].key {
            open[last].key = nil
            open[last].entries.append(FileNode.Entry(key: key.text, place: key.place, value: node))
            return
        }
        guard case .text(let text) = node.content else {
            throw Problem(node.place, "a key has to be a text, not \(node.kind)")
        }
        if let first = open[last].keys.updateValue(node.place, forKey: text) { throw Problem(twice: text, at: first) }
        open[last].key = (text, node.place)
    }

    /// One more piece, if it is not too deep or too many.
    private mutating func take(at place: Place) throws(Problem) {
        count += 1
        guard count <= ScenarioFile.mostPieces else { throw Problem(tooManyPiecesAt: place) }
        guard open.count <= FileNode.deepest else { throw Problem(tooDeepAt: place) }
    }
}
