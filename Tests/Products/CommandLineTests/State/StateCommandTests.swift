import Documents
import Foundation
import Testing

@Suite struct StateCommandTests {
    let folder = TemporaryFolder()

    private func state(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.kinescope(["state"] + arguments, in: folder)
    }

    private func recording(_ name: String = "apple-sso-tvos") throws -> String {
        try folder.copyCapture(name)
        return name + ".har"
    }

    @Test("An expiration in words is the first of its name, where a later one is in the recording as well")
    func firstOfItsName() throws {
        // The logout comes after the end of both media tokens, which exchanges 8 and 11 issued: 22:04:12.891 and 13.035.
        try folder.copyCapture("apple-sso-tvos")
        let archive = try String(decoding: folder.bytes(of: "apple-sso-tvos.har"), as: UTF8.self)
        try folder.write(
            archive.replacing("2026-11-20T21:59:13.134639", with: "2026-11-20T22:10:00.134639"),
            to: "long.har"
        )
        let arguments = ["state", "long.har", "--at", "at media-token KITE1", "--json"]
        let run = try CommandLineRun.kinescope(arguments, in: folder)
        #expect(run.status == 0, "\(run)")
        #expect(
            run.output.contains(#"{"type":"instant","at":"2026-11-20T22:04:12.891Z"}"#),
            "\(run.output.prefix(300))"
        )
    }

    @Test("The end of a recording shows the devices, what the service issued, what ended and what expires")
    func recordingEnd() throws {
        let run = try state(recording())
        #expect(run.status == 0, "\(run)")
        #expect(run.output.hasPrefix("state at 2026-11-20T21:59:"))
        for heading in ["devices", "service", "app", "no longer valid", "refused", "expirations"] {
            #expect(run.output.contains("\n\n\(heading)\n"), "\(heading)")
        }
        #expect(run.output.contains("authn-token KITETV  logged out by exchange 14"))
    }

