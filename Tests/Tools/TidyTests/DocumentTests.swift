import Checkout
import Foundation
import Testing

/// README and the other pages keep their promises.
@Suite struct DocumentTests {
    /// The pages at the top and below Documentation, and those that lie beside what they are about.
    static let pages =
        ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
        + ["Documentation", "Scenarios", "Corpus", "Recordings"].flatMap { Checkout.files(below: $0, suffix: ".md") }

    @Test("Every link to a file leads to one, and every anchor to a heading", arguments: pages)
    func links(page: String) throws {
        var broken: [String] = []
        for link in try Self.links(of: page) {
            let path = link.path ?? page
            if !Checkout.exists(path) {
                broken.append("\(page):\(link.line): \(link.target)")
            } else if let anchor = link.anchor, path.hasSuffix(".md"), !Self.anchors(of: path).contains(anchor) {
                broken.append("\(page):\(link.line): \(link.target): there is no such heading")
            }
        }
        expectNone(broken, "these links lead nowhere")
    }

    @Test("No page names a page that is not in the checkout, nor a section of one by its number", arguments: pages)
    func namedPages(page: String) {
        var unknown: [String] = []
        for (index, line) in Self.lines(of: page).enumerated() {
            for match in line.matches(of: /([A-Za-z0-9_.\/-]*[A-Za-z0-9_-]\.md)\b( §)?/) {
                let name = match.1.split(separator: "/").last.map(String.init) ?? ""
                // No page here has numbered sections: what is cited so is a document from outside.
                guard Self.pageNames.contains(name), match.2 == nil else {
                    unknown.append("\(page):\(index + 1): \(match.0)")
                    continue
                }
            }
        }
        expectNone(unknown, "these pages are not in the checkout: name Adobe's or Apple's document by its title")
    }

    private static let pageNames = Set(pages.compactMap { $0.split(separator: "/").last.map(String.init) })

    @Test("Every page of Documentation is linked from its index, and from another page or the README as well")
    func index() throws {
        let all = Checkout.files(below: "Documentation", suffix: ".md").filter { $0 != "Documentation/README.md" }
        let fromIndex = Set(try Self.links(of: "Documentation/README.md").compactMap(\.path))
        // Decisions have an index of their own.
        let own = "Documentation/contributing/decisions/"
        let missing = all.filter { !fromIndex.contains($0) && !($0.hasPrefix(own) && !$0.hasSuffix("README.md")) }
        expectNone(missing, "Documentation/README.md does not link")
        let elsewhere = try Self.pages.filter { $0 != "Documentation/README.md" }.map { page in
            Set(try Self.links(of: page).compactMap(\.path)).subtracting([page])
        }
        let lonely = all.filter { page in !elsewhere.contains { $0.contains(page) } }
        // What a newcomer must not see first is for the index alone.
        expectNone(lonely.filter { !$0.hasSuffix("/guesses.md") }, "no page but the index sends a reader to")
    }

    @Test("The reference names every command", arguments: commands)
    func namesCommand(name: String) {
        #expect(Checkout.text(of: "Documentation/reference/cli.md").contains("\n## \(name)\n"))
    }

    @Test("Scripts/demo runs the tutorial's commands, letter for letter")
    func demo() {
        let tutorial = Self.lines(of: "Documentation/tutorial/first-replay.md").filter { $0.hasPrefix("$ ") }
            .map { String($0.dropFirst(2)) }
        let demo =
            Checkout.text(of: "Scripts/demo").components(separatedBy: "COMMANDS'\n").last?
            .components(separatedBy: "\nCOMMANDS").first ?? ""
        #expect(tutorial.count > 5)
        #expect(tutorial == demo.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init))
    }

    @Test("The README's first screen is 40 lines, and tells how to try it")
    func firstScreen() {
        let screen = Self.lines(of: "README.md").prefix { !$0.hasPrefix("## ") }
        #expect(screen.count <= 40)
        for text in ["./Scripts/demo", "./Scripts/test", "```console\n$ kinescope ", "What it does not do"] {
            #expect(screen.joined(separator: "\n").contains(text), "\(text)")
        }
    }

    /// The subcommands, as the sources name them.
    static let commands: [String] = {
        let name = /commandName: "([a-z-]+)"/
        let lines = SourceFile.sources.filter { $0.target == "kinescope" }.flatMap(\.lines)
        return lines.compactMap { $0.firstMatch(of: name).map { String($0.1) } }.filter { $0 != "kinescope" }.sorted()
    }()

    // MARK: Links

    struct Link {
        var line: Int
        /// As it is written.
        var target: String
        /// The file from the top; nil for the page itself.
        var path: String?
        var anchor: String?
    }

    /// The links of a page to files and headings of the checkout.
    static func links(of page: String) throws -> [Link] {
        let link = try Regex(#"\]\(([^)\s]+)\)"#)
        let folder = page.split(separator: "/").dropLast().map(String.init)
        var found: [Link] = []
        for (index, line) in prose(of: page) {
            for match in line.matches(of: link) {
                let target = String(match.output[1].substring ?? "")
                if target.contains("://") { continue }
                let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let path = parts[0].isEmpty ? nil : resolved(String(parts[0]), in: folder)
                found.append(
                    Link(line: index, target: target, path: path, anchor: parts.count == 2 ? String(parts[1]) : nil)
                )
            }
        }
        return found
    }

    /// A path from the top, of one that is written in a page of `folder`.
    static func resolved(_ path: String, in folder: [String]) -> String {
        var parts = folder
        for part in path.split(separator: "/").map(String.init) where part != "." {
            if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    /// What an anchor may name: headings as GitHub spells them, and places that the page marks.
    static func anchors(of page: String) -> Set<String> {
        var found: Set<String> = []
        for (_, line) in prose(of: page) {
            for mark in line.matches(of: /<a id="([^"]+)"/) { found.insert(String(mark.1)) }
            guard line.hasPrefix("#") else { continue }
            let title = line.drop { $0 == "#" }.drop { $0 == " " }
            let kept = title.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
            found.insert(kept.replacing(" ", with: "-"))
        }
        return found
    }

    /// The lines outside of fenced blocks, with their numbers.
    static func prose(of page: String) -> [(Int, String)] {
        var isFenced = false
        return lines(of: page).enumerated().compactMap { index, line in
            if line.hasPrefix("```") { isFenced.toggle() }
            return isFenced || line.hasPrefix("```") ? nil : (index + 1, line)
        }
    }

    static func lines(of page: String) -> [String] {
        Checkout.text(of: page).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
