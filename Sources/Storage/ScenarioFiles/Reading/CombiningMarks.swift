import Simulation

extension String {
    /// Combining marks that may follow each other: as many as in the stream-safe text of UAX #15.
    static let mostMarks = 30

    /// True if more combining marks follow each other than anyone writes.
    ///
    /// Swift sorts them before it compares or hashes a text, which takes as long as the square of their number: one key
    /// of 64 KB would take seconds.
    var hasTooManyMarks: Bool {
        guard utf8.contains(where: { $0 >= 0x80 }) else { return false }
        var count = 0
        for scalar in unicodeScalars {
            count = scalar.isMark ? count + 1 : 0
            if count > Self.mostMarks { return true }
        }
        return false
    }
}

extension Unicode.Scalar {
    /// True if it is sorted among its neighbors.
    fileprivate var isMark: Bool {
        switch value {
        case 0..<0x300: false
        // These are taken apart into marks, and are none themselves.
        case 0xF73, 0xF75, 0xF81: true
        default: properties.canonicalCombiningClass != .notReordered
        }
    }
}

extension Problem {
    /// More combining marks behind each other than are read.
    init(tooManyMarksAt place: Place) {
        self.init(
            place,
            "more than \(String.mostMarks) combining marks follow each other",
            "a letter has three or four at most"
        )
    }
}
