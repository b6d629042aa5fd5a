import Testing

@testable import RecordingStore

@Suite struct RecordingOwnTextTests {
    @Test(
        "Tables, columns and keys are a recording's own text",
        arguments: ["exchange_by_match_key", "response_headers", "information_digest", "unixepoch"]
    )
    func words(_ word: String) {
        #expect(String(decoding: RecordingOwnText.bytes, as: UTF8.self).contains(word))
    }
}
