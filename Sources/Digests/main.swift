// The digests that the pure core comes to by itself, for Scripts/test: it builds this for release, in a folder of another
// name and without the concurrency module, and compares with what the debug build of `kinescope` says.
//
//     Digests recording HAR ACCOUNTLOG    the replay of an archive and an account log, redacted in memory
//     Digests replay HAR [ACCOUNTLOG]     what `kinescope replay` prints
//     Digests fork HAR SECONDS RESOURCE [ROW=VALUE…]    what follows when that long after its end somebody plays
//     Digests random COUNT                COUNT made-up scenarios, seeds from 1, a line each as `kinescope simulate` has it

import Foundation
import Simulation

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    switch (arguments.first, arguments.count) {
    case ("recording", 3):
        print(try Digests.ofRecording(archive: contents(arguments[1]), accountLog: contents(arguments[2])))
    case ("replay", 2), ("replay", 3):
        let log = arguments.count > 2 ? try contents(arguments[2]) : nil
        print(try Digests.replay(archive: contents(arguments[1]), accountLog: log))
    case ("fork", 4...):
        let settings = arguments.dropFirst(4).map { text in
            let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
            return OptionSetting(parts[0], parts.count > 1 ? parts[1] : "")
        }
        print(
            try Digests.fork(
                archive: contents(arguments[1]),
                seconds: Int64(arguments[2]) ?? 0,
                resource: arguments[3],
                settings: settings
            )
        )
    case ("random", 2):
        guard let count = UInt64(arguments[1]), count > 0 else { fallthrough }
        for seed in 1...count { print(try Digests.ofScenario(seed: seed)) }
    default:
        print(
            "usage: Digests recording HAR ACCOUNTLOG | replay HAR [ACCOUNTLOG] | fork HAR SECONDS RESOURCE | random COUNT"
        )
        exit(2)
    }
} catch {
    FileHandle.standardError.write(Data("Digests: \(arguments.dropFirst().joined(separator: ", ")): \(error)\n".utf8))
    exit(3)
}

/// The bytes of a file.
func contents(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw Unreadable(path: path) }
    return Array(data)
}

/// A file that is not there, or none.
struct Unreadable: Error, CustomStringConvertible {
    var path: String
    var description: String { "\(path) cannot be read" }
}
