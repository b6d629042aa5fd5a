import Documents

/// Where something stands in a file.
struct Place: Hashable, Sendable {
    /// The line, from 1.
    var line: Int
    /// The column, from 1, where it is known.
    var column: Int?
}

/// Something that is not understood, before it is known in which file.
struct Problem: Error, Hashable, Sendable {
    /// Where it stands.
    var place: Place
    /// What is wrong.
    var text: String
    /// The nearest valid word, or what to write instead.
    var hint: String?

    /// A problem at `place`.
    init(_ place: Place, _ text: String, _ hint: String? = nil) {
        self.place = place
        self.text = text
        self.hint = hint
    }

    /// The problem as whoever wrote the file is told it.
    func located(in file: String) -> ScenarioFileError {
        ScenarioFileError(
            file: file,
            line: place.line,
            column: place.column,
            problem: text.inOneLine,
            hint: hint?.inOneLine
        )
    }

    /// The word `found` is none of `words`, which are names of `kind`.
    static func unknown(_ kind: String, _ found: String, at place: Place, known words: [String]) -> Problem {
        Problem(place, "unknown \(kind) \"\(found.shortened)\"", NearestWord.hint(for: found, among: words))
    }
}

extension String {
    /// The text, cut where it would fill an error's line.
    var shortened: String { count > 60 ? prefix(60) + "…" : self }
}
