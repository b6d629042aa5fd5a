import FileSystem
import Foundation
import Testing

@Suite struct FileStatusTests {
    @Test("A file, a folder and a device are told apart, one file by two names is one, and permissions are those given")
    func kinds() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "kinescope-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (a, b, c) = (folder.appending(path: "a"), folder.appending(path: "b"), folder.appending(path: "c"))
        for file in [a, c] { try Data("12345".utf8).write(to: file) }
        try FileManager.default.linkItem(at: a, to: b)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: a.path)
        let file = try #require(FileStatus(path: a.path))
        #expect(file.kind == .file && file.size == 5 && file.permissions == 0o640)
        let (sameFile, other) = try (#require(FileStatus(path: b.path)), #require(FileStatus(path: c.path)))
        #expect(file.isSame(as: sameFile) && !file.isSame(as: other))
        #expect(FileStatus(path: folder.path)?.kind == .folder)
        #expect(FileStatus(path: "/dev/null")?.kind == .other)
        #expect(FileStatus(path: folder.appending(path: "nothing").path) == nil)
        #expect(FileStatus(descriptor: -1) == nil)
    }
}
