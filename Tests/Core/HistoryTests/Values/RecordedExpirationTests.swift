import History
import Testing
import VirtualTime

/// The expirations in the captures of other people's clients, written from the HAR files by hand: the kind, the
/// exchange whose response states it, and the instant (JSON `expires` in milliseconds, `created_at` and `expires_in`,
/// the dates of the tokens' texts, `issueTime` and `ttl`).
@Suite struct ExpirationTests {
    static let captures: [(name: String, rows: [String])] = [
        (
            "clientless-denied",
            [
                "authn-token 2 2026-12-24T06:46:00.599Z"
            ]
        ),
        (
            "clientless-sign-on",
            [
                "media-token 5 2026-11-24T06:50:57.316Z",
                "media-token 11 2026-11-24T06:50:58.343Z",
                "authz-token 3 2026-11-25T06:45:57.301Z",
                "authn-token 2 2026-12-24T06:45:57.228Z",
            ]
        ),
        (
            "eplus-espn-authz-expired-second-play",
            [
                "authz-token 4 2026-11-24T06:40:45.464Z",
                "media-token 5 2026-11-24T06:45:40.476Z",
                "registration-code 1 2026-11-24T07:10:30.416Z",
                "authn-token 3 2026-12-24T06:40:40.441Z",
            ]
        ),
        (
            "eplus-espn-sign-on",
            [
                "media-token 5 2026-11-24T06:42:59.221Z",
                "media-token 7 2026-11-24T06:43:00.244Z",
                "registration-code 1 2026-11-24T07:07:49.159Z",
                "authz-token 4 2026-11-25T06:37:59.211Z",
                "authn-token 3 2026-12-24T06:37:59.185Z",
            ]
        ),
        (
            "eplus-nesn-sign-on",
            [
                "media-token 10 2026-11-24T06:43:12Z",
                "media-token 13 2026-11-24T06:43:13Z",
                "registration-code 3 2026-11-24T07:08:02.123Z",
                "access-token 2 2026-11-24T12:38:02.111Z",
                "cookie 8 2026-11-25T06:38:12Z",
                "authz-token 8 2026-11-25T06:38:12Z",
                "authn-token 7 2026-12-24T06:38:12Z",
            ]
        ),
        (
            "kodi-espn3-authz-expired-second-play",
            [
                "authz-token 3 2026-11-24T06:40:25.364Z",
                "authz-token 5 2026-11-24T06:40:33.460Z",
                "media-token 4 2026-11-24T06:45:20.413Z",
                "media-token 6 2026-11-24T06:45:28.463Z",
                "registration-code 1 2026-11-24T07:10:20.268Z",
                "authn-token 2 2026-12-24T06:40:20.314Z",
            ]
        ),
        (
            "kodi-espn3-denied",
            [
                "registration-code 1 2026-11-24T07:13:52.278Z",
                "registration-code 7 2026-11-24T07:13:53.577Z",
            ]
        ),
        (
            "kodi-espn3-logout",
            [
                "media-token 4 2026-11-24T06:49:42.651Z",
                "registration-code 1 2026-11-24T07:14:42.506Z",
            ]
        ),
        (
            "kodi-espn3-sign-on",
            [
                "media-token 4 2026-11-24T06:44:47.972Z",
                "media-token 5 2026-11-24T06:44:49.224Z",
                "registration-code 1 2026-11-24T07:09:47.827Z",
                "authz-token 3 2026-11-25T06:39:47.924Z",
                "authn-token 2 2026-12-24T06:39:47.870Z",
            ]
        ),
        (
            "kodi-native-authn-expired-second-play",
            [
                "authz-token 5 2026-11-24T06:41:35Z",
                "authn-token 4 2026-11-24T06:41:39Z",
                "media-token 6 2026-11-24T06:46:31Z",
                "cookie 5 2026-11-25T06:41:31Z",
            ]
        ),
        (
            "kodi-native-sign-on",
            [
                "media-token 6 2026-11-24T06:50:34Z",
                "media-token 9 2026-11-24T06:50:35Z",
                "authz-token 5 2026-11-25T06:45:34Z",
                "cookie 8 2026-11-25T06:45:35Z",
                "authz-token 8 2026-11-25T06:45:35Z",
                "authn-token 4 2026-12-24T06:45:34Z",
            ]
        ),
        (
            "secondscreen-both",
            [
                "media-token 10 2026-11-24T06:50:55.603Z",
                "registration-code 1 2026-11-24T07:15:55.326Z",
                "cookie 2 2026-11-25T06:45:55Z",
                "authz-token 9 2026-11-25T06:45:55.553Z",
                "authn-token 8 2026-12-24T06:45:55.540Z",
            ]
        ),
        (
            "secondscreen-sign-on",
            ["cookie 1 2026-11-25T06:45:49Z"]
        ),
    ]

    @Test("A capture's expirations are those that its responses hold", arguments: captures)
    func expirationsOfCaptures(capture: (name: String, rows: [String])) throws {
        let history = try Captures.history("clients/" + capture.name)
        let shown = history.expirations.compactMap { expiration -> String? in
            guard case .shown(.exchange(let ordinal), _) = expiration.instant.knowledge else { return nil }
            return "\(expiration.holding.kind.rawValue) \(ordinal) \(expiration.instant.value)"
        }
        #expect(shown == capture.rows)
    }

    @Test("What only a rule says is named as the rule's")
    func assumptionsAreNamed() throws {
        // The browser half alone: the login ends with exchange 4, and no response says how long its AuthN token lasts.
        let history = try Captures.history("clients/secondscreen-sign-on")
        let expirations = history.expirations.filter { $0.holding.kind != .cookie }
        #expect(expirations.map(\.name) == ["authn-token KITETV"])
        #expect(expirations.map(\.instant.knowledge) == [.assumed(.authenticationLifetime)])
        #expect(expirations.map(\.holding.issued.knowledge) == [.implied(.exchange(4))])
        // No other capture needs a rule.
        for capture in Self.captures where capture.name != "secondscreen-sign-on" {
            let others = try Captures.history("clients/" + capture.name)
            #expect(others.expirations.allSatisfy { $0.instant.knowledge.isShown }, "\(capture.name)")
        }
    }
}
