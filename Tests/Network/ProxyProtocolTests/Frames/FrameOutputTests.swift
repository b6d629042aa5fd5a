import NIOCore
@testable import ProxyProtocol
import Testing

@Suite struct FrameOutputTests {
    @Test("What passes is handed on in runs, and what stands between them in its place")
    func runs() {
        let source = ByteBuffer(string: "abcdefgh")
        var output = FrameOutput(source)
        #expect(output.isEmpty)
        output.pass(0..<2)
        output.pass(2..<3)
        output.append(ByteBuffer(string: "X"))
        output.pass(5..<7)
        #expect(!output.isEmpty)
        #expect(output.finished().map(String.init(buffer:)) == ["abc", "X", "fg"])
    }

    @Test("All of it, or nothing, is one piece, or none")
    func whole() {
        var output = FrameOutput(ByteBuffer(string: "abc"))
        output.pass(0..<1)
        output.pass(1..<3)
        output.append(ByteBuffer())
        #expect(output.finished().map(String.init(buffer:)) == ["abc"])
        var nothing = FrameOutput(ByteBuffer(string: "abc"))
        #expect(nothing.finished().isEmpty)
    }
}
