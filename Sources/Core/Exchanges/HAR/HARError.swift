import Documents

/// The reason that a file is not an acceptable HAR, and the place.
public struct HARError: Error, Hashable, Sendable, CustomStringConvertible {
    public var problem: ImportProblem
    /// The entry that it is in, from 0; nil outside the entries.
    public var entry: Int?
    /// The place in the file, as a JSON path: `log.entries[3].response.content.text`; empty for the file as a whole.
    public var path: String
    /// Offset in bytes from the start of the file.
    public var byteOffset: Int

    /// An error with these parts.
    public init(_ problem: ImportProblem, entry: Int? = nil, path: String = "", byteOffset: Int = 0) {
        self.problem = problem
        self.entry = entry
        self.path = path
        self.byteOffset = byteOffset
    }

    /// The problem, its place and its remedy, in one line.
    public var description: String {
        path.isEmpty ? "\(problem)" : "\(FieldPath.printed(path)) (byte \(byteOffset)): \(problem)"
    }
}
