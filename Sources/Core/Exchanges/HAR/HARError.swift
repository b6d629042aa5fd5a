import Documents

/// Why a file is no acceptable HAR, and where.
public struct HARError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public var problem: ImportProblem
    /// Which entry it is in, from 0; nil outside the entries.
    public var entry: Int?
    /// Where in the file, as a JSON path: `log.entries[3].response.content.text`; empty for the file as a whole.
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

    /// What is wrong, where, and what to do, in one line.
    public var description: String {
        path.isEmpty ? "\(problem)" : "\(FieldPath.printed(path)) (byte \(byteOffset)): \(problem)"
    }
}
