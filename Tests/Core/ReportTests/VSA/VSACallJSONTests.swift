import Exchanges
import Report
import Testing

@Suite struct AccountJSONTests {
    @Test("A response is the VSA log's line with its type and ordinal in front")
    func line() throws {
        let log =
            #"{"at":"2026-11-20T21:59:27Z","call":"checkAccessStatus","request":{"prompt":true},"accessStatus":"denied"}"#
        let response = try #require(try VSALog.parse(Array(log.utf8)).first)
        #expect(
            VSACallJSON.line(for: response)
                == #"{"type":"accountResponse","ordinal":1,"# + VSALog.line(for: response).dropFirst()
        )
    }
}
