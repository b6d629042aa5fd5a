import Foundation
import Testing

@Suite struct InspectCommandTests {
    let folder = TemporaryFolder()

    static let date = ["--at", "2026-11-20T22:00:00Z"]

    static let samples = Capture.folder.deletingLastPathComponent().appending(path: "saml")

    func inspect(_ arguments: [String], input: String = "") throws -> CommandLineRun {
        try CommandLineRun.kinescope(["inspect"] + arguments + Self.date, in: folder, input: input)
    }

    @Test("A directory of SAML responses is one line each, and the worst of them gives the exit code")
    func directory() throws {
        let run = try inspect([Self.samples.path])
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.samples.path).sorted()
        let lines = run.output.split(separator: "\n")
        #expect(run.status == 3)
        #expect(run.error.isEmpty)
        #expect(lines.map { $0.prefix { $0 != ":" } } == names.map { $0[...] })
    }

    @Test(
        "Each hostile response is refused or flagged by name, and by no other",
        arguments: [
            ("assertion-in-extensions.xml", "misplaced-assertion", []),
            ("assertion-in-signature-object.xml", "misplaced-assertion", []),
            ("attributes-joined-by-the-pipeline.xml", "not-well-formed", []),
            ("base64-percent-encoded-twice.txt", nil, ["encoded-twice", "unsigned", "no-bearer"]),
            ("comment-split-name.xml", nil, ["comment-split-name-id", "unsigned", "no-bearer"]),
            ("cut-short.xml", "not-well-formed", []),
            ("document-type.xml", "document-type-declaration", []),
            ("duplicate-id.xml", "duplicate-id", []),
            ("entity-bomb.xml", "document-type-declaration", []),
            ("external-entity.xml", "document-type-declaration", []),
            ("local-time.xml", "bad-date", []),
            ("nested-response.xml", "nested-response", []),
            ("never-valid.xml", nil, ["unsigned", "empty-interval", "no-bearer"]),
            ("nul-byte.xml", "nul-byte", []),
            ("saml-1.1.xml", "wrong-namespace", []),
            ("status-authentication-failed.xml", nil, ["no-success", "unsigned"]),
            ("two-assertions.xml", "several-assertions", []),
            ("undeclared-prefix.xml", "bad-namespace", []),
            ("wrapped-signature.xml", "signature-wrapping", []),
            ("wrong-namespace.xml", "wrong-namespace", []),
        ] as [(String, String?, [String])]
    )
    func hostile(name: String, refusal: String?, diagnostics: [String]) throws {
        let run = try inspect([Self.samples.appending(path: name).path])
        #expect(run.status == (refusal == nil ? 1 : 3))
        #expect(!run.output.contains("root:"))
        let json = try inspect([Self.samples.appending(path: name).path, "--json"])
        #expect(json.status == run.status && json.error.isEmpty)
        let object = try #require(try json.content().first)
        #expect(object["refusal"]?["code"]?.string == refusal.map(Self.camelCased))
        #expect(object["findings"]?.array?.map { $0["code"]?.string } == diagnostics.map(Self.camelCased))
        let isMalformed = ["not-well-formed", "bad-date", "nul-byte", "bad-namespace"].contains { $0 == refusal }
        #expect(object["verdict"]?.string == (refusal == nil ? "suspicious" : isMalformed ? "malformed" : "rejected"))
    }

    @Test(
        "Sound responses are read in whatever encoding they come",
        arguments: [
            "attribute-values-of-every-kind.xml", "base64-in-lines.txt", "base64-percent-encoded.txt", "base64.txt",
            "default-namespace-prefixes.xml", "encrypted-assertion.xml", "entity-escaped.txt",
            "signed-assertion.xml", "signed-response.xml", "unsigned.xml", "utf-16.xml",
        ]
    )
    func sound(name: String) throws {
        let run = try inspect([Self.samples.appending(path: name).path])
        #expect(run.status == 0)
        #expect(run.output.contains("SAML response"))
    }

    @Test("K-57: a response that was sent with its line feeds is suspicious, with the reason")
    func notNormalized() throws {
        let run = try inspect([Self.samples.appending(path: "form-body.txt").path])
        #expect(run.status == 1)
        #expect(run.output.contains("suspicious  saml-not-normalized: line feeds, tabs or outer white space"))
    }

    @Test("Expired and not yet valid responses end with 1")
    func times() throws {
        let expired = try inspect([Self.samples.appending(path: "expired-in-2025.xml").path])
        #expect(expired.status == 1)
        #expect(expired.output.contains("expired 2025-01-02T00:00:00Z, as of 2026-11-20T22:00:00Z"))
        let early = try inspect([Self.samples.appending(path: "not-yet-valid-until-2030.xml").path])
        #expect(early.status == 1)
        #expect(early.output.contains("not yet valid"))
    }

    @Test("A text and standard input are inspected like a file, and JSON is one object a line")
    func inputs() throws {
        let text = "2011/03/19 02:29:34 GMT +0200"
        let argument = try inspect([text])
        #expect(argument.status == 0)
        #expect(argument.output.contains("2011-03-19T00:29:34Z"))
        #expect(try inspect(["-"], input: text).output == argument.output)
        try folder.write(text, to: "date.txt")
        #expect(try inspect(["date.txt"]).output == argument.output)
        let json = try inspect(["date.txt", "--json"])
        let object = try #require(try json.content().first)
        #expect(object["kind"]?.string == "date")
        #expect(object["verdict"]?.string == "ok")
        let objects = try inspect([Self.samples.path, "--json"]).content()
        #expect(objects.count > 20)
        for object in objects { #expect(object["input"]?.string != nil) }
    }

    @Test(
        "Of several inputs the worst gives the exit code, wherever it stands",
        arguments: [
            [0, 1, 3], [0, 3, 1], [1, 0, 3], [1, 3, 0], [3, 0, 1], [3, 1, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1],
            [0, 3, 0],
            [1, 3, 1], [0, 0, 0], [1, 1, 1],
        ] as [[Int32]]
    )
    func worst(statuses: [Int32]) throws {
        let inputs: [Int32: String] = [0: "unsigned.xml", 1: "expired-in-2025.xml", 3: "cut-short.xml"]
        let verdicts: [Int32: String] = [0: "weak", 1: "suspicious", 3: "malformed"]
        let files = statuses.compactMap { inputs[$0].map { Self.samples.appending(path: $0).path } }
        for (file, status) in zip(files, statuses) { #expect(try inspect([file]).status == status) }
        let run = try inspect(files + ["--json"])
        #expect(run.status == statuses.max())
        #expect(run.error.isEmpty)
        let objects = try run.content()
        #expect(objects.map { $0["input"]?.string } == files)
        #expect(objects.map { $0["verdict"]?.string } == statuses.map { verdicts[$0] })
    }

    /// A diagnostic's name as JSON has it.
    static func camelCased(_ name: String) -> String {
        name.split(separator: "-").enumerated()
            .map { $0.offset == 0 ? String($0.element) : $0.element.prefix(1).uppercased() + $0.element.dropFirst() }
            .joined()
    }

    @Test("Without --at the clock of the machine decides")
    func now() throws {
        let token = "eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjF9.c2ln"
        let run = try CommandLineRun.kinescope(["inspect", token], in: folder)
        #expect(run.status == 1)
        #expect(run.output.contains("expired 1970-01-01T00:00:01Z, as of 20"))
    }

    @Test("What nobody knows is one line and exit code 3", arguments: ["missing.xml", "", "hello world"])
    func unknown(text: String) throws {
        #expect(try inspect([text]).isOneLineFailure(3))
    }

    @Test("An empty file, an empty directory and a file of bytes that are no text are one line and exit code 3")
    func badFiles() throws {
        try folder.write("", to: "empty")
        try folder.write([0xFF, 0x00, 0x80], to: "bytes")
        try FileManager.default.createDirectory(at: folder.url(of: "nothing"), withIntermediateDirectories: false)
        for name in ["empty", "bytes", "nothing"] { #expect(try inspect([name]).isOneLineFailure(3), "\(name)") }
    }

    @Test(
        "No input and a date that is none are usage errors",
        arguments: [[], ["x", "--at", "soon"], ["x", "--nope"]]
    )
    func usage(arguments: [String]) throws {
        let run = try CommandLineRun.kinescope(["inspect"] + arguments, in: folder)
        #expect(run.isOneLineFailure(2))
    }

    @Test("Control characters of the input do not reach the terminal")
    func controlCharacters() throws {
        let run = try inspect(["{\"message\":\"\\u001b[31mred\",\"status\":1}"])
        #expect(run.output.contains("\\u{1B}[31mred"))
        #expect(!run.output.contains("\u{1B}"))
    }
}
