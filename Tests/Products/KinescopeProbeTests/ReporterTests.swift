import Exchanges
import Foundation
import SubscriberAccount
import Testing
import VirtualTime

@testable import KinescopeProbe

/// Reports over real sockets; an app that reports is never the worse for it.
@Suite struct ReporterTests {
    /// Limits whose pauses suit a test.
    static let limits: ReporterLimits = {
        var limits = ReporterLimits()
        limits.firstPause = .milliseconds(10)
        limits.longestPause = .milliseconds(40)
        limits.patience = .seconds(600)
        return limits
    }()

    @Test("Reports arrive in their order, each at its path, with the time they were sent")
    func arrival() async throws {
        let server = try ReportServer()
        defer { server.stop() }
        let probe = Probe(Reporter(to: server.url))
        let began = Date()
        probe.report(.launch)
        for index in 0..<250 { probe.report(.play(resource: "\(index)")) }
        probe.report(.checkAccessStatus(prompt: true), .accessStatus(.granted, nil))
        probe.report(.background)
        #expect(await probe.flush(timeout: .seconds(20)))
        #expect(probe.counts.sent == 253)
        let requests = server.requests
        let lines = requests.filter { $0.line == "POST /user-actions HTTP/1.1" }.flatMap(\.lines)
        let userActions = try UserActionLog.parse(Array(lines.joined(separator: "\n").utf8))
        #expect(userActions.map(\.action) == [.launch] + (0..<250).map { .play(resource: "\($0)") } + [.background])
        #expect(userActions.map(\.occurredAt) == userActions.map(\.occurredAt).sorted())
        #expect(requests.dropLast().last?.line == "POST /vsa-calls HTTP/1.1")
        #expect(requests.allSatisfy { $0.lines.count <= 100 })
        for request in requests {
            let sent = try #require(Instant(iso8601: request.headers["x-kinescope-sent-at"] ?? ""))
            #expect(sent >= Instant(began) && sent <= Instant(Date()))
            #expect(request.headers["cookie"] == nil)
        }
    }

    @Test("Where no recorder listens the app goes on at once, and nothing is kept")
    func nobody() async throws {
        let server = try ReportServer()
        server.stop()
        var limits = Self.limits
        (limits.patience, limits.lines) = (.milliseconds(200), 50)
        let reporter = Reporter(to: server.url, limits: limits)
        let probe = Probe(reporter)
        let handler = HandlerCalls()
        let manager = probe.recording(FakeAccountManager())
        for _ in 0..<100 {
            manager.checkAccessStatus(prompt: false) { status, error in handler.add(status, error) }
        }
        // The fake answers before the call returns: so must whoever wraps it.
        #expect(handler.count == 100)
        let end = ContinuousClock.now + .seconds(20)
        while probe.counts.dropped < 100, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
        #expect(probe.counts.dropped == 100)
        #expect(probe.counts.sent == 0)
    }

    @Test("A recorder that does not answer holds nobody up")
    func silence() async throws {
        let server = try ReportServer { _, _ in nil }
        defer { server.stop() }
        let probe = Probe(Reporter(to: server.url, limits: Self.limits))
        probe.report(.launch)
        _ = await server.requests { !$0.isEmpty }
        let handler = HandlerCalls()
        probe.recording(FakeAccountManager()).checkAccessStatus(prompt: true) { status, error in
            handler.add(status, error)
        }
        #expect(handler.count == 1)
        #expect(await probe.flush(timeout: .milliseconds(50)) == false)
        #expect(probe.counts == ReporterCounts())
    }

    @Test("What failed is sent again, in its order, once a recorder is there")
    func retry() async throws {
        let server = try ReportServer { index, _ in ReportServer.response(index < 3 ? 503 : 200) }
        defer { server.stop() }
        let probe = Probe(Reporter(to: server.url, limits: Self.limits))
        probe.report(.launch)
        _ = await server.requests { !$0.isEmpty }
        probe.report(.cancel)
        let requests = await server.requests { $0.suffix(from: min(3, $0.count)).flatMap(\.lines).count == 2 }
        let taken = try UserActionLog.parse(Array(requests.dropFirst(3).map(\.body).joined().utf8))
        #expect(taken.map(\.action) == [.launch, .cancel])
        #expect(await probe.flush(timeout: .seconds(20)))
        #expect(probe.counts.sent == 2)
    }

    @Test("What a recorder refuses is not sent again, and what follows is")
    func refusal() async throws {
        let server = try ReportServer { index, _ in ReportServer.response(index == 0 ? 400 : 200) }
        defer { server.stop() }
        let probe = Probe(Reporter(to: server.url, limits: Self.limits))
        probe.report(.launch)
        _ = await server.requests { !$0.isEmpty }
        probe.report(.cancel)
        let end = ContinuousClock.now + .seconds(20)
        while probe.counts.sent < 1, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(5)) }
        #expect(server.requests.count == 2)
        #expect(probe.counts.refused == 1)
        #expect(probe.counts.sent == 1)
    }

    @Test("A flush does not wait for the end of a pause")
    func flushInPause() async throws {
        let server = try ReportServer { index, _ in ReportServer.response(index == 0 ? 503 : 200) }
        defer { server.stop() }
        var limits = ReporterLimits()
        (limits.firstPause, limits.longestPause, limits.patience) = (.seconds(600), .seconds(600), .seconds(600))
        let probe = Probe(Reporter(to: server.url, limits: limits))
        probe.report(.launch)
        // It meets the attempt that fails, or the pause behind it already; the second one meets the pause.
        if await !probe.flush(timeout: .seconds(20)) { #expect(await probe.flush(timeout: .seconds(20))) }
        #expect(probe.counts.sent == 1 && server.requests.count == 2)
        #expect(await probe.flush(), "nothing waits")
    }

    @Test("Nothing is sent on to where a stranger points", arguments: [302, 307, 308])
    func redirection(status: Int) async throws {
        let other = try ReportServer()
        defer { other.stop() }
        let server = try ReportServer { [url = other.url] _, _ in
            ReportServer.response(status, headers: ["Location: \(url)/stimuli"])
        }
        defer { server.stop() }
        let probe = Probe(Reporter(to: server.url, limits: Self.limits))
        probe.report(.launch)
        #expect(await probe.flush(timeout: .seconds(10)) == false)
        _ = await server.requests { $0.count >= 2 }
        #expect(other.requests.isEmpty)
        #expect(probe.counts.sent == 0)
    }

    @Test("A recorder's place that is no URL harms nobody")
    func noURL() async {
        let probe = Probe(Reporter(to: "http://[", limits: Self.limits))
        probe.report(.launch)
        await probe.flush(timeout: .seconds(20))
        #expect(probe.counts.refused == 1)
        #expect(probe.counts.sent == 0)
    }

    @Test("Reports of many threads all arrive")
    func threads() async throws {
        let server = try ReportServer()
        defer { server.stop() }
        let probe = Probe(Reporter(to: server.url))
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask { for index in 0..<100 { probe.report(.play(resource: "\(worker)-\(index)")) } }
            }
        }
        #expect(await probe.flush(timeout: .seconds(20)))
        let userActions = try UserActionLog.parse(Array(server.requests.map(\.body).joined().utf8))
        #expect(Set(userActions.map(\.action)).count == 800)
        for worker in 0..<8 {
            let own = userActions.map(\.action.arguments[0]).filter { $0.hasPrefix("\(worker)-") }
            #expect(own == (0..<100).map { "\(worker)-\($0)" })
        }
    }
}
