import FuzzEntry
import Fuzzing

/// Tells libFuzzer what there is to fuzz: the targets of the core.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzerInitialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    FuzzEntry.begin(oneOf: FuzzTarget.core)
}
