import Documents
import Exchanges
import Report
import Testing

@Suite struct VSACallJSONTests {
    @Test("A response is the VSA log's line with its type and ordinal in front")
    func line() throws {
        let log =
            #"{"at":"2026-11-20T21:59:27Z","call":"checkAccessStatus","request":{"prompt":true},"accessStatus":"denied"}"#
        let response = try #require(try VSALog.parse(Array(log.utf8)).first)
        #expect(
            JSONValue.object(VSACallJSON.object(for: response)).serialized
                == #"{"type":"vsaCall","ordinal":1,"# + VSALog.line(for: response).dropFirst()
        )
    }

    @Test("The instant is in UTC, whatever offset the log has")
    func instant() throws {
        let log = #"{"at":"2026-11-20T22:59:27+01:00","call":"checkAccessStatus","accessStatus":"denied"}"#
        let response = try #require(try VSALog.parse(Array(log.utf8)).first)
        #expect(VSACallJSON.object(for: response)["at"]?.string == "2026-11-20T21:59:27Z")
    }
}
