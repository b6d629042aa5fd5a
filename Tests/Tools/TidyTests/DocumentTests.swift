import Checkout
import Foundation
import Testing

/// README and the other pages keep their promises.
@Suite struct DocumentTests {
    static let pages =
        ["README.md", "CONTRIBUTING.md"].filter(Checkout.exists) + Checkout.files(below: "Documentation", suffix: ".md")

    @Test("Every link to a file leads to one", arguments: pages)
    func links(page: String) throws {
        let folder = page.split(separator: "/").dropLast().joined(separator: "/")
        let link = try Regex(#"\]\(([^)\s]+)\)"#)
        var broken: [String] = []
        for (index, line) in Checkout.text(of: page).split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            for match in line.matches(of: link) {
                let target = String(match.output[1].substring ?? "")
                let path = String(target.split(separator: "#", omittingEmptySubsequences: false)[0])
                if target.contains("://") || path.isEmpty { continue }
                if !Checkout.exists(folder.isEmpty ? path : "\(folder)/\(path)") {
                    broken.append("\(page):\(index + 1): \(target)")
                }
            }
        }
        expectNone(broken, "these links lead nowhere")
    }

    @Test("The README names every command", arguments: commands)
    func namesCommand(name: String) {
        #expect(Checkout.text(of: "README.md").contains("kinescope \(name)"))
    }

    @Test("Every page of Documentation is linked from its index")
    func index() {
        let index = Checkout.text(of: "Documentation/README.md")
        let missing = Checkout.files(below: "Documentation", suffix: ".md").map {
            $0.replacing("Documentation/", with: "")
        }
        .filter { $0 != "README.md" && !index.contains("(\($0))") }
        expectNone(missing, "Documentation/README.md does not link")
    }

    /// The subcommands, as the sources name them.
    static let commands: [String] = {
        let name = /commandName: "([a-z-]+)"/
        let lines = SourceFile.sources.filter { $0.target == "kinescope" }.flatMap(\.lines)
        return lines.compactMap { $0.firstMatch(of: name).map { String($0.1) } }.filter { $0 != "kinescope" }.sorted()
    }()
}
