import Foundation
import Testing

/// A secret that one field gives away, in places that no rule names, each time written in another way.
@Suite struct HiddenSecretTests {
    let folder = TemporaryFolder()
    private static let secret = #"kite/Owl-77&"plum"+tree"#

    private static func escaped(_ escape: (UInt8) -> String) -> String { secret.utf8.map(escape).joined() }
    private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    /// In free text, and as a whole value.
    private static let writings: [String] = [
        secret, escaped { "%" + hexadecimal($0) }, escaped { "%" + hexadecimal($0).uppercased() },
        escaped { "&#\($0);" }, escaped { "\\u00" + hexadecimal($0) }, escaped(hexadecimal),
        escaped(hexadecimal).uppercased(), base64(secret), base64("a" + secret + "b"), base64("ab" + secret),
        base64(secret).replacing("/", with: "_").replacing("+", with: "-").replacing("=", with: ""),
    ]
    /// In two encodings, one inside the other: as a whole value.
    private static let twice: [String] = [
        base64(writings[1]), base64(writings[5]), writings[1].replacing("%", with: "%25"), base64(writings[7]),
    ]

    private static func entry(_ answer: String, _ type: String, _ fields: [[String: String]] = []) -> [String: Any] {
        [
            "startedDateTime": "2026-11-20T21:59:12Z", "time": 1,
            "request": [
                "method": "GET", "url": "https://api.auth.adobe.com/api/v1/config/KITE", "httpVersion": "HTTP/1.1",
                "headers": fields,
            ],
            "response": [
                "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1",
                "headers": [["name": "Content-Type", "value": type]], "content": ["mimeType": type, "text": answer],
            ],
            "comment": "as it came",
        ]
    }

    private static func entries(of text: String, isWhole: Bool) throws -> [[String: Any]] {
        let json = String(decoding: try JSONSerialization.data(withJSONObject: ["remark": text]), as: UTF8.self)
        var entries = [entry(json, "application/json")]
        entries.append(entry(text, "text/plain"))
        guard !isWhole else { return entries }
        entries.append(entry("there was \(text), once", "text/plain"))
        entries.append(entry("<html><p>a \(text) b</p><script>var a = '\(text)';</script></html>", "text/html"))
        entries.append(entry("{}", "application/json", [["name": "User-Agent", "value": "a \(text) b"]]))
        entries[entries.count - 1]["_remark"] = "a \(text) b"
        return entries
    }

    @Test("None of it reaches the file, and what stands around it in plain text does")
    func imported() throws {
        let named = Self.entry("{}", "application/json", [["name": "Authorization", "value": "Bearer \(Self.secret)"]])
        var entries = [named]
        for writing in Self.writings { entries += try Self.entries(of: writing, isWhole: false) }
        for writing in Self.twice { entries += try Self.entries(of: writing, isWhole: true) }
        let archive = ["log": ["version": "1.2", "creator": ["name": "a", "version": "1"], "entries": entries]]
        try JSONSerialization.data(withJSONObject: archive).write(to: folder.url(of: "hidden.har"))
        let run = try CommandLineRun.kinescope(["import", "hidden.har"], in: folder)
        #expect(run.status == 0, "\(run)")
        let bytes = Data(try folder.bytes(of: "hidden.kinescope"))
        for writing in Self.writings + Self.twice {
            let json = String(decoding: try JSONSerialization.data(withJSONObject: [writing]), as: UTF8.self)
            for text in [
                writing, String(json.dropFirst(2).dropLast(2)),
                String(json.dropFirst(2).dropLast(2)).replacing("\\/", with: "/"),
            ] {
                #expect(bytes.range(of: Data(text.utf8)) == nil, "\(writing)")
            }
        }
        #expect(bytes.range(of: Data("there was ".utf8)) != nil)
        #expect(bytes.range(of: Data("<html><p>".utf8)) != nil)
    }
}
