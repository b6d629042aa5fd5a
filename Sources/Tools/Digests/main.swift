import Documents
import Foundation
import Report

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    switch (arguments.first, arguments.count) {
    case ("recording", 2), ("recording", 3):
        let log = arguments.count == 3 ? try contents(arguments[2]) : nil
        print(try Digests.ofRecording(archive: contents(arguments[1]), vsaLog: log))
    case ("random", 2):
        guard let count = UInt64(arguments[1]), count > 0 else { fallthrough }
        for seed in 1...count { print(try Digests.ofScenario(seed: seed)) }
    case ("timelines", 2):
        guard let count = UInt64(arguments[1]), count > 0 else { fallthrough }
        for seed in 1...count { print(try Digests.timeline(seed: seed), terminator: "") }
    case ("steps", 2) where arguments[1] == "table": print(StepReference.table.joined(separator: "\n"))
    case ("steps", 2) where arguments[1] == "schema": print(JSONValue.object(StepReference.definitions).serialized)
    case ("reference", 1): print(JSONValue.object(PageReference.json).serialized)
    case ("json", 2) where arguments[1] == "lists": print(JSONValue.object(JSONReference.definitions).serialized)
    default:
        print("usage: Digests recording HAR [ACCOUNTLOG] | random COUNT | timelines COUNT")
        print("       Digests steps table|schema | reference | json lists")
        exit(2)
    }
} catch {
    FileHandle.standardError.write(
        Data("Digests: \(arguments.dropFirst().joined(separator: ", ")): \(error)\n".utf8)
    )
    exit(3)
}

/// Satisfies libFuzzer, which wants to link it; it is never called.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzerTestOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt { 0 }