    @Test("With --replay it shows the device's stores, the service's view and what expires")
    func replayedEnd() throws {
        let run = try state(recording(), "--replay")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.hasPrefix("state at 2026-11-20T21:59:"))
        for heading in ["\n\ndevice device\n", "\n\nservice\n", "\n\nexpirations\n"] {
            #expect(run.output.contains(heading), "\(heading)")
        }
        #expect(run.output.contains("media-token KITE1"))
    }

    @Test("At an instant in the middle of a recording only what had been issued is there")
    func recordingMiddle() throws {
        let run = try state(recording(), "--at", "2026-11-20T21:59:12.7Z")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.hasPrefix("state at 2026-11-20T21:59:12.700Z\n"))
        #expect(!run.output.contains("media-token"))
    }

    @Test("After the end time goes on, by a distance, to an instant, or to what runs out")
    func later() throws {
        let recording = try recording()
        #expect(try state(recording, "--at", "+31d").output.hasPrefix("state at 2026-12-21T21:59:"))
        #expect(
            try state(recording, "--at", "2027-01-01T00:00:00Z").output.hasPrefix("state at 2027-01-01T00:00:00Z\n")
        )
        let session = try state(recording, "--at", "just before platform-session")
        #expect(session.output.hasPrefix("state at 2026-12-20T21:59:11.999999999Z\n"), "\(session)")
        #expect(try state(recording, "--at", "at platform-session").output.hasPrefix("state at 2026-12-20T21:59:12Z\n"))
        #expect(try state(recording, "--at", "end").output == (try state(recording).output))
        // Exchange 8, the token exchange, ends at 21:59:12.965: 12.599 and the durations before it.
        let exchanged = try state(recording, "--at", "exchange 8")
        #expect(exchanged.output.contains("AuthN token") || exchanged.output.contains("authn-token"), "\(exchanged)")
        #expect(try state(recording, "--at", "8").output == exchanged.output)
        let before = try state(recording, "--at", "exchange 1")
        #expect(before.status == 0 && before.output != exchanged.output)
        let step = try state(recording, "--at", "S4")
        #expect(
            step.status == 0 && step.output.hasPrefix("state at 2026-11-20T21:59:12.")
                && step.output != exchanged.output
        )
        #expect(try state(recording, "--at", "S4", "--replay").status == 0)
        #expect(try state(recording, "--at", "exchange 8", "--replay").status == 0)
        #expect(try state(recording, "--at", "exchange 99").isOneLineFailure(3))
    }

    @Test(
        "An expiration has one name and one instant, with a replay and without, and for a fork",
        arguments: ["vsa-account", "platform-session", "authz-token KITE1", "media-token", "access-token"]
    )
    func oneName(name: String) throws {
        let recording = try recording()
        for nearness in ["just before", "at"] {
            let shown = try state(recording, "--at", "\(nearness) \(name)")
            let replayed = try state(recording, "--at", "\(nearness) \(name)", "--replay")
            #expect(shown.status == 0 && replayed.status == 0, "\(shown) \(replayed)")
            #expect(shown.output.prefix { $0 != "\n" } == replayed.output.prefix { $0 != "\n" })
        }
    }

    @Test(
        "What does not expire there is refused with the names of what does",
        arguments: ["provider-session", "temp-pass"]
    )
    func noSuchName(name: String) throws {
        let recording = try recording()
        for arguments in [[], ["--replay"]] as [[String]] {
            let run = try CommandLineRun.kinescope(["state", recording, "--at", "at \(name)"] + arguments, in: folder)
            #expect(run.status == 3)
            let message = run.error.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            #expect(
                message.contains("\(name) does not expire in the recording. It has media-token KITE1, access-token,")
                    && message.contains("vsa-account com.example.meadowlark"),
                "\(run)"
            )
        }
    }

    @Test("A scenario stops at an instant, be it in the middle of a step")
    func scenario() throws {
        try folder.write(ScenarioText.scenario("launch", "advance: 10d", "upgrade OS: 16.0"), to: "a.yaml")
        let middle = try state("a.yaml", "--at", "2026-11-25T12:00:00Z")
        #expect(middle.output.hasPrefix("state at 2026-11-25T12:00:00Z\n"), "\(middle)")
        #expect(middle.output.contains("tvOS 15.1"))
        let start = try state("a.yaml", "--at", "2026-11-20T08:00:00.020Z")
        #expect(start.output.contains("wall clock"))
        #expect(!start.output.contains("access-token"), "the answer is still under way")
        #expect(try state("a.yaml", "--at", "end").status != 2)
    }

    @Test("What two apps share is told once")
    func sharedStores() throws {
        let checkout = Capture.folder.deletingLastPathComponent().deletingLastPathComponent()
        let run = try state(checkout.appending(path: "Scenarios/sharing/two-programmers-1.7.yaml").path, "--json")
        #expect(run.status == 0, "\(run)")
        let source = JSONValue.object(["type": .string("device"), "name": .string("phone")])
        let lines = try run.content().filter {
            $0["type"]?.string == "token" && $0["source"] == source && $0["kind"]?.string == "authn"
                && $0["requestor"]?.string == "KITETV" && $0["mvpd"]?.string == "Meadowlark"
        }
        #expect(lines.count == 1)
    }

    @Test("Every line of --json is an object, the instant first")
    func json() throws {
        let recording = try recording()
        let objects = try state(recording, "--json").content()
        #expect(objects[0]["type"]?.string == "instant")
        #expect(objects.contains { $0["type"]?.string == "expiration" && $0["kind"]?.string == "vsaAccount" })
        #expect(objects.contains { $0["type"]?.string == "token" && $0["kind"]?.string == "access" })
        let replayed = try state(recording, "--json", "--replay")
        #expect(replayed.output.contains(#"{"type":"clock","source":{"type":"service"},"timeAt":"2026-"#))
    }

    @Test(
        "What is no moment is usage",
        arguments: ["yesterday", "31d", "+", "+5x", "just before", "just before dawn", "at ", "+1d; play KITE1", ""]
    )
    func usage(moment: String) throws {
        let run = try state(recording(), "--at", moment)
        #expect(run.isOneLineFailure(2), "\(run)")
        #expect(run.error.contains("--at"))
    }

    @Test(
        "A moment that never comes is refused in one line",
        arguments: [
            "2020-01-01T00:00:00Z", "just before authz-token KITE99", "+2950000d", "9999-12-31T23:59:59.999999999Z",
        ]
    )
    func refused(moment: String) throws {
        let run = try state(recording(), "--at", moment)
        #expect(run.isOneLineFailure(3), "\(run)")
    }

    @Test(
        "A file that is neither a recording nor a scenario is refused",
        arguments: ["missing.har", "a.yaml", "b.har"]
    )
    func unreadable(name: String) throws {
        try folder.write("nothing: here", to: "a.yaml")
        try folder.write("", to: "b.har")
        let run = try state(name)
        #expect(run.isOneLineFailure(3), "\(run)")
        #expect(run.error.contains(name))
    }
}
