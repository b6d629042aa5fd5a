import Checkout
import Foundation
import Testing

/// A Swift file of the checkout, with its code apart from its prose.
struct SourceFile {
    /// The path from the checkout's top.
    let path: String
    /// The lines as written.
    let lines: [String]
    /// The same lines without comments and without what string literals say (code in interpolations stays).
    let code: [String]
    /// The same lines with the wording of string literals alone.
    let wording: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let parts = CodeOnly.parts(of: text)
        code = parts.code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        wording = parts.wording.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    init(path: String) { self.init(path: path, text: Checkout.text(of: path)) }

    /// The target or test target: the third part of the path.
    var target: String { path.split(separator: "/").dropFirst(2).first.map(String.init) ?? "" }

    /// The file's name without its extension.
    var noun: String { (path.split(separator: "/").last.map(String.init) ?? "").replacing(".swift", with: "") }

    /// Every Swift file below Sources.
    static let sources = Checkout.files(below: "Sources", suffix: ".swift").map { SourceFile(path: $0) }

    /// Every Swift file below Tests.
    static let tests = Checkout.files(below: "Tests", suffix: ".swift").map { SourceFile(path: $0) }

    /// Returns the places where the code matches `pattern`, as `path:line: code`.
    ///
    /// A line that ends in a comment beginning with `tidy:` has given its reason and is left alone.
    func places(_ pattern: CodePattern) -> [String] {
        pattern.lines(in: code.joined(separator: "\n")).compactMap { index in
            guard lines.indices.contains(index), !lines[index].contains("// tidy:") else { return nil }
            return "\(path):\(index + 1): \(lines[index].trimmingCharacters(in: .whitespaces))"
        }
    }
}

/// A pattern that is looked for in whole files: Foundation's engine, which an unoptimised build does not slow down.
struct CodePattern {
    private let expression: NSRegularExpression

    init(_ pattern: String) throws {
        expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    }

    /// Returns what the pattern's first group matches, each time.
    func captures(in text: String) -> [String] {
        let whole = NSRange(location: 0, length: text.utf16.count)
        return expression.matches(in: text, range: whole).map { (text as NSString).substring(with: $0.range(at: 1)) }
    }

    /// The lines that a match begins in, from 0, each once.
    func lines(in text: String) -> [Int] {
        let whole = NSRange(location: 0, length: text.utf16.count)
        var starts = expression.matches(in: text, range: whole).map { match in
            // White space in front of a match may be that of the lines above it.
            let found = (text as NSString).substring(with: match.range)
            return match.range.location + found.utf16.prefix { $0 == 0x20 || $0 == 0x0A }.count
        }[...]
        guard !starts.isEmpty else { return [] }
        var lines: [Int] = []
        var line = 0
        for (offset, unit) in text.utf16.enumerated() {
            while let start = starts.first, start <= offset {
                if lines.last != line { lines.append(line) }
                starts.removeFirst()
            }
            if starts.isEmpty { break }
            if unit == 0x0A { line += 1 }
        }
        return lines
    }
}

/// A pattern in which `\b` stands between a letter and anything that is none, as it does in code.
///
/// Swift's own words are Unicode's, for which `ProcessInfo.processInfo` is a single one.
func codePattern(_ pattern: String) throws -> Regex<AnyRegexOutput> { try Regex(pattern).wordBoundaryKind(.simple) }

/// Fails the test if there are `problems`, and prints nothing but the advice and one problem a line.
func expectNone(_ problems: [String], _ advice: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard !problems.isEmpty else { return }
    Issue.record("\(advice):\n\(problems.joined(separator: "\n"))", sourceLocation: sourceLocation)
}

/// A pattern with the name of what it finds.
struct Ban: CustomTestStringConvertible, Sendable {
    let name: String
    let pattern: String

    init(_ name: String, _ pattern: String) {
        self.name = name
        self.pattern = pattern
    }

    var testDescription: String { name }

    func places(in files: [SourceFile]) throws -> [String] {
        let pattern = try CodePattern(pattern)
        return files.flatMap { $0.places(pattern) }
    }
}
