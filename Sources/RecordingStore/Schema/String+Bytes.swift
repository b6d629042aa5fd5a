extension String {
    /// Whether it has the same bytes.
    ///
    /// `==` puts accents in order before it compares, which takes as long as the square of how many follow each other; and
    /// what a file says may have as many as it likes.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String? {
    /// Whether it is there, and has the same bytes.
    func isSame(as other: String) -> Bool { self?.isSame(as: other) ?? false }
}
