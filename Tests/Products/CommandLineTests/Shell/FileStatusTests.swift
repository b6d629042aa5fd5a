import Foundation
import Testing

@testable import kinescope

@Suite struct FileStatusTests {
    @Test("A file, a folder and a device are told apart, and one file by two names is one")
    func kinds() throws {
        let folder = TemporaryFolder()
        try folder.write("12345", to: "a")
        try FileManager.default.linkItem(at: folder.url(of: "a"), to: folder.url(of: "b"))
        try folder.write("12345", to: "c")
        let (a, b, c) = ("a", "b", "c")
        let paths = [a, b, c].map { folder.url(of: $0).path }
        let file = try #require(FileStatus(path: paths[0]))
        #expect(file.kind == .file && file.size == 5)
        #expect(SameFile.isSame(paths[0], paths[1]) && !SameFile.isSame(paths[0], paths[2]))
        #expect(FileStatus(path: folder.url.path)?.kind == .folder)
        #expect(FileStatus(path: "/dev/null")?.kind == .other)
        #expect(FileStatus(path: folder.url(of: "nothing").path) == nil)
        #expect(FileStatus(descriptor: -1) == nil)
    }
}
