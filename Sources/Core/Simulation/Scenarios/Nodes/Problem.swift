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

    /// The word `found` is no step: the nearest one, else two examples, for a list of all would fill the screen.
    ///
    /// - Parameters:
    ///   - found: the word.
    ///   - place: where it is.
    ///   - others: what may also stand there.
    ///   - names: the words of the steps that may stand there.
    ///   - examples: what is suggested where no word is near.
    /// - Returns: the problem, in a line.
    static func unknownStep(
        _ found: String,
        at place: Place,
        or others: [String] = [],
        among names: [String] = StepCatalog.names,
        examples: String = "play KITE1 or advance 31d"
    ) -> Problem {
        let nearest = NearestWord.nearest(to: found, among: names + others)
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "write for example \(examples)"
        return Problem(place, "unknown step \"\(found.count > 30 ? found.prefix(29) + "…" : found)\"", hint)
    }
}

extension String {
    /// The text, cut where it would fill an error's line.
    package var shortened: String { count > 60 ? prefix(60) + "…" : self }
}
