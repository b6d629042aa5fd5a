import Documents
import Exchanges
import Foundation
import RecordingStore
import Testing

@testable import kinescope

@Suite struct RecordCommandTests {
    let folder = TemporaryFolder()
    let origin: RawOrigin

    init() throws {
        origin = try RawOrigin { request in
            if request.target.hasPrefix("/missing") { return RawOrigin.json("{}", status: "404 Not Found") }
            if request.target.hasPrefix("/picture") {
                var answer = RawOrigin.json("xx")
                answer.headers[0].value = "image/png"
                return answer
            }
            return RawOrigin.json(#"{"userId": "person-4711-kite", "asked": "\#(request.target.count)"}"#)
        }
    }

    private func url(_ path: String) -> String { "http://127.0.0.1:\(origin.port)\(path)" }

    private func recording(_ name: String = "r.kinescope") throws -> Recording {
        try RecordingFile.open(folder.url(of: name).path).recording()
    }

    @Test("What passes is recorded, told line by line and summed up", arguments: [SIGINT, SIGTERM, SIGHUP])
    func records(signal: Int32) throws {
        let recorder = try RunningRecorder(["-o", "r.kinescope"], in: folder)
        let answer = try recorder.request("GET", url("/api/v1/checkauthn?deviceId=device-12345678"))
        #expect(answer?.status == 200 && answer?.text.contains("person-4711-kite") == true)
        #expect(try recorder.request("GET", url("/missing"))?.status == 404)
        #expect(try recorder.request("GET", url("/picture.png"))?.status == 200)
        let run = try recorder.stop(signal)
        #expect(run.status == 0 && run.error.isEmpty, "\(run)")
        let types = recorder.objects.map { $0["type"]?.string }
        #expect(types == ["header", "listening", "exchange", "exchange", "summary"])
        let summary = try #require(recorder.objects.last)
        #expect(summary["exchangeCount"]?.number?.text == "2" && summary["clientErrorCount"]?.number?.text == "1")
        let skipped = try #require(summary["skippedByHost"]?.array)
        #expect(skipped.count == 1 && skipped[0]["code"]?.string == "media" && skipped[0]["count"]?.number?.text == "1")
        #expect(skipped[0]["host"]?.string == "127.0.0.1")
        #expect(folder.names == ["authority", "r.kinescope"])
        let exchanges = try recording().exchanges
        #expect(exchanges.map { $0.response?.status } == [200, 404])
        #expect(try recording().information.isRedacted)
        let verify = try CommandLineRun.kinescope(["verify", "r.kinescope"], in: folder)
        #expect(verify.status == 0 && verify.output == "r.kinescope: ok, 2 exchanges, 0 VSA calls\n")
    }

    @Test("No secret is in the file, its log or the lines, while it records and afterwards")
    func secrets() throws {
        let recorder = try RunningRecorder(["-o", "r.kinescope"], in: folder)
        let header = [("Authorization", "Bearer token-c0ffee-4711"), ("Cookie", "session=cookie-c0ffee-4711")]
        _ = try recorder.request(
            "POST",
            url("/api/v1/x?deviceId=device-c0ffee-4711"),
            headers: header,
            body: Array("password=pass-c0ffee-4711".utf8)
        )
        let secrets = [
            "token-c0ffee-4711", "cookie-c0ffee-4711", "device-c0ffee-4711", "pass-c0ffee-4711", "person-4711-kite",
        ]
        func check() throws {
            for name in folder.names where name.hasPrefix("r.kinescope") {
                let bytes = Data(try folder.bytes(of: name))
                for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) in \(name)") }
            }
        }
        #expect(folder.names.contains("r.kinescope-wal"))
        try check()
        let run = try recorder.stop()
        try check()
        for secret in secrets { #expect(!run.output.contains(secret)) }
        #expect(try recording().exchanges.count == 1)
    }

    @Test("With --keep-secrets they stay, and file and summary say so")
    func keepSecrets() throws {
        let recorder = try RunningRecorder(["-o", "r.kinescope", "--keep-secrets"], in: folder)
        _ = try recorder.request("GET", url("/a"))
        _ = try recorder.stop()
        #expect(recorder.objects.last?["redactions"] == .null)
        let body = try recording().exchanges.first?.response?.body
        #expect(String(decoding: body ?? [], as: UTF8.self).contains("person-4711-kite"))
        #expect(try !recording().information.isRedacted)
    }

    @Test("A file that is there is left alone, unless it is to be replaced or gone on with")
    func existing() throws {
        func record(_ arguments: [String]) throws -> CommandLineRun {
            let recorder = try RunningRecorder(["-o", "r.kinescope"] + arguments, in: folder)
            _ = try recorder.request("GET", url("/a"))
            return try recorder.stop()
        }
        #expect(try record([]).status == 0)
        let before = try folder.bytes(of: "r.kinescope")
        let refused = try CommandLineRun.kinescope(["record", "-o", "r.kinescope", "--port", "0"], in: folder)
        #expect(refused.isOneLineFailure(3) && refused.error.contains("--append"), "\(refused)")
        #expect(try folder.bytes(of: "r.kinescope") == before)
        #expect(try record(["--append"]).status == 0)
        #expect(try recording().exchanges.count == 2)
        #expect(try record(["--force"]).status == 0)
        #expect(try recording().exchanges.count == 1)
        let mixed = try CommandLineRun.kinescope(
            [
                "record", "-o", "r.kinescope", "--append", "--keep-secrets", "--port", "0", "--ca-directory",
                "authority",
            ],
            in: folder
        )
        #expect(mixed.isOneLineFailure(3), "\(mixed)")
    }

    @Test("A file that is full stops recording with one line, and the traffic goes on")
    func full() throws {
        let recorder = try RunningRecorder(["-o", "r.kinescope", "--max-size", "200kB"], in: folder)
        for number in 1...80 {
            let body = Array(String(repeating: "\(number) ", count: 4_000).utf8)
            #expect(try recorder.request("POST", url("/api/\(number)"), body: body)?.status == 200)
        }
        let run = try recorder.stop()
        #expect(run.status == 3 && run.errorLines.count == 1, "\(run.error)")
        let summary = try #require(recorder.objects.last)
        #expect(summary["message"]?.string != nil && summary["recordedUntilAt"]?.string != nil)
        let verify = try CommandLineRun.kinescope(["verify", "r.kinescope"], in: folder)
        #expect(verify.status == 0, "\(verify)")
        #expect((1..<80).contains(try recording().exchanges.count))
    }

    @Test("It ends by itself after so many exchanges, or a time")
    func stopAfter() throws {
        let counting = try RunningRecorder(["-o", "r.kinescope", "--stop-after", "2"], in: folder)
        for _ in 1...2 { _ = try counting.request("GET", url("/a")) }
        #expect(try counting.wait().status == 0)
        #expect(try recording().exchanges.count == 2)
        let timing = try RunningRecorder(["-o", "t.kinescope", "--stop-after", "1s"], in: folder)
        #expect(try timing.wait().status == 0)
    }

    @Test("For a person there is a greeting, a heading, a line for each exchange and a summary")
    func forAPerson() throws {
        let run = try CommandLineRun.kinescope(
            ["record", "-o", "r.kinescope", "--port", "0", "--ca-directory", "authority", "--stop-after", "1s"],
            in: folder
        )
        #expect(run.status == 0 && run.output.hasPrefix("recording to r.kinescope; secrets are replaced"), "\(run)")
        #expect(run.output.contains("\nlocal time ") && run.output.contains("\nr.kinescope: 0 exchanges in "))
        let quiet = try CommandLineRun.kinescope(
            [
                "record", "-o", "q.kinescope", "--port", "0", "--ca-directory", "authority", "--stop-after", "1s",
                "--quiet",
            ],
            in: folder
        )
        #expect(quiet.output.hasPrefix("q.kinescope: 0 exchanges in "), "\(quiet)")
    }

    @Test("A password is asked for, and an address that others can reach is warned of")
    func password() throws {
        let recorder = try RunningRecorder(
            ["-o", "r.kinescope", "--listen", "0.0.0.0"],
            in: folder,
            environment: ["KINESCOPE_PROXY_PASSWORD": "tester:kite"]
        )
        #expect(try recorder.request("GET", url("/a"))?.status == 407)
        let credentials = "Basic " + Base64.encode(Array("tester:kite".utf8))
        let answer = try recorder.request("GET", url("/a"), headers: [("Proxy-Authorization", credentials)])
        #expect(answer?.status == 200)
        let run = try recorder.stop()
        #expect(run.errorLines.count == 1 && run.error.contains("can try to use this proxy"), "\(run.error)")
        #expect(try recording().exchanges.count == 1)
    }

    @Test("A reverse proxy sends everything to one server")
    func reverse() throws {
        let recorder = try RunningRecorder(["-o", "r.kinescope", "--upstream", url("/")], in: folder)
        #expect(try recorder.request("GET", "/api/v1/checkauthn")?.status == 200)
        let page = [("Origin", "https://evil.example")]
        #expect(try recorder.request("POST", "/api/v1/checkauthn", headers: page, body: [])?.status == 403)
        #expect(try recorder.stop().status == 0)
        #expect(try recording().exchanges.first?.request.url == url("/api/v1/checkauthn"))
    }

    @Test("A stub server that is recorded as Adobe's has its operations by their paths, and its pages by their host")
    func stubServer() throws {
        let arguments = ["-o", "r.kinescope", "--upstream", url("/"), "--upstream-as", "api.auth.adobe.com"]
        let recorder = try RunningRecorder(arguments, in: folder)
        let path = "/api/v1/checkauthn?requestor=KITETV&deviceId=kite-box-1"
        #expect(try recorder.request("GET", path)?.status == 200)
        #expect(try recorder.request("GET", "/nothing")?.status == 200)
        let run = try recorder.stop()
        #expect(run.status == 0)
        let urls = try recording().exchanges.map(\.request.url)
        #expect(urls.last == "https://api.auth.adobe.com/nothing")
        #expect(
            urls.first?.hasPrefix("https://api.auth.adobe.com/api/v1/checkauthn?requestor=KITETV&deviceId=") == true
        )
        let shown = try CommandLineRun.kinescope(["show", "r.kinescope"], in: folder)
        #expect(shown.output.contains("v1.checkauthn"), "\(shown.output)")
    }

