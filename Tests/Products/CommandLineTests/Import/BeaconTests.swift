import Foundation
import Testing

/// Public constants, and what kept fields say, are no secrets and no leaks.
@Suite struct BeaconTests {
    let folder = TemporaryFolder()

    private static let agent =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 "
        + "Safari/537.36"

    /// The digest of an empty body, which AWS is sent with each request, and which a file without a VSA call holds.
    private static let emptyDigest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    private static func entry(_ method: String, _ url: String, _ headers: [(String, String)], body: String?) -> String {
        let fields = headers.map { #"{"name":"\#($0.0)","value":"\#($0.1)"}"# }.joined(separator: ",")
        let post =
            body.map { #","postData":{"mimeType":"text/plain","text":"\#($0.replacing("\"", with: "\\\""))"}"# } ?? ""
        return #"{"startedDateTime":"2026-11-20T21:59:12Z","request":{"method":"\#(method)","url":"\#(url)","#
            + #""httpVersion":"http/1.1","headers":[\#(fields)]\#(post)},"response":{"status":200,"httpVersion":"http/1.1","#
            + #""headers":[{"name":"Content-Type","value":"text/html; charset=windows-1252"}],"content":{"text":"ok"}}}"#
    }

    @Test("A capture whose beacon repeats User-Agent, host, charset and version is imported with all of them untouched")
    func beacon() throws {
        let headers = [
            ("Host", "www.kite-television.example"), ("User-Agent", Self.agent), ("Accept-Language", "zh-Hant-TW"),
            ("x-amz-content-sha256", Self.emptyDigest),
        ]
        let seen =
            #"{"nt_cinf":"http/1.1","ua":"\#(Self.agent)","host":"www.kite-television.example","cs":"windows-1252","#
            + #""lang":"zh-Hant-TW","method":"PROPFIND","sum":"\#(Self.emptyDigest)"}"#
        let archive =
            #"{"log":{"version":"1.2","entries":["#
            + [
                Self.entry("GET", "https://www.kite-television.example/live", headers, body: nil),
                Self.entry("POST", "https://beacon.example/c", headers, body: seen),
                Self.entry("POST", "https://beacon.example/c", headers, body: #"{"session":\#(seen)}"#),
            ].joined(separator: ",") + "]}}"
        try folder.write(archive, to: "beacon.har")
        let run = try CommandLineRun.kinescope(["import", "beacon.har"], in: folder)
        try #require(run.status == 0 && run.errorLines.count == 1 && run.error.contains("Adobe Pass call"), "\(run)")
        _ = try CommandLineRun.kinescope(["export", "beacon.kinescope", "-o", "again.har"], in: folder)
        let text = String(decoding: try folder.bytes(of: "again.har"), as: UTF8.self)
        for (value, least) in [
            (Self.agent, 4), ("www.kite-television.example", 5), ("windows-1252", 4), ("zh-Hant-TW", 4),
            ("http/1.1", 7), (Self.emptyDigest, 4),
        ] {
            #expect(text.components(separatedBy: value).count > least, "\(value) in \(text)")
        }
    }

    @Test("A secret that is called like a table of the file is no leak")
    func wordsOfTheFile() throws {
        let entry = Self.entry("POST", "https://kite.example/in", [], body: #"{"password":"exchange_by_match_key"}"#)
        try folder.write(#"{"log":{"version":"1.2","entries":[\#(entry)]}}"#, to: "words.har")
        let run = try CommandLineRun.kinescope(["import", "words.har"], in: folder)
        #expect(run.status == 0, "\(run)")
        let show = try CommandLineRun.kinescope(["export", "words.kinescope"], in: folder)
        #expect(!show.output.contains("exchange_by_match_key"))
    }
}
