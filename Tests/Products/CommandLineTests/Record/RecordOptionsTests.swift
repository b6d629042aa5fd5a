import Foundation
import Proxy
import Testing

@testable import kinescope
@testable import ProxyProtocol

@Suite struct RecordOptionsTests {
    @Test(
        "A time has a unit, a number of exchanges has none",
        arguments: [
            ("30s", StopCondition.time(.seconds(30))), ("5m", .time(.seconds(300))), ("2h", .time(.seconds(7_200))),
            ("100", .exchanges(100)), ("0", nil), ("0s", nil), ("s", nil), ("5d", nil), ("-1", nil), ("", nil),
            ("9999999999999999999", nil),
        ]
    )
    func stopCondition(text: String, condition: StopCondition?) {
        #expect((try? StopCondition(parsing: text)) == condition)
    }

    @Test(
        "What a response waits for is one of two things",
        arguments: [("process", true), ("power", true), ("disk", false)]
    )
    func durability(value: String, isKnown: Bool) throws {
        let command = try? RecordCommand.parse(["-o", "r.kinescope", "--durability", value])
        #expect((command != nil) == isKnown)
        #expect(command?.durability.rawValue == (isKnown ? value : nil))
        #expect(try RecordCommand.parse(["-o", "r.kinescope"]).durability == .process)
    }

    @Test(
        "Sizes are written as people write them",
        arguments: [
            ("65536", 65_536), ("512kB", 512_000), ("16MB", 16_000_000), ("1GiB", 1 << 30), ("2k", 2_000), ("0", nil),
            ("MB", nil), ("1.5MB", nil), ("9999999999999GB", nil), ("1TB", nil), ("-5", nil),
        ]
    )
    func byteCount(text: String, bytes: Int?) {
        #expect(ByteCountArgument(argument: text)?.bytes == bytes)
    }

    @Test(
        "An upstream is a scheme, a host and perhaps a port",
        arguments: [
            ("https://api.auth.adobe.com", Origin(isSecure: true, host: "api.auth.adobe.com")),
            ("HTTP://LOCALHOST:9000/", Origin(isSecure: false, host: "localhost", port: 9_000)),
            ("https://[::1]:8443", Origin(isSecure: true, host: "::1", port: 8_443)),
            ("api.auth.adobe.com", nil), ("ftp://a.example", nil), ("https://a.example/path", nil),
            ("https://u:p@a.example", nil), ("https://a.example:0", nil), ("https://a.example:99999", nil),
            ("https://", nil), ("https://a.example?q", nil),
        ]
    )
    func upstream(text: String, origin: Origin?) {
        #expect((try? OriginArgument(parsing: text))?.origin == origin)
    }

