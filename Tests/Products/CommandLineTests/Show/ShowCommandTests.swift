import Documents
import Testing

@Suite struct ShowCommandTests {
    let folder = TemporaryFolder()

    private func importCapture(_ name: String) throws {
        try folder.copyCapture(name)
        _ = try CommandLineRun.kinescope(
            ["import", name + ".har", "--account-log", name + ".accounts.jsonl"],
            in: folder
        )
    }

    @Test("The overview has creator, secrets, counts, and a line for each exchange and VSA call")
    func overview() throws {
        try importCapture("apple-sso-tvos")
        let run = try CommandLineRun.kinescope(["show", "apple-sso-tvos.kinescope"], in: folder)
        #expect(run.status == 0 && run.error.isEmpty)
        for words in [
            "mitmproxy 11.0.2", "replaced", "  v1.checkauthn  ", "  v1.profileRequest  ", "  v1.authn.exchange  ",
            "  v1.media  ", "vsa1  21:59:12.741349  checkAccessStatus     granted\n", "com.example.meadowlark",
        ] {
            #expect(run.output.contains(words), "\(words)")
        }
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test("As JSON, every line is one object that says what it is")
    func json() throws {
        try importCapture("apple-sso-tvos")
        let run = try CommandLineRun.kinescope(["show", "apple-sso-tvos.kinescope", "--json"], in: folder)
        let types = try run.output.split(separator: "\n").map { line in
            try JSONValue(parsing: Array(line.utf8))["type"]?.string ?? ""
        }
        #expect(
            types == ["header", "outcome", "recording", "device"] + Array(repeating: "exchange", count: 14)
                + Array(repeating: "vsaCall", count: 4) + ["summary"]
        )
    }

    @Test("The device id is shown with the exchanges that send it, in text and as JSON")
    func deviceIDs() throws {
        try importCapture("second-screen-tvos")
        let text = try CommandLineRun.kinescope(["show", "second-screen-tvos.kinescope"], in: folder)
        let json = try CommandLineRun.kinescope(["show", "second-screen-tvos.kinescope", "--json"], in: folder)
        let device = try #require(try json.content().first { $0["type"]?.string == "device" })
        let id = try #require(device["name"]?.string)
        #expect(device["identity"]?.string == "deviceId")
        #expect(text.output.contains("\n  device            \(id), exchanges "), "\(text)")
        // Exchange 3 is the first that sends it: before it is registration.
        let exchange = try CommandLineRun.kinescope(["show", "second-screen-tvos.kinescope", "3"], in: folder)
        #expect(device["exchanges"]?.array?.contains(.number(JSONNumber(3))) == true)
        #expect(exchange.output.contains("deviceId="))
    }

    @Test("One exchange is shown in full, with the tokens in it explained")
    func exchange() throws {
        try importCapture("apple-sso-tvos")
        let run = try CommandLineRun.kinescope(["show", "apple-sso-tvos.kinescope", "8"], in: folder)
        #expect(run.output.contains("GET https://api.auth.adobe.com/api/v1/tokens/media?requestor=KITETV"))
        #expect(run.output.contains("X-Device-Info: "))
        #expect(run.output.contains("\"serializedToken\": "))
        #expect(run.output.contains("short media token"))
    }

    @Test("A body alone is written byte for byte, ready to be inspected")
    func body() throws {
        try importCapture("apple-sso-tvos")
        let show = ["show", "apple-sso-tvos.kinescope", "8", "--body"]
        let response = try CommandLineRun.kinescope(show + ["response"], in: folder)
        #expect(response.status == 0)
        #expect(response.output.hasPrefix("{\"resource\": \"KITE1\"") && response.output.hasSuffix("}"))
        let request = try CommandLineRun.kinescope(show + ["request"], in: folder)
        #expect(request.status == 0 && request.output.isEmpty)
        for wrong in [show + ["both"], ["show", "apple-sso-tvos.kinescope", "--body", "request"]] {
            #expect(try CommandLineRun.kinescope(wrong, in: folder).isOneLineFailure(2))
        }
    }

    @Test("VSA calls are shown with every property")
    func accounts() throws {
        try importCapture("apple-sso-tvos")
        let run = try CommandLineRun.kinescope(["show", "apple-sso-tvos.kinescope", "--accounts"], in: folder)
        #expect(run.output.contains("channelIdentifier: https://saml.sp.auth.adobe.com"))
        #expect(run.output.contains("samlAttributeQueryResponse: <saml2p:Response"))
    }

    @Test("An exchange that is not there, and what is no recording, are one line and exit code 3")
    func refused() throws {
        try importCapture("apple-sso-tvos")
        try folder.write("", to: "empty.kinescope")
        for arguments in [
            ["show", "apple-sso-tvos.kinescope", "15"], ["show", "apple-sso-tvos.kinescope", "0"],
            ["show", "empty.kinescope"], ["show", "nowhere.kinescope"], ["show", "."],
        ] {
            let run = try CommandLineRun.kinescope(arguments, in: folder)
            #expect(run.isOneLineFailure(3), "\(arguments): \(run)")
        }
        let usage = try CommandLineRun.kinescope(["show", "apple-sso-tvos.kinescope", "1", "--accounts"], in: folder)
        #expect(usage.isOneLineFailure(2), "\(usage)")
    }
}
