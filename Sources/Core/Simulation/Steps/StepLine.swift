import Documents

/// Steps on one line: `advance 31d; play KITE1; expect playing KITE1`.
package enum StepLine {
    /// The steps in `text`, which a semicolon or a line's end divides from each other.
    ///
    /// - Parameters:
    ///   - text: the steps.
    ///   - yaml: reads what a step has in brackets or quotes.
    /// - Returns: the steps, at least one.
    /// - Throws: `Problem` for what is not understood, with its place.
    package static func steps(in text: String, yaml: @escaping YAMLReader) throws(Problem) -> [Scenario.LocatedStep] {
        var steps: [Scenario.LocatedStep] = []
        for piece in pieces(of: text) {
            guard steps.count < Scenario.mostSteps else {
                throw Problem(piece.place, "there are more than \(Scenario.mostSteps) steps")
            }
            steps.append(try step(piece.text, at: piece.place, yaml))
        }
        guard !steps.isEmpty else {
            throw Problem(Place(line: 1, column: 1), "there is no step", "write for example advance 31d; play KITE1")
        }
        return steps
    }

    /// The step that `text` says: `on APP: ` where it is for another app, its word, and what stands behind it.
    static func step(
        _ text: String,
        at place: Place,
        _ yaml: @escaping YAMLReader
    ) throws(Problem) -> Scenario.LocatedStep {
        guard let named = prefix(of: text) else { return try step(text, for: nil, at: place, yaml) }
        let app = try AppName(reading: FileNode(.text(String(named.name)), at: place.moved(by: 3)))
        let start = place.moved(by: text.count - named.rest.count)
        let rest = String(named.rest.trimmed)
        guard prefix(of: rest) == nil else {
            throw Problem(start, "the step names its app twice", "omit \"on\"")
        }
        return try step(rest, for: app, at: start.moved(by: named.rest.prefix { $0 == " " }.count), yaml)
    }

    /// Returns the text between `on` and the first colon, and the text behind it; nil if the step names no app.
    private static func prefix(of text: String) -> (name: Substring, rest: Substring)? {
        guard text.hasPrefix("on "), let colon = text.firstIndex(of: ":") else { return nil }
        return (text.dropFirst(3)[..<colon].trimmed, text[text.index(after: colon)...])
    }

    private static func step(
        _ text: String,
        for app: AppName?,
        at place: Place,
        _ yaml: @escaping YAMLReader
    ) throws(Problem) -> Scenario.LocatedStep {
        guard let (word, argument) = try split(text, StepCatalog.names, at: place, yaml) else {
            throw .unknownStep(firstWords(text), at: place)
        }
        return try Scenario.LocatedStep(word, argument, on: app, at: place, yaml)
    }

    /// The longest of `words` that `text` begins with, and what stands behind it, as a piece of a file.
    static func split(
        _ text: String,
        _ words: [String],
        at place: Place,
        _ yaml: @escaping YAMLReader
    ) throws(Problem) -> (String, FileNode)? {
        let word = words.filter { word in
            guard text.hasPrefix(word) else { return false }
            return text.dropFirst(word.count).first.map { $0 == " " || $0 == ":" } ?? true
        }
        .max { $0.count < $1.count }
        guard let word else { return nil }
        var rest = text.dropFirst(word.count).drop { $0 == " " }
        if rest.first == ":" { rest = rest.dropFirst().drop { $0 == " " } }
        let start = place.moved(by: text.count - rest.count)
        let value = rest.trimmed
        switch value.first {
        case nil: return (word, FileNode(.nothing, at: start))
        case "{", "[", "\"", "'": return (word, try node(of: String(value), at: start, yaml))
        default: return (word, FileNode(.text(String(value)), at: start))
        }
    }

    /// A value in brackets or quotes: its places count from `start` on.
    ///
    /// The library counts scalars, the places of a line count characters.
    private static func node(of text: String, at start: Place, _ yaml: @escaping YAMLReader) throws(Problem) -> FileNode
    {
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let columns =
            isASCII
            ? []
            : text.enumerated().flatMap { index, character in
                repeatElement(index + 1, count: character.unicodeScalars.count)
            }
        do {
            return try yaml(text).placed(behind: start, columns)
        } catch {
            throw Problem(start, error.text, error.hint)
        }
    }

    /// Guesses what is meant as a word: all but a last part that is rather a value.
    static func firstWords(_ text: String) -> String {
        if let colon = text.firstIndex(of: ":") { return String(text[..<colon]) }
        let words = text.split(separator: " ")
        for count in [3, 2, 1] where words.count >= count {
            let start = words.prefix(count).joined(separator: " ")
            if NearestWord.nearest(to: start, among: StepCatalog.names + ExpectationWord.all) != nil { return start }
        }
        return words.first.map(String.init) ?? text
    }

    /// The text between semicolons that stand outside of brackets and quotes, with their places.
    static func pieces(of text: String) -> [(text: String, place: Place)] {
        var pieces: [(String, Place)] = []
        var current = ""
        var place = Place(line: 1, column: 1)
        var start = place
        var depth = 0
        var quote: Character?
        // Inside a quote: the character before was a backslash; behind one: it ended with the character before.
        var isEscaped = false
        var closed: Character?
        func end() {
            let trimmed = current.trimmed
            if !trimmed.isEmpty {
                pieces.append((String(trimmed), start.moved(by: current.prefix { $0.isWhitespace }.count)))
            }
            current = ""
        }
        for character in text {
            let endedJustNow = closed
            closed = nil
            if let open = quote {
                if isEscaped {
                    isEscaped = false
                } else if open == "\"", character == "\\" {
                    isEscaped = true
                } else if character == open {
                    (quote, closed) = (nil, open)
                }
            } else if character == "'", endedJustNow == "'" {
                // YAML writes an apostrophe in apostrophes twice.
                quote = character
            } else if character == "\"" || (character == "'" && (current.last.map { " [{,:".contains($0) } ?? true)) {
                quote = character
            } else if "[{".contains(character) {
                depth += 1
            } else if "]}".contains(character) {
                depth = max(0, depth - 1)
            }
            // By its byte: for Swift the Greek question mark is a semicolon.
            let ends = character.asciiValue == UInt8(ascii: ";") || character.isNewline
            if depth == 0, quote == nil, ends {
                end()
                place = character.isNewline ? Place(line: place.line + 1, column: 1) : place.moved(by: 1)
                start = place
                continue
            }
            current.append(character)
            place = place.moved(by: 1)
        }
        end()
        return pieces
    }
}

extension Place {
    /// The place some columns on.
    func moved(by columns: Int) -> Place { Place(line: line, column: column.map { $0 + columns }) }
}

extension FileNode {
    /// The piece with places that count from `start` on: it was read out of a line.
    ///
    /// `columns` are the columns of its scalars; empty where each is a character of its own.
    func placed(behind start: Place, _ columns: [Int]) -> FileNode {
        var node = self
        node.place = place.placed(behind: start, columns)
        switch content {
        case .nothing, .text: break
        case .list(let items): node.content = .list(items.map { $0.placed(behind: start, columns) })
        case .map(let entries):
            node.content = .map(
                entries.map {
                    Entry(
                        key: $0.key,
                        place: $0.place.placed(behind: start, columns),
                        value: $0.value.placed(behind: start, columns)
                    )
                }
            )
        }
        return node
    }
}

extension Place {
    fileprivate func placed(behind start: Place, _ columns: [Int]) -> Place {
        let column = column.map { columns.indices.contains($0 - 1) ? columns[$0 - 1] : $0 }
        return Place(line: start.line, column: start.column.flatMap { from in column.map { from + $0 - 1 } })
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmed: SubSequence {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start[start.endIndex...] }
        return start[...last]
    }
}