    @Test(
        "Options that would do nothing together, or nothing at all, are refused",
        arguments: [
            (["--upstream", "https://a.example", "--password", "u:p"], "--password"),
            (["--upstream-as", "api.auth.adobe.com"], "--upstream-as names the server of --upstream"),
            (["--upstream", "https://a.example", "--upstream-as", "kite.example"], "a host of Adobe Pass"),
            (
                ["--upstream", "https://a.example", "--upstream-as", "https://api.auth.adobe.com"],
                "a host of Adobe Pass"
            ),
            (["--upstream", "https://a.example", "--passthrough", "b.example"], "--passthrough"),
            (["--passthrough", "https://b.example"], "the host alone"),
            (["--passthrough", "b.example:443"], "the host"),
            (["--max-body", "257MB"], "256MB"), (["--append", "--force"], "give one of them"),
            (["--port", "65536"], "--port"),
            (["--insecure-upstream", "--upstream-ca", "a.pem"], "--upstream-ca"),
            (["--upstream", "api.auth.adobe.com"], "https://api.example.com, http://localhost:9000"),
            (["--connect-to", "a.example:localhost"], "HOST:PORT:OTHERHOST:OTHERPORT"),
            (["--connect-to", "a.example:443:localhost:70000"], "ports from 1 to 65535"),
        ]
    )
    func misplaced(options: [String], words: String) {
        #expect { try RecordCommand.parse(["-o", "a.kinescope"] + options) } throws: { error in
            RecordCommand.message(for: error).contains(words)
        }
    }

    @Test("Pages are allowed by their origin, and coded bodies are kept where secrets are")
    func pagesAndBodies() throws {
        let options = [
            "-o", "a", "--allow-origin", "https://app.example", "--allow-origin", "http://kite.example:9000",
            "--allow-origin", "capacitor://localhost", "--allow-origin", "null",
        ]
        let settings = try RecordCommand.parse(options + ["--keep-secrets"]).settings()
        let origins: [PageOrigin] = [
            .server(Origin(isSecure: true, host: "app.example")),
            .server(Origin(isSecure: false, host: "kite.example", port: 9_000)), .opaque("capacitor://localhost"),
            .opaque("null"),
        ]
        #expect(settings.allowedOrigins == origins)
        #expect(settings.keepsCodedBodies)
        #expect(try !RecordCommand.parse(["-o", "a"]).settings().keepsCodedBodies)
        #expect(throws: (any Error).self) { try RecordCommand.parse(["-o", "a", "--allow-origin", "app.example"]) }
    }

    @Test("There is room for a thousand connections where the system lets a process raise its limit")
    func openFiles() {
        #expect((1...5_088).contains(OpenFiles.connections))
        #expect(OpenFiles.connections == OpenFiles.connections)
    }

    @Test("A password comes from the option, from a file, or from the environment")
    func password() throws {
        let folder = TemporaryFolder()
        try folder.write("tester:from:file\nsecond line\n", to: "password")
        let file = folder.url(of: "password").path
        let variable = ProxyPassword.variable
        let expected = ProxyCredentials(user: "tester", password: "from:file")
        #expect(try ProxyPassword.credentials(option: "@" + file, environment: [variable: "a:b"]) == expected)
        #expect(try ProxyPassword.credentials(option: "a:b", environment: [:])?.password == "b")
        #expect(try ProxyPassword.credentials(option: nil, environment: [variable: "a:c"])?.password == "c")
        #expect(try ProxyPassword.credentials(option: nil, environment: [:]) == nil)
        #expect(try ProxyPassword.credentials(option: nil, environment: [variable: ""]) == nil)
    }

    @Test(
        "Of a file the first line is read, without what ends it, on whatever system it was written",
        arguments: ["", "\n", "\r\n", "\nsecond line", "\r\nsecond line\r\n", "\n\n", "\r\n\r\n", "\n:"]
    )
    func passwordFile(end: String) throws {
        let folder = TemporaryFolder()
        try folder.write("tester:kite é " + end, to: "password")
        let credentials = try ProxyPassword.credentials(option: "@" + folder.url(of: "password").path, environment: [:])
        #expect(credentials == ProxyCredentials(user: "tester", password: "kite é "))
    }

    @Test(
        "A file whose first line is not name and password is refused",
        arguments: ["", "\n", "\r\n", "\na:b", "\r\na:b"]
    )
    func emptyPasswordFile(text: String) throws {
        let folder = TemporaryFolder()
        try folder.write(text, to: "password")
        let failure = #expect(throws: CommandFailure.self) {
            try ProxyPassword.credentials(option: "@" + folder.url(of: "password").path, environment: [:])
        }
        #expect(failure?.status == .usage)
    }

    @Test("What is no name and password is refused, and not shown", arguments: ["secretsecret", ":secretsecret", "u:"])
    func badPassword(text: String) {
        let failure = #expect(throws: CommandFailure.self) {
            try ProxyPassword.credentials(option: text, environment: [:])
        }
        #expect(failure?.status == .usage && failure?.message.contains("secretsecret") == false)
    }

    @Test("A file of a password that is not there is named")
    func missingPasswordFile() {
        let failure = #expect(throws: CommandFailure.self) {
            try ProxyPassword.credentials(option: "@/nowhere/password", environment: [:])
        }
        #expect(failure?.message.contains("/nowhere/password") == true)
    }
}
