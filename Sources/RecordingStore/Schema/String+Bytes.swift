import Documents

extension String? {
    /// Whether it is there, and has the same bytes.
    func isSame(as other: String) -> Bool { map { sameBytes($0, other) } ?? false }
}
