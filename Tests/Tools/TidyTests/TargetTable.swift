import Checkout
import Testing

/// The table in `Package.swift`: which targets there are, where they lie, and what they import.
struct TargetTable {
    struct Row: CustomTestStringConvertible {
        let place: String
        let name: String
        let imports: [String]

        var testDescription: String { name }
        /// No file, socket, clock, random source or task.
        var isPure: Bool { place == "Core" || ["FuzzReadings", "Fuzzing"].contains(name) }
    }

    let rows: [Row]
    /// The modules of other packages.
    let foreign: Set<String>

    /// Reads a manifest: the text `table`, and the list `packages`.
    init(manifest: String) throws {
        let text = try CodePattern(#"let table = \"\"\"\n([\s\S]*?)\n    \"\"\""#).captures(in: manifest).first ?? ""
        rows = text.replacing("\n     ", with: " ").split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            let path = words[0].split(separator: "/").map(String.init)
            return Row(place: path[0], name: path[1], imports: Array(words.dropFirst()))
        }
        let modules = try CodePattern(#"\("[\w./-]+/[\w.-]+", "[\d.]+", "([\w ]+)"\)"#).captures(in: manifest)
        foreign = Set(modules.flatMap { $0.split(separator: " ").map(String.init) })
    }

    /// Everything that a target sees, however far down.
    func reach(of name: String) -> Set<String> {
        var reached: Set<String> = []
        var next = [name]
        while let name = next.popLast() {
            for module in row(name)?.imports ?? [] where reached.insert(module).inserted { next.append(module) }
        }
        return reached
    }

    func row(_ name: String) -> Row? { rows.first { $0.name == name } }

    /// That of this checkout.
    static let current = try? TargetTable(manifest: Checkout.text(of: "Package.swift"))
    static let rows = current?.rows ?? []
    static let impure = Set(rows.filter { !$0.isPure }.map(\.name))
}
