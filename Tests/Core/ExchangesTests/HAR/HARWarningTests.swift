import Documents
import Exchanges
import Testing

/// One odd value does not make a HAR unreadable: it is named, taken as far as it can be, and comes back.
@Suite struct HARWarningTests {
    struct Case: CustomTestStringConvertible {
        var text: String
        var oddity: HARWarning.Oddity
        var path: String
        var testDescription: String { text }

        init(_ text: String, _ oddity: HARWarning.Oddity, _ path: String) {
            self.text = text
            self.oddity = oddity
            self.path = "log.entries[1]." + path
        }
    }

    static let cases = [
        content(#""text":"a b","encoding":"gzip""#, .unknownEncoding, "encoding"),
        content(#""encoding":42,"text":"a b""#, .unknownEncoding, "encoding"),
        content(#""text":"AP8","encoding":"base64""#, .irregularBase64, "text"),
        content(#""text":"aGk","encoding":"base64""#, .irregularBase64, "text"),
        content(#""text":"_-8=","encoding":"base64""#, .irregularBase64, "text"),
        content(#""text":"_-8","encoding":"Base64""#, .irregularBase64, "text"),
        content(#""text":"AB*=","encoding":"base64""#, .brokenBase64, "text"),
        content(#""text":"QR==","encoding":"base64""#, .brokenBase64, "text"),
        content(#""text":"cut \ud83d","mimeType":"a""#, .loneSurrogate, "text"),
        Case(
            archive(request: #","postData":{"text":"_w","encoding":"base64","mimeType":"a/b","params":[]}"#),
            .irregularBase64,
            "request.postData.text"
        ),
        Case(
            archive(request: #","postData":{"text":"é","encoding":"latin1","mimeType":"a/b","params":[]}"#),
            .unknownEncoding,
            "request.postData.encoding"
        ),
        Case(
            archive(
                request:
                    #","headers":[{"name":"a","value":"b"},{"name":"c","value":["d","e"],"-":7},{"name":"f","value":"g"}]"#
            ),
            .listOfValues,
            "request.headers[1].value"
        ),
        Case(archive(request: #","headers":[{"name":"c","value":[]}]"#), .listOfValues, "request.headers[0].value"),
        Case(archive(request: #","comment":"\udc00 and \ud83d\ud83d\ude00""#), .loneSurrogate, "request.comment"),
        Case(archive(response: #""status":200.0"#), .fractionalStatus, "response.status"),
        Case(archive(response: #""status":2.04e2"#), .fractionalStatus, "response.status"),
        Case(archive(entry: #","time":-1"#), .impossibleTime, "time"),
        Case(archive(entry: #","time":1e999"#), .impossibleTime, "time"),
    ]

    private static func archive(
        request: String = "",
        response: String = #""status":200"#,
        entry: String = ""
    ) -> String {
        HARErrorTests.archive(request: request, response: response, entry: entry)
    }

    private static func content(_ members: String, _ oddity: HARWarning.Oddity, _ name: String) -> Case {
        Case(archive(response: #""status":200,"content":{"size":2,\#(members)}"#), oddity, "response.content." + name)
    }

    /// Does not compile as long as a new oddity has no number here, and so no case above.
    private static func number(of oddity: HARWarning.Oddity) -> Int {
        switch oddity {
        case .unknownEncoding: 0
        case .irregularBase64: 1
        case .brokenBase64: 2
        case .listOfValues: 3
        case .loneSurrogate: 4
        case .impossibleTime: 5
        case .fractionalStatus: 6
        }
    }

    @Test("Each oddity has a case above, and a sentence of its own")
    func complete() {
        let shown = Self.cases.map(\.oddity)
        #expect(Set(shown.map(Self.number)) == Set(0...6))
        #expect(Set(shown.map(\.description)).count == 7)
    }

    @Test("An odd value is named with its entry and field, and comes out as it went in", arguments: cases)
    func odd(_ odd: Case) throws {
        let bytes = Array(odd.text.utf8)
        var reader = try HARReader(bytes)
        var recording = Recording()
        while let exchange = try reader.nextExchange() { recording.exchanges.append(exchange) }
        recording.information = reader.information
        #expect(reader.warnings.map(\.oddity) == [odd.oddity])
        #expect(reader.warnings.map(\.path) == [odd.path])
        #expect(reader.warnings.map(\.entry) == [1])
        #expect(reader.warningCount == 1)
        let written = HAR.serialized(recording)
        var limits = JSONLimits()
        limits.allowsLoneSurrogates = true
        let (before, after) = (
            try JSONValue(parsing: bytes, limits: limits), try JSONValue(parsing: written, limits: limits)
        )
        #expect(structuralDifference(before, after) == nil)
        #expect(throws: HARError.self) { try HAR.recording(parsing: bytes, isStrict: true) }
    }

    private func response(_ content: String) throws -> [UInt8]? {
        let text = Self.archive(response: #""status":200,"content":{\#(content)}"#)
        return try HAR.recording(parsing: Array(text.utf8)).exchanges[1].response?.body
    }

    @Test("What can be decoded is decoded, the rest is the text")
    func bodies() throws {
        #expect(try response(#""text":"_-8","encoding":"base64""#) == [0xFF, 0xEF])
        #expect(try response(#""text":"aGk","encoding":"base64""#) == Array("hi".utf8))
        #expect(try response(#""text":"AB*=","encoding":"base64""#) == Array("AB*=".utf8))
        #expect(try response(#""text":"a b","encoding":"gzip""#) == Array("a b".utf8))
    }

    @Test("Each text of a list is a field of its own")
    func lists() throws {
        let text = Self.archive(request: #","headers":[{"name":"c","value":["d","e"]}]"#)
        let fields = try HAR.recording(parsing: Array(text.utf8)).exchanges[1].request.headers
        #expect(fields == [HeaderField("c", "d"), HeaderField("c", "e")])
    }

    @Test("All fields of a message count against the limit, those of lists too", arguments: [(1, true), (2, false)])
    func limit(listed: Int, isRead: Bool) throws {
        var limits = HARLimits()
        limits.headerFields = 4
        let list = Array(repeating: #""d""#, count: listed).joined(separator: ",")
        let fields = Array(repeating: #"{"name":"a","value":"b"}"#, count: 3) + [#"{"name":"c","value":[\#(list)]}"#]
        let text = Self.archive(request: #","headers":[\#(fields.joined(separator: ","))]"#)
        do {
            let recording = try HAR.recording(parsing: Array(text.utf8), limits: limits)
            #expect(isRead && recording.exchanges[1].request.headers.count == 4)
        } catch {
            #expect(!isRead && error.problem == .limit(name: "headerFields", value: 4))
            #expect(error.path == "log.entries[1].request.headers[3].value")
        }
    }

    @Test("A character that stands for half a pair elsewhere is itself in an entry without one")
    func privateCharacters() throws {
        let text = Self.archive(request: #","comment":"\#u{10D83D}""#)
        let written = HAR.serialized(try HAR.recording(parsing: Array(text.utf8)))
        #expect(String(decoding: written, as: UTF8.self).contains("\u{10D83D}"))
    }

    @Test(
        "UTF-16 is read in either order, with a byte order mark or without",
        arguments: [true, false],
        [true, false]
    )
    func utf16(isBigEndian: Bool, isMarked: Bool) throws {
        let text = Self.archive(request: #","comment":"é😀""#)
        let units = (isMarked ? [0xFEFF] : []) + Array(text.utf16)
        let bytes = units.flatMap { unit in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? pair : pair.reversed()
        }
        #expect(try HAR.recording(parsing: bytes) == HAR.recording(parsing: Array(text.utf8)))
        #expect(HAR.utf8(bytes) == Array(text.utf8))
        #expect(throws: HARError.self) { try HAR.recording(parsing: bytes.dropLast()) }
    }

    @Test("Half a pair in UTF-16 is odd like one in an escape")
    func halfOfUTF16() throws {
        let text = Self.archive(request: #","comment":"?""#)
        let units = text.utf16.map { $0 == 0x3F ? 0xD83D : $0 }
        var reader = try HARReader([0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
        while try reader.nextExchange() != nil {}
        #expect(reader.warnings.map(\.oddity) == [.loneSurrogate])
    }

    @Test("Of very many oddities some are shown, and all are counted")
    func veryMany() throws {
        let value = #"{"name":"c","value":["d"]}"#
        let text = Self.archive(request: #","headers":[\#(Array(repeating: value, count: 50).joined(separator: ","))]"#)
        var reader = try HARReader(Array(text.utf8))
        while try reader.nextExchange() != nil {}
        #expect(reader.warnings.count == 10)
        #expect(reader.warningCount == 50)
        #expect(
            reader.warnings[9].description.hasPrefix("log.entries[1].request.headers[9].value (byte ")
                && reader.warnings[9].description.contains("a list as a header's value")
        )
    }

    @Test("Half a pair around the entries is odd, too, and comes back")
    func aroundEntries() throws {
        let text = #"{"log":{"comment":"\udc00","entries":[],"x":"\ud800"}}"#
        var reader = try HARReader(Array(text.utf8))
        #expect(try reader.nextExchange() == nil)
        #expect(reader.warnings.map(\.path) == ["log", "log"])
        let written = HAR.serialized(Recording(information: reader.information))
        #expect(String(decoding: written, as: UTF8.self).contains(#""x":"\ud800""#))
    }
}
