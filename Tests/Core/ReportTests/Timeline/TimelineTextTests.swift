import ClientStack
import Exchanges
import PassAPI
import Replay
import Services
import SubscriberAccount
import Testing
import VirtualTime

@testable import Report

@Suite struct TimelineTextTests {
    static let start = Instant(secondsSince1970: 1_800_000_000)

    /// A launch and a request.
    static var timeline: Timeline {
        var timeline = Timeline()
        timeline.append(TimelineEvent(at: start, .user, "launch", UserAction.Action.launch))
        timeline.append(
            TimelineEvent(
                at: start + .microseconds(12_345),
                .client,
                "v1.checkauthn",
                values: [.number("count", 404), .truth("isSuccess", false), .list("mvpds", ["Meadowlark"])],
                PassRequest(.checkAuthentication, [.init("requestor", "KITETV"), .init("deviceId", "/api/v1\n")])
            )
        )
        return timeline
    }

    /// A launch, a request with its response, and a call of Apple's framework, half of which a recording holds.
    static var exchanges: Timeline {
        var timeline = Timeline()
        timeline.append(TimelineEvent(at: start, .user, "launch", UserAction.Action.launch))
        timeline.append(TimelineEvent(at: start, .client, "S1", FlowStep.checkToken))
        let request = PassRequest(.checkAuthentication, [.init("requestor", "KITETV"), .init("deviceId", "/api/v1\n")])
        timeline.append(event(100, .client, "v1.checkauthn", request, EventLink(call: 1)))
        let response = PassResponse(status: 403, .error(PassError(status: 403, message: "Forbidden")))
        let recorded = EventLink(
            call: 1,
            exchange: 3,
            startedAt: start + .milliseconds(40),
            endedAt: start + .microseconds(85_600)
        )
        timeline.append(event(145, .service, "v1.checkauthn", response, recorded))
        timeline.append(event(145, .client, "S2", FlowStep.checkPlatform))
        let asked = EventLink(
            call: 1,
            vsaCall: 1,
            startedAt: start + .milliseconds(86),
            endedAt: start + .milliseconds(86)
        )
        timeline.append(event(145, .client, "checkAccessStatus", VSARequest.checkAccessStatus(prompt: true), asked))
        let granted = VSAResult.accessStatus(.granted, nil)
        timeline.append(event(145, .vsa, "checkAccessStatus", granted, EventLink(call: 1)))
        let again = EventLink(call: 2, isSubstitute: true)
        timeline.append(event(145, .client, "checkAccessStatus", VSARequest.checkAccessStatus(prompt: false), again))
        timeline.append(event(145, .vsa, "checkAccessStatus", granted, EventLink(call: 2)))
        return timeline
    }

    private static func event(
        _ milliseconds: Int,
        _ actor: TimelineEvent.Actor,
        _ kind: String,
        _ content: any Hashable & Sendable,
        _ link: EventLink? = nil
    ) -> TimelineEvent {
        var event = TimelineEvent(at: start + .milliseconds(milliseconds), actor, kind, content)
        event.link = link
        return event
    }

