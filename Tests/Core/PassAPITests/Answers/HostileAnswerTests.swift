import Testing

@testable import PassAPI

/// The names and values that a response may have, beside what a service writes.
@Suite struct HostileAnswerTests {
    @Test("An answer of any marks is read as fast as others", .timeLimit(.minutes(1)))
    func hostileAnswers() {
        let marked = "a" + String(repeating: "\u{301}\u{316}", count: 200_000)
        let name = "a" + String(repeating: "\u{301}\u{316}", count: 200)
        let error = "{\"code\":\"\(marked)\",\"action\":\"\(marked)\",\"\(marked)\":1,\"status\":\"\(marked)\"}"
        let read = PassResponse(reading: response(403, error), for: .authorize)
        guard case .error(let found) = read.content else {
            Issue.record("no error")
            return
        }
        #expect(found.advisedAction == nil)
        #expect(PassError(code: marked).advisedAction == nil)
        let flags = "{\"requestor\":{\"id\":\"R\",\"mvpds\":[{\"id\":\"M\",\"authPerAggregator\":\"\(marked)\"}]}}"
        #expect(PassResponse(reading: response(200, flags), for: .configuration).isSuccess)
        let data = "{\"data\":{\"\(marked)\":\"\(marked)\",\"b\":[\"\(marked)\"]}}"
        let metadata = PassResponse(reading: response(200, data), for: .userMetadata)
        #expect(metadata.httpResponse(for: .userMetadata, format: .xml).status == 200)
        let elements = (0..<500).map { "<\(name)\($0)/>" }.joined()
        let document = "<metadata>\(elements)<data>\(elements)</data></metadata>"
        #expect(PassResponse(reading: response(200, document), for: .userMetadata).isSuccess)
    }
}
