import Foundation
import Testing

@testable import ShellFuzzing

/// One folder serves one input after the other, and never two at once.
@Suite struct ScratchFolderTests {
    @Test("What is given back holds the last input alone, and the next one is all that is in that file")
    func again() throws {
        let first = try ScratchFolder.borrowed()
        try first.write([1, 2, 3], to: ScratchFolder.input)
        #expect(try first.holds([1, 2, 3], in: ScratchFolder.input))
        #expect(try !first.holds([1, 2, 4], in: ScratchFolder.input) && !first.holds([1, 2], in: ScratchFolder.input))
        try first.write([4], to: ScratchFolder.input)
        #expect(try first.holds([4], in: ScratchFolder.input), "nothing is left of what was longer")
        try first.write([], to: "another")
        #expect(try first.holds([], in: "another"))
        #expect(first.names == ["another", ScratchFolder.input])
        #expect(try FileManager.default.contentsOfDirectory(atPath: first.path(".")).count == 2)
        first.giveBack()
        // Other tests take folders, too: it need not be the same.
        let next = try ScratchFolder.borrowed()
        defer { next.giveBack() }
        #expect(next.names.allSatisfy { $0 == ScratchFolder.input })
    }

    @Test("Two that are needed at once are two")
    func two() throws {
        let (one, other) = (try ScratchFolder.borrowed(), try ScratchFolder.borrowed())
        defer { for folder in [one, other] { folder.giveBack() } }
        #expect(one.path("a") != other.path("a"))
        try one.write([1], to: "a")
        #expect(!other.names.contains("a"))
    }
}
