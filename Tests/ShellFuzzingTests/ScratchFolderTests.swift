import Foundation
import Testing

@testable import ShellFuzzing

/// One folder serves one input after the other, and never two at once.
@Suite struct ScratchFolderTests {
    @Test("What is given back has one file at most, and its next bytes are all that is in that")
    func again() throws {
        let first = try ScratchFolder.borrowed()
        try first.write([1, 2, 3], to: "input")
        #expect(try first.holds([1, 2, 3], in: "input"))
        #expect(try !first.holds([1, 2, 4], in: "input") && !first.holds([1, 2], in: "input"))
        try first.write([4], to: "input")
        #expect(try first.holds([4], in: "input"), "nothing is left of what was longer")
        try first.write([], to: "another")
        #expect(try first.holds([], in: "another"))
        #expect(first.names == ["another", "input"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: first.path(".")).count == 2)
        first.giveBack(with: "input")
        #expect(try FileManager.default.contentsOfDirectory(atPath: first.path(".")) == ["input"])
    }

    @Test("Two that are needed at once are two")
    func two() throws {
        let (one, other) = (try ScratchFolder.borrowed(), try ScratchFolder.borrowed())
        defer { for folder in [one, other] { folder.giveBack() } }
        #expect(one.path("a") != other.path("a"))
        try one.write([1], to: "a")
        #expect(other.names.isEmpty)
    }
}
