import FuzzEntry
import Fuzzing
import ShellFuzzing

/// Tells libFuzzer what there is to fuzz: the targets that need a file, YAML or an HTTP decoder.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzerInitialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    FuzzEntry.begin(oneOf: FuzzTarget.shell)
}
