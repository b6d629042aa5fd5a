import Exchanges
import Foundation
import KinescopeProbe
import SubscriberAccount
import Testing
import VirtualTime

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An app that asks `kinescope serve` gets what the framework would give it, or an error of the framework's that says why.
@Suite struct ServedAccountManagerTests {
    private static func body(_ text: String, status: Int = 200) -> String {
        "HTTP/1.1 \(status) X\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
    }

    private static func access(
        _ manager: some AccountManaging
    ) async -> (AccountAccessStatus, AccountError?) {
        await withCheckedContinuation { continuation in
            manager.checkAccessStatus(prompt: true) { continuation.resume(returning: ($0, $1)) }
        }
    }

    private static func metadata(
        _ manager: some AccountManaging,
        _ request: AccountMetadataRequest = AccountMetadataRequest()
    ) async -> (AccountMetadata?, AccountError?) {
        await withCheckedContinuation { continuation in
            manager.enqueue(request) { continuation.resume(returning: ($0, $1)) }
        }
    }

    @Test("A question goes out in the log's words, and its result comes back in values")
    func asks() async throws {
        let server = try ReportServer { index, _ in
            Self.body(
                index == 0
                    ? #"{"at":"2026-11-20T21:59:12Z","call":"checkAccessStatus","request":{"prompt":true},"accessStatus":"granted"}"#
                    : #"{"at":"2026-11-20T21:59:12Z","call":"enqueue","request":{},"metadata":{"accountProviderIdentifier":"com.example.meadowlark","authenticationExpirationDate":"2026-12-20T21:59:12.5Z","verificationData":"AAEC","samlAttributeQueryResponse":"<a b=\"ü\"/>","accountProviderResponse":{"authenticationScheme":"SAML","status":"ok","body":"<c/>"}},"error":{"domain":"VSErrorDomain","code":4,"userInfo":{"b":"text","a":{"n":[1]}}}}"#
            )
        }
        defer { server.stop() }
        let manager = ServedAccountManager(at: server.url, client: "living room")
        let (status, none) = await Self.access(manager)
        #expect(status == .granted && none == nil)
        var request = AccountMetadataRequest()
        request.verificationToken = "a\"b\n"
        request.attributeNames = ["uid", "NameID"]
        request.isInterruptionAllowed = true
        let (metadata, error) = await Self.metadata(manager, request)
        #expect(metadata?.accountProviderIdentifier == "com.example.meadowlark")
        #expect(metadata?.authenticationExpirationDate == Instant(iso8601: "2026-12-20T21:59:12.5Z"))
        #expect(metadata?.verificationData == [0, 1, 2] && metadata?.samlAttributeQueryResponse == "<a b=\"ü\"/>")
        #expect(
            metadata?.accountProviderResponse
                == AccountProviderResponse(authenticationScheme: "SAML", status: "ok", body: "<c/>")
        )
        #expect(error?.knownCode == .providerRejected && error?["b"] == "text")
        #expect(error?.userInfo.first == .init("a", #"{"n":[1]}"#, isString: false))
        let requests = server.requests
        #expect(requests.map(\.line) == Array(repeating: "POST /vsa-requests HTTP/1.1", count: 2))
        #expect(
            try requests.map { try VSALog.question(parsing: Array($0.body.utf8)) }
                == [.checkAccessStatus(prompt: true), .enqueue(request)]
        )
        #expect(
            requests.allSatisfy { request in
                request.headers.contains { $0.key.lowercased() == "x-kinescope-client" && $0.value == "living room" }
            }
        )
    }

    @Test(
        "What is no result is an error of the framework's that says why",
        arguments: [
            (200, ""), (200, "garbage"), (200, "[]"), (200, #"{"call":"checkAccessStatus"}"#), (200, "{}"),
            (200, #"{"call":"checkAccessStatus","accessStatus":"maybe"}"#),
            (200, #"{"call":"checkAccessStatus","accessStatus":"granted","error":7}"#),
            (200, #"{"call":"enqueue","metadata":{"accountProviderIdentifier":7}}"#),
            (200, #"{"call":"enqueue","metadata":{"authenticationExpirationDate":"soon"}}"#),
            (200, #"{"call":"enqueue","metadata":{"verificationData":"%"}}"#),
            (200, #"{"call":"enqueue","metadata":[]}"#), (200, #"{"call":"enqueue","error":{"code":"x"}}"#),
            (200, String(repeating: "[", count: 100_000)), (400, "line 1, call"), (403, ""), (404, "no such path"),
            (302, ""), (500, ""),
        ]
    )
    func failures(status: Int, text: String) async throws {
        let server = try ReportServer { _, _ in Self.body(text, status: status) }
        defer { server.stop() }
        let manager = ServedAccountManager(at: server.url)
        let (access, error) = await Self.access(manager)
        let isAboutMetadata = text.contains("enqueue")
        #expect(access == .notDetermined && error?.knownCode == .serviceTemporarilyUnavailable)
        #expect(error?[NSLocalizedDescriptionKey]?.hasPrefix("Kinescope: ") == true)
        #expect(error?.userInfo.contains(.init("KinescopeStatus", "\(status)", isString: false)) == true)
        if text.hasPrefix("line 1") { #expect(error?[NSLocalizedDescriptionKey]?.contains("line 1, call") == true) }
        let (metadata, second) = await Self.metadata(manager)
        #expect(metadata == nil && second?.knownCode == .serviceTemporarilyUnavailable, "\(isAboutMetadata)")
    }

    @Test(
        "Nobody there, and what is no URL, are errors too",
        arguments: ["http://127.0.0.1:1", "", "no url", "http://["]
    )
    func nobody(server: String) async {
        let (metadata, error) = await Self.metadata(ServedAccountManager(at: server))
        #expect(metadata == nil && error?.knownCode == .serviceTemporarilyUnavailable)
        #expect(error?[NSLocalizedDescriptionKey]?.contains("kinescope serve") == true)
    }

    @Test("An unmatched call has status 501 and a result: the error that says why")
    func unmatched() async throws {
        let line =
            #"{"call":"enqueue","request":{},"metadata":null,"error":{"domain":"VSErrorDomain","code":3,"userInfo":{"NSLocalizedDescription":"Kinescope: why"}}}"#
        let server = try ReportServer { _, _ in Self.body(line, status: 501) }
        defer { server.stop() }
        let (metadata, error) = await Self.metadata(ServedAccountManager(at: server.url))
        #expect(metadata == nil && error?[NSLocalizedDescriptionKey] == "Kinescope: why")
    }

    @Test("A request that is canceled ends with userCancelled, and only once")
    func cancel() async throws {
        let manager = ServedAccountManager { _ in
            try? await Task.sleep(for: .milliseconds(300))
            return ServedAccountManager.Response(status: 200, body: Data("{}".utf8))
        }
        let calls = HandlerCalls()
        let result = manager.enqueue(AccountMetadataRequest()) { _, error in calls.add(.denied, error) }
        result.cancel()
        result.cancel()
        try await Task.sleep(for: .milliseconds(500))
        #expect(calls.count == 1)
    }
}
