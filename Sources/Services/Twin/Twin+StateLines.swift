import OrderedCollections
import PassAPI
public import VirtualTime

extension Twin {
    /// What it knows, for people, in a fixed order.
    ///
    /// Tokens' texts and secrets are left out: nobody reads them, and they would fill the screen.
    public func stateLines(at now: Instant) -> [StateLine] {
        let time = serverTime(at: now)
        var lines = [StateLine("twin", "clock", time.description)]
        func add(_ name: String, _ value: String, until expires: Instant) {
            lines.append(StateLine("twin", name, "\(value) \(time < expires ? "until" : "expired") \(expires)"))
        }
        if !state.clients.isEmpty { lines.append(StateLine("twin", "clients", String(state.clients.count))) }
        for grant in state.accessTokens.entries.values {
            add("access-token", "client \(grant.clientID)", until: grant.expires)
        }
        for code in state.codes.entries.values {
            let login = code.login.map { "\($0.mvpd) \($0.user)" } ?? "nobody has logged in"
            add("code \(code.code) \(code.requestor) \(code.device)", login, until: code.expires)
        }
        for (key, device) in state.devices {
            if let record = device.authentication {
                let source = record.tokenSource.map { " tokenSource \($0)" } ?? ""
                add(
                    "authn \(key.requestor) \(record.mvpd) \(key.device)",
                    "user \(record.user)\(source)",
                    until: record.expires
                )
            }
            for record in device.authorizations.values {
                add(
                    "authz \(key.requestor) \(MRSSResource(record.resource).name) \(key.device)",
                    "\(record.mvpd) \(record.user)",
                    until: record.expires
                )
            }
        }
        for (key, record) in state.sessions {
            add("session \(key.requestor) \(key.cookies)", "\(record.mvpd) \(record.user)", until: record.expires)
        }
        for record in state.authenticationTokens.entries.values {
            add(
                "authn-token \(record.requestor) \(record.mvpd) \(record.device ?? "")",
                "user \(record.user) guid \(record.guid)",
                until: record.expires
            )
        }
        for record in state.authorizationTokens.entries.values {
            add(
                "authz-token \(record.requestor) \(MRSSResource(record.resource).name) \(record.device)",
                "\(record.mvpd) \(record.user)",
                until: record.expires
            )
        }
        for record in state.mediaTokens.entries.values {
            add(
                "media-token \(record.requestor) \(MRSSResource(record.resource).name)",
                record.mvpd,
                until: record.expires
            )
        }
        for record in state.profileRequests.entries.values {
            add(
                "profile-request \(record.requestor) \(record.mvpd)",
                record.isUsed ? "answered" : "open",
                until: record.expires
            )
        }
        for (key, record) in state.browserSessions {
            add("browser-session \(key.mvpd) \(key.cookies)", record.user, until: record.expires)
        }
        return lines + providerStateLines(at: now)
    }
}
