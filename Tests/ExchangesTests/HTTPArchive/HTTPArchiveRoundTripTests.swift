import Documents
import Exchanges
import Testing

/// A HAR that goes in comes out the same, but for the order of members and the spelling of numbers.
@Suite struct HTTPArchiveRoundTripTests {
    @Test("Every capture comes out as it went in", arguments: Captures.archives)
    func captures(name: String) throws {
        let bytes = try Captures.archive(name)
        let recording = try HTTPArchive.recording(parsing: bytes)
        let written = HTTPArchive.serialized(recording)
        let difference = structuralDifference(try JSONValue(parsing: bytes), try JSONValue(parsing: written))
        #expect(difference == nil)
        #expect(try HTTPArchive.serialized(HTTPArchive.recording(parsing: written)) == written)
    }
}
