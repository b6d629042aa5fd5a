import FuzzEntry
import Fuzzing
import ShellFuzzing

/// Says to libFuzzer what is fuzzed.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzerInitialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    FuzzEntry.begin(.recordingFile)
}
