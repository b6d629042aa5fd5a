/// The start of a scenario, found without a reader of YAML: where the lines before it are so plain that they show it.
enum StartLine {
    /// Returns the text behind the first `start:` at the beginning of a line; nil if that may mean another thing than
    /// the lines state: something in front of it that a line alone does not end, or a value that may continue in the
    /// next line.
    ///
    /// A second one is an error of the file.
    static func text(in file: [UInt8]) -> String? {
        let lines = file.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
        guard let start = lines.firstIndex(where: { $0.starts(with: "start: ".utf8) }),
            lines[..<start].allSatisfy(isPlain)
        else { return nil }
        if start + 1 < lines.count, lines[start + 1].isEmpty || lines[start + 1].first == 0x20 { return nil }
        var text = lines[start].dropFirst(7).drop { $0 == 0x20 }
        while text.last == 0x20 { text.removeLast() }
        let marks = Array("0123456789TtZz:+-. ".utf8)
        return text.allSatisfy { marks.contains($0) } ? String(decoding: text, as: UTF8.self) : nil
    }

    /// Checks whether nothing that begins in the line continues behind it.
    private static func isPlain(_ line: ArraySlice<UInt8>) -> Bool {
        if line.first == UInt8(ascii: "#") { return true }
        func count(_ mark: String) -> Int { line.count { mark.utf8.contains($0) } }
        return count("|>&*!%?\\\t'#") == 0 && line.allSatisfy { (0x20..<0x7F).contains($0) }
            && count("\"").isMultiple(of: 2) && count("[") == count("]") && count("{") == count("}")
            && !line.starts(with: "---".utf8) && !line.starts(with: "...".utf8)
    }
}