    @Test("An exchange is one line with the recording's ordinal and times, a step a heading with its answer")
    func lines() {
        #expect(
            TimelineText().text(of: Self.exchanges, head: "x.kinescope") == """
                x.kinescope
                starts 2027-01-15 08:00:00.000 UTC

                   time     #  who → whom      what
                  0.000        user → client   launch
                S1 valid AuthN token? no
                  0.040     3  client → Adobe  v1.checkauthn     403  45.6 ms  Forbidden
                S2 signed in at the TV provider?
                  0.086  vsa1  client → VSA    checkAccessStatus granted
                  0.086     -  client → VSA    checkAccessStatus granted (reused)

                """
        )
    }

    @Test("Details follow their line, safe for a terminal")
    func details() {
        let text = TimelineText(showsDetails: true).text(of: Self.exchanges)
        #expect(text.contains("\n               requestor: KITETV\n               deviceId: /api/v1\\u{a}\n"))
        #expect(text.contains("\n               prompt: true\n"))
    }

    /// What replay does when it can, and an exchange that the recording began before it.
    private static var overtaken: Timeline {
        var timeline = Timeline()
        timeline.append(TimelineEvent(at: start, .user, "launch", UserAction.Action.launch))
        timeline.append(event(0, .client, "S10", FlowStep.regularLogin))
        for (number, times) in [(1, (0, 105)), (2, (91, 135))] {
            let operation: PassAPI.Operation = number == 1 ? .createRegistrationCode : .readAuthenticationByCode
            let kind = operation.rawValue
            timeline.append(event(times.1 - 1, .client, kind, PassRequest(operation, []), EventLink(call: number)))
            let recorded = EventLink(
                call: number,
                exchange: number,
                startedAt: start + .milliseconds(times.0),
                endedAt: start + .milliseconds(times.1)
            )
            let response = PassResponse(status: 200, .empty)
            timeline.append(event(times.1, .service, kind, response, recorded))
            if number == 1 {
                timeline.append(event(105, .user, "closeWebView", UserAction.Action.closeWebView))
                timeline.append(event(105, .user, "play", UserAction.Action.play(resource: "KITE1")))
            }
        }
        return timeline
    }

    @Test("Lines stand in the order of their times, those of one time as they came, and a mark stays with its line")
    func order() {
        var timeline = Self.overtaken
        let content = ReplayWarning.Content.callNotNeeded(.readAuthenticationByCode)
        timeline.append(Self.event(135, .replay, "deviation", ReplayWarning(content, at: Self.start, exchanges: [2])))
        let lines = TimelineText().text(of: timeline).split(separator: "\n").map(String.init)
        let times = lines.filter { $0.contains("→ ") && !$0.contains("time") }.map { $0.prefix(7).drop { $0 == " " } }
        #expect(times == ["0.000", "0.000", "0.091", "0.105", "0.105"])
        let marked = lines.filter { $0.hasSuffix("[1]") }
        #expect(marked.count == 1 && marked[0].contains("0.091") && marked[0].contains("v1.authenticate.code"))
    }

    @Test("The status is in the window together with the marks", arguments: [60, 80, 100, 200])
    func status(columns: Int) {
        var timeline = Self.overtaken
        for code in [PassAPI.Operation.readAuthenticationByCode, .readRegistrationRecord, .logout] {
            let content = ReplayWarning.Content.callNotNeeded(code)
            let warning = ReplayWarning(content, at: Self.start, exchanges: [2])
            timeline.append(Self.event(135, .replay, "deviation", warning))
        }
        let text = TimelineText(TextStyle(width: TextWidth(columns))).text(of: timeline)
        let lines = text.split(separator: "\n").filter { $0.contains("client → Adobe") }
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains(" 200") && $0.count <= columns }, "\(lines)")
        #expect(lines.count { $0.hasSuffix("[1,2,3]") } == 1)
    }

    @Test("Time begins again at 0 after a jump, in which things may happen")
    func advance() {
        var timeline = Timeline()
        timeline.append(TimelineEvent(at: Self.start, .user, "launch", UserAction.Action.launch))
        let end = Self.start + .seconds(31 * 86_400)
        timeline.append(
            TimelineEvent(at: Self.start + .seconds(1), .replay, "advance", values: [.instant("to", end + .seconds(1))])
        )
        timeline.append(TimelineEvent(at: Self.start + .seconds(60), .user, "background", UserAction.Action.background))
        timeline.append(TimelineEvent(at: end + .seconds(3), .user, "play", UserAction.Action.play(resource: "KITE1")))
        #expect(
            TimelineText().text(of: timeline) == """
                starts 2027-01-15 08:00:00.000 UTC

                    time  who → whom     what
                   0.000  user → client  launch
                1:00.000  user → client  background
                ── 31 d later: 2027-02-15 08:00:01.000 UTC ──
                   2.000  user → client  play KITE1

                """
        )
    }

    @Test("What was found is marked at the right edge and listed once, the worst first, equal kinds in one")
    func findings() throws {
        var timeline = Self.exchanges
        for step in [FlowStep.startPlatformLogin, .forwardToPlatform] {
            let content = ReplayWarning.Content.permissionNotAsked(step, isAssumed: false)
            timeline.append(Self.event(150, .replay, "deviation", ReplayWarning(content, at: Self.start)))
        }
        let copy = Divergence(.outOfOrder, at: Self.start, exchange: 3, .copy(of: 2))
        timeline.append(Self.event(150, .replay, "divergence", copy))
        let text = TimelineText(TextStyle(width: TextWidth(80))).text(of: timeline)
        let marked = text.split(separator: "\n").filter { $0.hasSuffix("]") && $0.contains("→") }
        try #require(marked.map(\.count) == [80, 80])
        #expect(marked[0].contains("Forbidden  ") && marked[0].hasSuffix("  [1]"))
        #expect(marked[1].contains("granted (reused)  ") && marked[1].hasSuffix("  [2]"))
        #expect(
            text.hasSuffix(
                """
                Findings
                  [1] error    exchange 3  This is a copy of exchange 2: same start, same
                                           content.
                  [2] warning  S4, S7      The app did not call checkAccessStatus before
                                           enqueue; the cookbook requires it (rule VSA-002).
                                           Replay reused the earlier result.

                """
            )
        )
    }

    @Test("No line is wider than it may be, and only the last field is cut", arguments: [60, 80, 100, 200])
    func width(columns: Int) {
        let text = TimelineText(TextStyle(width: TextWidth(columns)), showsDetails: true).text(of: Self.exchanges)
        #expect(text.split(separator: "\n").allSatisfy { TextWidth.columns(of: String($0)) <= columns })
        #expect(text.contains("v1.checkauthn     403"))
        // In a narrow window the fact takes the place of the duration.
        #expect(text.contains("45.6 ms") == (columns > 60))
        #expect(text.contains(columns > 60 ? "Forbidden" : "  Forb"))
    }

    @Test("Several apps have their lines below their names")
    func places() {
        var timeline = Timeline()
        for place in ["phone/com.kite.tv", "phone/com.harbor.tv"] {
            var event = TimelineEvent(at: Self.start, .user, "launch", UserAction.Action.launch)
            event.place = place
            timeline.append(event)
        }
        let lines = TimelineText().text(of: timeline).split(separator: "\n")
        #expect(
            lines.suffix(4).map { $0.trimmingPrefix { $0 == " " } } == [
                "on phone/com.kite.tv", "0.000  user → client  launch", "on phone/com.harbor.tv",
                "0.000  user → client  launch",
            ]
        )
    }

    @Test("Color is there only when asked for, and changes nothing else")
    func color() {
        let plain = TimelineText().text(of: Self.exchanges)
        let colored = TimelineText(TextStyle(showsColor: true)).text(of: Self.exchanges)
        #expect(!plain.contains("\u{1B}"))
        #expect(colored.contains("\u{1B}[33m"))
        #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    }

    @Test("What no sentence is known of is told by its values")
    func values() {
        let event = TimelineEvent(at: Self.start, .replay, "new", values: [.number("a", 1), .text("b", "c")], 5)
        #expect(event.summary == "a=1 b=c")
    }

    @Test("An empty timeline says so")
    func empty() {
        #expect(TimelineText().text(of: Timeline()) == "nothing happened\n")
    }
}
