import Foundation
import Testing

@testable import kinescope

@Suite struct DeepWorkTests {
    @Test("Work is done on a thread with a deep stack, and its value or error comes back")
    func work() async throws {
        #expect(try await DeepWork { Thread.current.stackSize }.value() == 8 << 20)
        await #expect(throws: CocoaError.self) { try await DeepWork<Int> { throw CocoaError(.fileNoSuchFile) }.value() }
    }
}
