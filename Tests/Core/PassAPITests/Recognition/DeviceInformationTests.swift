import Documents
import Testing

@testable import PassAPI

struct DeviceInformationTests {
    private let fields = [DeviceInformation.Field("model", "KiteBox"), .init("osName", "tvOS")]

    @Test("What it prints it reads")
    func roundTrip() {
        let information = DeviceInformation(fields)
        #expect(DeviceInformation(decoding: information.headerValue) == information)
        #expect(information["osName"] == "tvOS")
        #expect(information["missing"] == nil)
    }

    @Test(
        "Headers that deviate are read as far as names and values show",
        arguments: [
            // a missing comma and tabs, as in the documentation's own sample
            Base64.encode(Array("{\t\"model\" :\t\"KiteBox\"\n\t\"osName\": \"tvOS\"}".utf8)),
            Base64.encode(Array("{\"model\":\"KiteBox\",\"osName\":\"tvOS\"".utf8)),
            Base64.encode(Array("{\"model\":\"KiteBox\",\"osName\":\"tvOS\",}".utf8)),
            // percent-encoding left on, padding left off, line breaks
            "eyJtb2RlbCI6IktpdGVCb3giLCJvc05hbWUiOiJ0dk9TIn0%3D", "eyJtb2RlbCI6IktpdGVCb3giLCJvc05hbWUiOiJ0dk9TIn0",
            "eyJtb2RlbCI6IktpdGVCb3gi\r\nLCJvc05hbWUiOiJ0dk9TIn0=",
        ]
    )
    func lenient(value: String) {
        #expect(DeviceInformation(decoding: value)?.fields == fields)
    }

    @Test("Numbers and truth values are texts, escapes are taken off")
    func values() {
        let strict = Base64.encode(Array(#"{"displayWidth":1920,"connectionSecure":true,"model":"a\"b"}"#.utf8))
        let broken = Base64.encode(Array(#"{"displayWidth":1920 "connectionSecure":true,"model":"a\"b""#.utf8))
        let expected = [
            DeviceInformation.Field("displayWidth", "1920"), .init("connectionSecure", "true"), .init("model", "a\"b"),
        ]
        #expect(DeviceInformation(decoding: strict)?.fields == expected)
        #expect(DeviceInformation(decoding: broken)?.fields == expected)
    }

    @Test("What is no Base64, or holds no pair, is nothing", arguments: ["", "no base64!", "bm8gSlNPTg==", "IiI6"])
    func nothing(value: String) {
        #expect(DeviceInformation(decoding: value) == nil)
    }

    @Test("Fields are told apart up to the limit, the others are kept as a whole", arguments: [",", " "])
    func limit(separator: String) throws {
        func information(_ count: Int) throws -> DeviceInformation {
            let pairs = (0..<count).map { "\"k\($0)\":\"v\"" }.joined(separator: separator)
            return try #require(DeviceInformation(decoding: Base64.encode(Array("{\(pairs)}".utf8))))
        }
        let most = DeviceInformation.listedFields
        #expect(try information(most).fields.count == most)
        #expect(try information(most).furtherFields.isEmpty)
        let more = try information(most + 2)
        #expect(more.fields.count == most)
        #expect(more.furtherFields == [.init("k256", "v"), .init("k257", "v")])
        #expect(DeviceInformation(decoding: more.headerValue) == more)
    }
}
