import Foundation
import Testing

@testable import kinescope

@Suite struct InputFileTests {
    let folder = TemporaryFolder()

    @Test("A file is read whole, whatever its size", arguments: [0, 1, 65_535, 65_536, 65_537, 3_000_000])
    func whole(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try folder.write(bytes, to: "file")
        #expect(try InputFile.bytes(of: folder.url(of: "file").path) == bytes)
    }

    @Test("A missing file and a directory are refused by name")
    func refused() throws {
        let missing = #expect(throws: CommandFailure.self) { try InputFile.bytes(of: "/nowhere/at-all") }
        #expect(missing?.message == "cannot read /nowhere/at-all: no such file or directory. Check the path")
        let directory = #expect(throws: CommandFailure.self) { try InputFile.bytes(of: folder.url.path) }
        #expect(directory?.message.contains("it is a directory") == true)
    }

    @Test("A file of more than 2 GiB is refused before it is read")
    func tooLong() throws {
        try folder.write([], to: "long")
        let url = folder.url(of: "long")
        let file = try FileHandle(forWritingTo: url)
        // A hole takes no room on the disk.
        try file.truncate(atOffset: UInt64(InputFile.maximumBytes) + 1)
        try file.close()
        let failure = #expect(throws: CommandFailure.self) { try InputFile.bytes(of: url.path) }
        #expect(failure?.message == "cannot read \(url.path): it is longer than 2 GiB")
    }
}
