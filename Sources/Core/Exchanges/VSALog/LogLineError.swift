import Documents

/// Why a log of one JSON object a line is not acceptable, and where.
public struct LogLineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public var problem: ImportProblem
    /// The line, from 1; blank lines count.
    public var line: Int
    /// Where in the line, as a JSON path: `request.attributeNames[1]`; empty for the line as a whole.
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

    /// What is wrong, where, and what to do, in one line.
    public var description: String {
        let place = "line \(line)" + (key.isEmpty ? "" : ", \(FieldPath.printed(key))") + " (byte \(byteOffset))"
        guard case .json(let error) = problem, error.cause == .truncated else { return "\(place): \(problem)" }
        return "\(place): the line ends inside a JSON value. Each object is one line, and this one was truncated"
    }
}

/// Why a VSA log is not acceptable.
public typealias VSALogError = LogLineError
