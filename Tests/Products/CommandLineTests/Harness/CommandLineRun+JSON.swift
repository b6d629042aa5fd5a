import Documents

extension CommandLineRun {
    /// The objects that it printed, header and summary among them.
    ///
    /// - Throws: an error if a line is not an object.
    func objects() throws -> [JSONObject] {
        try output.split(separator: "\n").map { line in
            let object = try JSONValue(parsing: Array(line.utf8)).object
            guard let object else { throw NotAnObject(line: "\(line)") }
            return object
        }
    }

    /// The objects between header and summary.
    ///
    /// - Throws: an error if a line is not an object, the first is not the header, or the last not the summary.
    func content() throws -> [JSONObject] {
        let objects = try objects()
        guard objects.count >= 2, objects.first?["type"]?.string == "header",
            objects.last?["type"]?.string == "summary"
        else { throw NotAnObject(line: output) }
        return Array(objects.dropFirst().dropLast())
    }

    /// A line that is not what it should be.
    struct NotAnObject: Error {
        var line: String
    }
}
