import CorpusKit
import Foundation
import Fuzzing
import Testing

@testable import ShellFuzzing

/// Whom a request names is found without the recorder's own reader, and held against what it sends.
@Suite struct NamedServerTests {
    @Test(
        "An URL's beginning is taken apart as it is written",
        arguments: [
            ("http://kite.example/a", "kite.example", "http://kite.example"),
            ("HTTPS://u:p@Kite.example:0443?x", "Kite.example:0443", "https://kite.example"),
            ("http://a@b@[2001:DB8::1]:81#x", "[2001:DB8::1]:81", "http://2001:db8::1:81"),
            ("https://[::1]", "[::1]", "https://::1"), ("http://kite.example:", "kite.example:", "http://kite.example"),
            ("http:///x", "", "http://"),
        ]
    )
    func urls(url: String, written: String, plain: String) throws {
        let named = try #require(NamedServer(url))
        #expect(String(decoding: named.written, as: UTF8.self) == written)
        #expect(String(decoding: named.plain, as: UTF8.self) == plain)
    }

    @Test(
        "What is no URL of http or https names nobody",
        arguments: ["", "/a", "*", "ftp://a/", "http:/a", "httpss://a", "a:80"]
    )
    func others(text: String) {
        #expect(NamedServer(text) == nil)
    }

    @Test("Each request is looked at by every entrance, and by one of them at a glance")
    func entrances() throws {
        #expect(RequestHeadChecks.entrances.count == 3)
        // The sum of the bytes draws: a letter more in the path, another entrance.
        for path in ["a", "b", "c"] {
            let input = Array("GET /\(path) HTTP/1.1\r\nHost: heron.example\r\n\r\n".utf8)
            try RequestHeadChecks.check(input)
            try RequestHeadChecks.quickCheck(input)
        }
    }

    @Test("A request whose line names another server than its Host was sent on with that Host behind CONNECT")
    func regression() throws {
        let file = try #require(
            Corpus.files("HTTPHead", "regression").first { $0.hasSuffix("/absolute-target-behind-connect.http") }
        )
        try RequestHeadChecks.check(Array(try Data(contentsOf: URL(fileURLWithPath: file))))
    }
}
