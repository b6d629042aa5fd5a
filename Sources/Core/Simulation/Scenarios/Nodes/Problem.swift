import Documents

/// A place in a file.
package struct Place: Hashable, Sendable {
    /// The line, from 1.
    package var line: Int
    /// The column, from 1, where it is known.
    package var column: Int?

    /// A place in a line.
    package init(line: Int, column: Int? = nil) {
        self.line = line
        self.column = column
    }
}

/// Something that is not understood, before it is known in which file.
package struct Problem: Error, Hashable, Sendable {
    /// The place of the problem.
    package var place: Place
    /// The problem, in words.
    package var text: String
    /// The nearest valid word, or what to write instead.
    package var hint: String?

    /// A problem at `place`.
    package init(_ place: Place, _ text: String, _ hint: String? = nil) {
        self.place = place
        self.text = text
        self.hint = hint
    }

    /// The word `found` is none of `words`, which are names of `kind`.
    package static func unknown(_ kind: String, _ found: String, at place: Place, known words: [String]) -> Problem {
        Problem(place, "unknown \(kind) \"\(found.shortened)\"", NearestWord.hint(for: found, among: words))
    }
}

extension String {
    /// The text, cut where it would fill an error's line.
    package var shortened: String { count > 60 ? prefix(60) + "…" : self }
}
