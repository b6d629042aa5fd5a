import Documents

/// The reason that a log of one JSON object a line is not acceptable, and the place.
public struct LogLineError: Error, Hashable, Sendable, CustomStringConvertible {
    public var problem: ImportProblem
    /// The line, from 1; blank lines count.
    public var line: Int
    /// The place in the line, as a JSON path: `request.attributeNames[1]`; empty for the line as a whole.
    public var key: String
    /// Offset in bytes from the start of the file.
    public var byteOffset: Int

    /// An error with these parts.
    public init(_ problem: ImportProblem, line: Int, key: String = "", byteOffset: Int) {
        self.problem = problem
        self.line = line
        self.key = key
        self.byteOffset = byteOffset
    }

    /// The problem, its place and its remedy, in one line.
    public var description: String {
        let place = "line \(line)" + (key.isEmpty ? "" : ", \(FieldPath.printed(key))") + " (byte \(byteOffset))"
        guard case .json(let error) = problem, error.cause == .truncated else { return "\(place): \(problem)" }
        return "\(place): the line ends inside a JSON value. Each object is one line, and this one was truncated"
    }
}

/// The reason that a VSA log is not acceptable.
public typealias VSALogError = LogLineError
