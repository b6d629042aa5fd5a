import Checkout
import FuzzReadings
import Foundation
public import Fuzzing
import VirtualTime

/// The inputs that were made by hand, and those that were found.
public enum Corpus {
    /// The files of one folder of one target, sorted.
    public static func files(_ target: String, _ folder: String) -> [String] {
        let path = Checkout.top.appending(path: "Corpus/\(target)/\(folder)").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted().map { "\(path)/\($0)" }
    }

    /// Every seed and every regression through the same properties as in the fuzzer: what does not hold, and where.
    public static func faults(of target: FuzzTarget) throws -> [String] {
        var faults: [String] = []
        for file in files(target.name, "seed") + files(target.name, "regression") {
            let input = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
            if input.count > target.maximumBytes { faults.append("\(file): longer than what is looked at") }
            do throws(PropertyFailure) {
                try target.check(input)
            } catch {
                faults.append("\(file): \(error)")
            }
        }
        return faults
    }

    /// Mutates the first seeds, twice each from the same chance: how many became others, and what does not hold of them.
    public static func mutations(of target: FuzzTarget, first count: Int) throws -> (made: Int, faults: [String]) {
        guard let mutate = target.mutate else { return (0, ["\(target.name) mutates nothing"]) }
        var made = 0
        var faults: [String] = []
        for (index, file) in files(target.name, "seed").prefix(count).enumerated() {
            let input = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
            var first = SeededGenerator(seed: UInt64(index))
            var second = SeededGenerator(seed: UInt64(index))
            let output = mutate(input, &first)
            if output != mutate(input, &second) { faults.append("\(file): another mutation from the same seed") }
            guard let output, output != input else { continue }
            made += 1
            do throws(PropertyFailure) {
                try target.check(output)
            } catch {
                faults.append("\(file), mutated: \(error)")
            }
        }
        return (made, faults)
    }

    /// Returns what is missing for `Scripts/fuzz` to find a target in `folder` below Sources, or wrong with its
    /// dictionary.
    public static func gaps(of name: String, in folder: String) throws -> [String] {
        let sources = Checkout.top.appending(path: "Sources/\(folder)/Targets")
        let texts = try FileManager.default.contentsOfDirectory(atPath: sources.path).map {
            try String(contentsOf: sources.appendingPathComponent($0), encoding: .utf8)
        }
        // As Scripts/fuzzing/building.py reads them.
        let definition = try Regex(#"public static let \w+ = \w+\(\s*"\#(name)","#)
        guard texts.reduce(0, { $0 + $1.matches(of: definition).count }) == 1 else {
            return ["\(sources.path) does not define \(name) in the way that Scripts/fuzz looks for"]
        }
        let word = try Regex(#"^(\w+=)?"([^"\\]|\\\\|\\"|\\x[0-9A-Fa-f]{2})+"$"#)
        let dictionary = Checkout.top.appending(path: "Corpus/\(name)/\(name).dict")
        let lines = try String(contentsOf: dictionary, encoding: .utf8).split(separator: "\n")
        let words = lines.filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
        let odd = words.filter { $0.wholeMatch(of: word) == nil }.map { "\(dictionary.path): \($0) is no quoted word" }
        return odd + (words.count < 20 ? ["\(dictionary.path) has only \(words.count) words"] : [])
    }
}
