import Report
import Testing
import VirtualTime

/// The text that a person reads for each kind of state.
@Suite struct StateWordsTests {
    private static let end = EventValue.instant("expiresAt", Instant(secondsSince1970: 1_767_225_600))
    private static let store: [EventValue] = [
        .code("store", "pasteboard"), .text("name", "com.adobe.pass"), .text("team", "KITE"),
    ]

    /// Each with the heading, the name and the value that it is shown under.
    static let rows: [(entry: StateEntry, heading: String, name: String, value: String)] = [
        (
            StateEntry(.service, .clock, [.instant("time", Instant(secondsSince1970: 0))]), "service", "clock",
            "1970-01-01T00:00:00Z"
        ),
        (
            StateEntry(.device("tv"), .monotonicClock, [.duration("time", .seconds(5)), .truth("isAsleep", true)]),
            "device tv", "monotonic clock", "5s, asleep"
        ),
        (
            StateEntry(
                .device("tv"),
                .installedApp,
                [.text("app", "com.kite.tv"), .text("team", "KITE"), .text("sdkVersion", "1.7.5")]
            ),
            "device tv", "app com.kite.tv", "team KITE, AccessEnabler 1.7.5"
        ),
        (StateEntry(.device("tv"), .advertisingIdentifier, []), "device tv", "advertising identifier", "none"),
        (
            StateEntry(.device("tv"), .vendorIdentifier, [.text("app", "a.b"), .identity("identifier", "ID")]),
            "device tv", "identifier for vendor a.b", "ID"
        ),
        (
            StateEntry(
                .device("tv"),
                .stored,
                store + [
                    .list("path", ["tokens", "KITETV"]), .text("beginning", "zip"), .number("characterCount", 25),
                ]
            ),
            "device tv, pasteboard \"com.adobe.pass\" of team KITE", "tokens KITETV", "zip… (25 characters)"
        ),
        (
            StateEntry(
                .device("tv"),
                .stored,
                [
                    .code("store", "file"), .text("name", "token"), .text("app", "a.b"), .list("path", ["authn"]),
                    .text("beginning", "zip"), .number("characterCount", 3),
                ]
            ),
            "device tv, file \"token\" of a.b", "authn", "zip"
        ),
        (
            StateEntry(
                .device("tv"),
                .account,
                [
                    .truth("isSignedIn", true), .text("provider", "lark"), .text("user", "ada"), end,
                    .truth("isExpired", true),
                ]
            ),
            "device tv", "TV provider", "lark, user ada, expired 2026-01-01T00:00:00Z"
        ),
        (StateEntry(.device("tv"), .account, [.truth("isSignedIn", false)]), "device tv", "TV provider", "signed out"),
        (
            StateEntry(.device("tv"), .permission, [.text("app", "a.b"), .code("status", "granted")]),
            "device tv", "permission a.b", "granted"
        ),
        (
            StateEntry(.app("a.b"), .client, [.code("api", "restV1"), .text("requestor", "KITETV")]),
            "app a.b", "dialect", "REST API V1, requestor KITETV"
        ),
        (
            StateEntry(
                .app("a.b"),
                .client,
                [
                    .code("api", "accessEnabler"), .truth("isRunning", true), .text("sdkVersion", "3.1"),
                    .text("system", "iOS 9"),
                ]
            ),
            "app a.b", "AccessEnabler", "3.1 on iOS 9"
        ),
        (
            StateEntry(
                .app("a.b"),
                .requestor,
                [.code("progress", "known"), .text("requestor", "KITETV"), .number("mvpdCount", 1)]
            ),
            "app a.b", "requestor", "KITETV, 1 MVPD"
        ),
        (
            StateEntry(.app("a.b"), .signIn, [.truth("isSignedIn", true), .text("mvpd", "Lark")]), "app a.b",
            "signed in", "with Lark"
        ),
        (StateEntry(.app("a.b"), .signIn, [.truth("isSignedIn", false)]), "app a.b", "signed in", "no"),
        (StateEntry(.app("a.b"), .step, []), "app a.b", "step", "none"),
        (
            StateEntry(
                .app("a.b"),
                .waiting,
                [.code("for", "response"), .number("number", 2), .code("operation", "v1.config")]
            ),
            "app a.b", "waits for", "the response to request 2 (v1.config)"
        ),
        (
            StateEntry(
                .app("a.b"),
                .waiting,
                [
                    .code("for", "timer"), .number("number", 2), .code("purpose", "repeatThrottled"),
                    .code("operation", "v1.config"),
                ]
            ),
            "app a.b", "waits for", "timer 2 to repeat v1.config after 429"
        ),
        (
            StateEntry(.app("a.b"), .waiting, [.code("for", "user"), .code("task", "pickProvider")]),
            "app a.b", "waits for", "the user to pick a provider"
        ),
        (
            StateEntry(
                .device("tv"),
                .provider,
                store + [.text("requestor", "KITETV"), .text("mvpd", "Lark"), .truth("canAuthenticate", false)]
            ),
            "device tv, tokens in pasteboard \"com.adobe.pass\" of team KITE", "provider KITETV",
            "Lark, last login failed"
        ),
        (
            StateEntry(
                .service,
                .token,
                [
                    .code("kind", "authz"), .code("api", "rest"), .text("requestor", "KITETV"),
                    .identity("deviceID", "box"), .text("resource", "KITE1"), .text("mvpd", "Lark"),
                    .text("user", "wren"), end, .truth("isExpired", false),
                ]
            ),
            "service", "authz KITETV KITE1 box", "mvpd Lark, user wren, expires 2026-01-01T00:00:00Z"
        ),
        (
            StateEntry(.app("a.b"), .token, [.code("kind", "access")]), "app a.b", "access-token", "does not expire"
        ),
        (
            StateEntry(
                .service,
                .registrationCode,
                [
                    .identity("code", "ABC"), .text("requestor", "KITETV"), .identity("deviceID", "box"), end,
                    .truth("isExpired", true),
                ]
            ),
            "service", "code ABC KITETV box", "no user has logged in, expired 2026-01-01T00:00:00Z"
        ),
        (StateEntry(.mvpd("Lark"), .reachability, [.truth("isReachable", false)]), "MVPD Lark", "reachable", "no"),
        (StateEntry(.service, .throttling, [.truth("isOn", true)]), "service", "throttling", "on"),
        (StateEntry(.service, .demandedLogout, []), "service", "logout demanded", "any device"),
        (StateEntry(.device("tv"), .system, [.text("system", "tvOS 15.1")]), "device tv", "system", "tvOS 15.1"),
        (StateEntry(.device("tv"), .wallClock, [.text("time", "now")]), "device tv", "wall clock", "now"),
        (StateEntry(.device("tv"), .localTime, [.text("time", "now")]), "device tv", "local time", "now"),
        (
            StateEntry(.device("tv"), .wifiAddress, [.identity("identifier", "02:00")]), "device tv", "Wi-Fi address",
            "02:00"
        ),
        (
            StateEntry(.app("a.b"), .queue, [.list("calls", ["getSelectedProvider", "logout"])]), "app a.b", "queued",
            "getSelectedProvider, logout"
        ),
        (StateEntry(.service, .clients, [.number("count", 2)]), "service", "clients", "2"),
        (
            StateEntry(
                .service,
                .session,
                [
                    .text("requestor", "KITETV"), .identity("cookies", "jar"), .text("mvpd", "Lark"),
                    .text("user", "wren"), end, .truth("isExpired", false),
                ]
            ), "service", "session KITETV jar", "Lark wren, expires 2026-01-01T00:00:00Z"
        ),
        (
            StateEntry(
                .service,
                .profileRequest,
                [
                    .text("requestor", "KITETV"), .text("mvpd", "Lark"), .truth("isUsed", true), end,
                    .truth("isExpired", false),
                ]
            ), "service", "profile-request KITETV Lark", "used, expires 2026-01-01T00:00:00Z"
        ),
        (
            StateEntry(
                .service,
                .browserSession,
                [
                    .text("mvpd", "Lark"), .identity("cookies", "jar"), .text("user", "wren"), end,
                    .truth("isExpired", true),
                ]
            ), "service", "browser-session Lark jar", "wren, expired 2026-01-01T00:00:00Z"
        ),
        (
            StateEntry(
                .service,
                .degradation,
                [.text("requestor", "KITETV"), .text("mvpd", "Lark"), .code("degradation", "authz-none")]
            ), "service", "degraded KITETV Lark", "authz-none"
        ),
        (StateEntry(.mvpd("Lark"), .revocation, [.text("user", "wren")]), "MVPD Lark", "revoked", "wren"),
        (StateEntry(.mvpd("Lark"), .decisions, [.number("count", 3)]), "MVPD Lark", "decisions", "3"),
        (
            StateEntry(
                .service,
                .tempPass,
                [
                    .text("requestor", "KITETV"), .text("mvpd", "TempPass"), .text("key", "mail"), end,
                    .truth("isExpired", false),
                ]
            ), "service", "temp pass KITETV TempPass mail", "expires 2026-01-01T00:00:00Z"
        ),
        (
            StateEntry(.service, .code, [.text("requestor", "KITETV"), .identity("code", "K7TQ2MX"), end]), "service",
            "code KITETV K7TQ2MX", "expires 2026-01-01T00:00:00Z"
        ),
        (
            StateEntry(.service, .profile, [.text("requestor", "KITETV"), .text("mvpd", "Lark"), end]), "service",
            "profile KITETV Lark", "expires 2026-01-01T00:00:00Z"
        ),
        (
            StateEntry(
                .service,
                .decision,
                [.text("requestor", "KITETV"), .text("resource", "KITE1"), .text("mvpd", "Lark"), end]
            ), "service", "decision KITETV KITE1 Lark", "expires 2026-01-01T00:00:00Z"
        ),
        (StateEntry(.service, .enhancedErrors, [.truth("isOn", false)]), "service", "enhanced errors", "off"),
    ]

    @Test("Each is under its heading, with its name and its value", arguments: rows.indices)
    func words(index: Int) {
        let (entry, heading, name, value) = Self.rows[index]
        let text = StateText().text(of: StateReport(of: [entry], expirations: [], at: Instant(secondsSince1970: 0)))
        #expect(text == "state at 1970-01-01T00:00:00Z\n\n\(heading)\n  \(name)  \(value)\n")
    }

    @Test("Each kind has a row here")
    func complete() {
        #expect(Set(Self.rows.map(\.entry.kind)) == Set(StateEntry.Kind.ofWorlds))
    }
}
