import OrderedCollections
import PassAPI
public import VirtualTime

extension SimulatedService {
    /// Returns its knowledge, in a fixed order.
    ///
    /// Tokens' texts and secrets are omitted: no one reads them, and they would fill the screen.
    public func stateEntries(at now: Instant) -> [StateEntry] {
        let time = serverTime(at: now)
        var entries = [StateEntry(.service, .clock, [.instant("time", time)])]
        func add(_ kind: StateEntry.Kind, _ values: [EventValue?], until expires: Instant) {
            let end = EventValue.expiration(expires, isExpired: expires <= time)
            entries.append(StateEntry(.service, kind, values.compactMap(\.self) + end))
        }
        if !state.clients.isEmpty {
            entries.append(StateEntry(.service, .clients, [.number("count", state.clients.count)]))
        }
        for grant in state.accessTokens.entries.values {
            add(.token, [.code("kind", "access"), .identity("client", grant.clientID)], until: grant.expires)
        }
        for code in state.codes.entries.values {
            let values: [EventValue?] = [
                .identity("code", code.code), .text("requestor", code.requestor), .identity("deviceID", code.device),
                code.login.map { .text("mvpd", $0.mvpd) }, code.login.map { .text("user", $0.user) },
            ]
            add(.registrationCode, values, until: code.expires)
        }
        for (key, device) in state.devices {
            func addHere(_ kind: String, _ values: [EventValue?], until expires: Instant) {
                let head: [EventValue?] = [
                    .code("kind", kind), .code("api", "rest"), .text("requestor", key.requestor),
                    .identity("deviceID", key.device),
                ]
                add(.token, head + values, until: expires)
            }
            for signOn in device.signOns.values {
                guard let record = signOn.authentication else { continue }
                let source = record.tokenSource.map { EventValue.text("tokenSource", $0) }
                let values: [EventValue?] = [.text("mvpd", record.mvpd), .text("user", record.user), source]
                addHere("authn", values, until: record.expires)
            }
            for record in device.signOns.values.flatMap(\.authorizations.values) {
                let values: [EventValue?] = [
                    .text("resource", MRSSResource(record.resource).name), .text("mvpd", record.mvpd),
                    .text("user", record.user),
                ]
                addHere("authz", values, until: record.expires)
            }
        }
        for record in state.authenticationSessions.all {
            let values: [EventValue?] = [
                .text("requestor", record.place.requestor), record.mvpd.map { .text("mvpd", $0) },
                record.login.map { .text("user", $0.user) }, .identity("code", record.code),
                .identity("deviceID", record.place.device),
            ]
            add(.code, values, until: record.expires)
        }
        for (key, device) in state.profiles {
            for signOn in device.signOns.values {
                if let record = signOn.authentication {
                    let values: [EventValue?] = [
                        .text("requestor", key.requestor), .text("mvpd", record.mvpd), .text("user", record.user),
                        .identity("client", key.client), .text("tokenSource", record.profileKind.rawValue),
                        .identity("deviceID", key.device),
                    ]
                    add(.profile, values, until: record.expires)
                }
                for record in signOn.authorizations.values {
                    let values: [EventValue?] = [
                        .text("requestor", key.requestor), .text("resource", MRSSResource(record.resource).name),
                        .text("mvpd", record.mvpd), .identity("deviceID", key.device),
                    ]
                    add(.decision, values, until: record.expires)
                }
            }
        }
        for (key, record) in state.sessions {
            let values: [EventValue?] = [
                .text("requestor", key.requestor), .identity("cookies", key.cookies), .text("mvpd", record.mvpd),
                .text("user", record.user),
            ]
            add(.session, values, until: record.expires)
        }
        for record in state.authenticationTokens.entries.values {
            let values: [EventValue?] = [
                .code("kind", "authn"), .code("api", "sdk"), .text("requestor", record.requestor),
                record.device.map { .identity("deviceID", $0) }, .text("mvpd", record.mvpd),
                .text("user", record.user), .identity("guid", record.guid),
            ]
            add(.token, values, until: record.expires)
        }
        for record in state.authorizationTokens.entries.values {
            let values: [EventValue?] = [
                .code("kind", "authz"), .code("api", "sdk"), .text("requestor", record.requestor),
                .identity("deviceID", record.device), .text("resource", MRSSResource(record.resource).name),
                .text("mvpd", record.mvpd), .text("user", record.user),
            ]
            add(.token, values, until: record.expires)
        }
        for record in state.mediaTokens.entries.values {
            let values: [EventValue?] = [
                .code("kind", "media"), .text("requestor", record.requestor),
                .text("resource", MRSSResource(record.resource).name), .text("mvpd", record.mvpd),
            ]
            add(.token, values, until: record.expires)
        }
        for record in state.profileRequests.entries.values {
            let values: [EventValue?] = [
                .text("requestor", record.requestor), .text("mvpd", record.mvpd), .truth("isUsed", record.isUsed),
            ]
            add(.profileRequest, values, until: record.expires)
        }
        for (key, record) in state.browserSessions {
            let values: [EventValue?] = [
                .text("mvpd", key.mvpd), .identity("cookies", key.cookies), .text("user", record.user),
            ]
            add(.browserSession, values, until: record.expires)
        }
        return entries + providerStateEntries(at: time)
    }
}
