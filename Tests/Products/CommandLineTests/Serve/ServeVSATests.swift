import Checkout
import Documents
import Exchanges
import Foundation
import KinescopeProbe
import RecordingStore
import SubscriberAccount
import Testing

@testable import kinescope

/// Source: issue "Serve", part 4; apple-sso-flow.md §2 to §4.
@Suite struct ServeVSATests {
    private let folder = TemporaryFolder()

    private static func access(_ manager: some AccountManaging) async -> (AccountAccessStatus, AccountError?) {
        await withCheckedContinuation { continuation in
            manager.checkAccessStatus(prompt: true) { continuation.resume(returning: ($0, $1)) }
        }
    }

    private static func metadata(
        _ manager: some AccountManaging,
        _ request: AccountMetadataRequest
    ) async -> (AccountMetadata?, AccountError?) {
        await withCheckedContinuation { continuation in
            manager.enqueue(request) { continuation.resume(returning: ($0, $1)) }
        }
    }

    private func control(_ server: RunningRecorder, _ steps: String) throws -> CommandLineRun {
        try CommandLineRun.kinescope(
            ["control", "--port", "\(server.port)", "--ca-directory", "authority", steps],
            in: folder
        )
    }

    /// A SAML response as a client puts it in a form.
    private static func form(_ saml: String) -> String {
        // apple-sso-flow.md §4: blanks are collapsed, newlines dropped, ends trimmed.
        let text = saml.replacingOccurrences(of: "[ \\t]+", with: " ", options: .regularExpression)
            .components(separatedBy: .newlines).joined().trimmingCharacters(in: .whitespacesAndNewlines)
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        )
        return Data(text.utf8).base64EncodedString().addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    @Test("An app signs on by Apple SSO: its VSA results are served, and the service takes the SAML response")
    func signOn() async throws {
        let server = try RunningRecorder(
            ["--frozen", "--clock", "2026-11-20T08:00:00Z", "-o", "s.kinescope"],
            of: "serve",
            in: folder
        )
        let accounts = ServedAccountManager(at: "http://127.0.0.1:\(server.port)")
        let host = "http://api.auth.adobe.com"
        func json(_ message: RawMessage?) throws -> JSONValue {
            try JSONValue(parsing: try #require(message).body)
        }
        let registered = try json(
            server.request(
                "POST",
                "\(host)/o/client/register",
                headers: [("Content-Type", "application/json")],
                body: Array(#"{"software_statement":"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhcHAifQ.c2ln"}"#.utf8)
            )
        )
        let (id, secret) = (registered["client_id"]?.string ?? "", registered["client_secret"]?.string ?? "")
        let form = [("Content-Type", "application/x-www-form-urlencoded")]
        let granted = try json(
            server.request(
                "POST",
                "\(host)/o/client/token",
                headers: form,
                body: Array("grant_type=client_credentials&client_id=\(id)&client_secret=\(secret)".utf8)
            )
        )
        let bearer = [("Authorization", "Bearer \(try #require(granted["access_token"]?.string))")]
        let device = "requestor=KITETV&deviceId=box-1"
        #expect(try server.request("GET", "\(host)/api/v1/tokens/authn?\(device)", headers: bearer)?.status == 404)

        // S2 and S4: access, nobody signed in, and then the picker.
        #expect(await Self.access(accounts).0 == .granted)
        var request = AccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        #expect(await Self.metadata(accounts, request).1?.knownCode == .providerRejected)
        request.isInterruptionAllowed = true
        request.supportedAccountProviderIdentifiers = ["com.example.meadowlark"]
        #expect(await Self.metadata(accounts, request).0?.accountProviderIdentifier == "com.example.meadowlark")

        // S6 to S9: the profile request, the provider's SAML response for it, and the exchange.
        let profile = try #require(
            try server.request(
                "GET",
                "\(host)/api/v1/KITETV/profile-requests/Meadowlark?deviceType=tvOS",
                headers: bearer
            )
        )
        #expect(profile.status == 200)
        request.isInterruptionAllowed = false
        request.verificationToken = String(decoding: profile.body, as: UTF8.self)
        request.attributeNames = ["uid", "NameID"]
        let (metadata, error) = await Self.metadata(accounts, request)
        let saml = try #require(metadata?.samlAttributeQueryResponse, "\(String(describing: error))")
        let exchange =
            "\(device)&mvpd=Meadowlark&deviceType=tvOS&SAMLResponse=\(Self.form(saml))"
        let exchanged = try server.request(
            "POST",
            "\(host)/api/v1/tokens/authn",
            headers: bearer + form,
            body: Array(exchange.utf8)
        )
        #expect(exchanged?.status == 204)
        #expect(try server.request("GET", "\(host)/api/v1/tokens/authn?\(device)", headers: bearer)?.status == 200)

        // Settings are changed while it runs, and the next call has it.
        let out = try control(server, "vsa sign out")
        #expect(out.status == 0 && out.output.contains("signed out; permission granted"), "\(out)")
        request.verificationToken = nil
        request.attributeNames = []
        #expect(await Self.metadata(accounts, request).1?.knownCode == .providerRejected)
        #expect(try control(server, "vsa permission denied").status == 0)
        #expect(await Self.access(accounts).0 == .denied)

        let run = try server.stop()
        #expect(run.status == 0, "\(run)")
        #expect(server.objects.last?["vsaCallCount"]?.number?.text == "6")
        let lines = server.objects.filter { $0["vsa"] != nil }
        #expect(lines.first?["vsa"]?["accessStatus"]?.string == "granted")
        // Neither token nor assertion is in what is printed.
        #expect(!run.output.contains(saml.prefix(200)) && !run.output.contains("saml2p"))
        let recording = try RecordingFile.open(folder.url(of: "s.kinescope").path).recording()
        #expect(recording.vsaCalls.map(\.ordinal) == [1, 2, 3, 4, 5, 6])
        #expect(recording.vsaCalls.allSatisfy { "\($0.answeredAt)" == "2026-11-20T08:00:00Z" })
        #expect(recording.vsaCalls.first?.answer == .accessStatus(.granted, nil))
    }

    @Test("A recording's calls are served long after, and what it does not have is an error that the verdict counts")
    func recorded() async throws {
        let captures = ["apple-sso-tvos.har", "apple-sso-tvos.accounts.jsonl"]
        for name in captures {
            try Data(contentsOf: Self.capture(name)).write(to: folder.url(of: name))
        }
        let server = try RunningRecorder(
            [captures[0], "--frozen", "--clock", "2030-03-01T00:00:00Z"],
            of: "serve",
            in: folder
        )
        let accounts = ServedAccountManager(at: "http://127.0.0.1:\(server.port)")
        #expect(await Self.access(accounts).0 == .granted)
        var request = AccountMetadataRequest()
        request.channelIdentifier = AccountMetadataRequest.adobeChannelIdentifier
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        #expect(await Self.metadata(accounts, request).1?.code == 3)
        request.isInterruptionAllowed = true
        let end = try #require(await Self.metadata(accounts, request).0?.authenticationExpirationDate)
        // Recorded 29 d 23:59:59.4 after the recording's beginning; whole seconds.
        #expect("\(end)".hasPrefix("2030-03-30T23:59:59") || "\(end)".hasPrefix("2030-03-31T00:00:0"), "\(end)")
        let (none, error) = await Self.metadata(accounts, request)
        #expect(none == nil && error?.knownCode == .serviceTemporarilyUnavailable)
        #expect(
            error?[NSLocalizedDescriptionKey]?.contains("Nearest: VSA call 4") == true,
            "\(String(describing: error))"
        )
        let run = try server.stop()
        #expect(run.status == 1, "\(run)")
        let summary = try #require(server.objects.last)
        #expect(summary["unmatchedCount"]?.number?.text == "1" && summary["vsaCallCount"]?.number?.text == "4")
        #expect(summary["neverRequestedVSACalls"]?.array?.first?["first"]?.number?.text == "4")
        let missed = server.objects.last { $0["unmatched"]?["reason"] != nil }
        #expect(missed?["vsa"]?["nearest"]?.number?.text == "4" && missed?["source"]?.string == "unmatched")
    }

    private static func capture(_ name: String) -> URL {
        Checkout.top.appending(path: "Recordings/captures/\(name)")
    }

    @Test("A question of more than 16 MiB is refused")
    func tooLong() throws {
        let server = try RunningRecorder([], of: "serve", in: folder)
        let body = Array(repeating: UInt8(ascii: " "), count: 16 * 1024 * 1024 + 1)
        let reply = try server.request("POST", "/vsa-requests", body: body)
        #expect(reply?.status == 413)
        #expect(try server.stop().status == 0)
    }
}
