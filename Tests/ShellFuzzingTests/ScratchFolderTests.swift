import Foundation
import Testing

@testable import ShellFuzzing

/// One folder serves one input after the other, and never two at once.
@Suite struct ScratchFolderTests {
    @Test("What is given back is handed out again, empty")
    func again() throws {
        let first = try ScratchFolder.borrowed()
        try first.write([1, 2, 3], to: "input")
        #expect(try first.contents(of: "input") == [1, 2, 3])
        try first.write([4], to: "input")
        #expect(try first.contents(of: "input") == [4], "nothing is left of what was longer")
        try first.write([], to: "another")
        #expect(first.names == ["another", "input"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: first.path(".")).count == 2)
        first.giveBack()
        #expect(try FileManager.default.contentsOfDirectory(atPath: first.path(".")).isEmpty)
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