    @Test("A port that is taken is an error that leaves no file behind, and no old one harmed")
    func portInUse() throws {
        try folder.write("precious", to: "r.kinescope")
        let run = try CommandLineRun.kinescope(
            ["record", "-o", "r.kinescope", "--force", "--port", "\(origin.port)", "--ca-directory", "authority"],
            in: folder
        )
        #expect(run.isOneLineFailure(3) && run.error.contains("127.0.0.1:\(origin.port)"), "\(run)")
        #expect(try folder.bytes(of: "r.kinescope") == Array("precious".utf8))
    }

    @Test("A place that cannot be written to is named")
    func unwritable() throws {
        let run = try CommandLineRun.kinescope(
            ["record", "-o", "no/such/folder/r.kinescope", "--port", "0", "--ca-directory", "authority"],
            in: folder
        )
        #expect(run.isOneLineFailure(3) && run.error.contains("no/such/folder/r.kinescope"), "\(run)")
    }

    @Test(
        "A command line that makes no sense is refused in one line",
        arguments: [
            [], ["-o", "a", "--append", "--force"], ["-o", "a", "--port", "70000"],
            ["-o", "a", "--stop-after", "soon"],
            ["-o", "a", "--max-body", "much"], ["-o", "a", "--upstream", "api.example.com"],
            ["-o", "a", "--upstream", "https://a.example", "--passthrough", "b.example"],
            ["-o", "a", "--insecure-upstream", "--upstream-ca", "x.pem"], ["-o", "a", "--filter", "hots=a"],
            ["-o", "a", "--password", "nocolon"], ["-o", "a", "--connect-to", "a:b"], ["-o", "a", "--max-size", "0"],
        ]
    )
    func badOptions(arguments: [String]) throws {
        let run = try CommandLineRun.kinescope(["record"] + arguments, in: folder)
        #expect(run.isOneLineFailure(2), "\(run)")
        #expect(folder.names.isEmpty)
    }
}
