import Device
import Documents
import VirtualTime

/// The words that people read of state: the heading, the name and the value.
struct StateWords {
    /// The heading: `device tv`, `app com.kite.tv`, `service`.
    let heading: String
    /// The name: `authn KITETV Meadowlark`.
    let name: String
    let value: String

    /// The words for an entry.
    init(_ entry: StateEntry) {
        if let evidence = entry.evidence {
            heading = evidence.isValid ? Self.place(of: entry.source) : "no longer valid"
            (name, value) = (evidence.name, EvidenceText.value(of: entry, evidence))
        } else {
            heading = Self.heading(entry)
            (name, value) = Self.words(entry)
        }
    }
}

extension StateWords {
    /// Where something is that a recording shows: its app is that of the device that is named above.
    private static func place(of source: StateEntry.Source) -> String {
        if case .app = source { "app" } else { "service" }
    }

    private static func heading(_ entry: StateEntry) -> String {
        let source =
            switch entry.source {
            case .service: "service"
            case .mvpd(let id): "MVPD \(id)"
            case .device(let name): "device \(name)"
            case .app(let id): "app \(id)"
            }
        guard let store = StoreName(entry.values)?.title else { return source }
        return entry.kind == .stored ? "\(source), \(store)" : "\(source), tokens in \(store)"
    }

    private static func words(_ entry: StateEntry) -> (name: String, value: String) {
        switch entry.kind {
        case .system, .wallClock, .localTime, .monotonicClock, .installedApp, .wifiAddress, .advertisingIdentifier,
            .vendorIdentifier, .stored, .account, .permission:
            device(entry)
        case .client, .requestor, .signIn, .step, .waiting, .queue, .provider: client(entry)
        case .token: token(entry)
        // Only recordings have these, with their evidence.
        case .code: (named("code", entry, "requestor", "code"), end(entry))
        case .profile: (named("profile", entry, "requestor", "mvpd"), end(entry))
        case .decision: (named("decision", entry, "requestor", "resource", "mvpd"), end(entry))
        case .samlAssertion, .partnerFrameworkStatus, .serviceToken, .cookie:
            (entry.kind.rawValue, end(entry))
        case .clock, .clients, .registrationCode, .session, .profileRequest, .browserSession, .degradation,
            .reachability, .revocation, .decisions, .tempPass, .throttling, .enhancedErrors, .demandedLogout:
            service(entry)
        }
    }

    private static func device(_ entry: StateEntry) -> (name: String, value: String) {
        let time = entry.text("time") ?? ""
        return switch entry.kind {
        case .wallClock: ("wall clock", time)
        case .localTime: ("local time", time)
        case .monotonicClock: ("monotonic clock", time + (entry.isTrue("isAsleep") ? ", asleep" : ""))
        case .installedApp:
            (
                entry.words("app", "app"),
                entry.words("team", "team") + (entry.text("sdkVersion").map { ", AccessEnabler \($0)" } ?? "")
            )
        case .wifiAddress: ("Wi-Fi address", entry.text("identifier") ?? "none")
        case .advertisingIdentifier: ("advertising identifier", entry.text("identifier") ?? "none")
        case .vendorIdentifier:
            (entry.words("identifier for vendor", "app"), entry.text("identifier") ?? "none")
        case .stored: (entry.names("path").joined(separator: " "), stored(entry))
        case .account: ("TV provider", account(entry))
        case .permission: (entry.words("permission", "app"), entry.text("status") ?? "")
        default: (entry.kind.rawValue, entry.text("system") ?? "")
        }
    }

    private static func stored(_ entry: StateEntry) -> String {
        let beginning = entry.text("beginning") ?? ""
        let count = entry.number("characterCount")
        return count > beginning.count ? "\(beginning)… (\(CountedNoun.text(count, "character")))" : beginning
    }

    private static func account(_ entry: StateEntry) -> String {
        guard let provider = entry.text("provider") else { return "signed out" }
        let end = entry.text("expiresAt").map { entry.isTrue("isExpired") ? ", expired \($0)" : ", expires \($0)" }
        return "\(provider), \(entry.words("user", "user"))" + (end ?? "")
    }

    private static func client(_ entry: StateEntry) -> (name: String, value: String) {
        switch entry.kind {
        case .client: api(entry)
        case .requestor: ("requestor", requestor(entry))
        case .signIn:
            if let mvpd = entry.text("mvpd") {
                ("signed in", "with \(mvpd)")
            } else {
                ("signed in", entry.isTrue("isSignedIn") ? "yes" : "no")
            }
        case .step: ("step", entry.text("step") ?? "none")
        case .waiting: ("waits for", waiting(entry))
        case .queue: ("queued", entry.names("calls").joined(separator: ", "))
        default:
            (
                entry.words("provider", "requestor"),
                (entry.text("mvpd") ?? "none named")
                    + (entry["canAuthenticate"] == .truth(false) ? ", last login failed" : "")
            )
        }
    }

    private static func api(_ entry: StateEntry) -> (name: String, value: String) {
        let requestor = entry.words("requestor", "requestor")
        return switch entry.text("api") {
        case "accessEnabler" where entry.isTrue("isRunning"):
            ("AccessEnabler", "\(entry.text("sdkVersion") ?? "") on \(entry.text("system") ?? "")")
        case "accessEnabler": ("AccessEnabler", "not launched")
        case "browser": ("dialect", "browser, \(requestor)")
        case "recorded", "recordedNative": ("dialect", "the app's own calls, \(requestor)")
        case "restV2": ("dialect", "REST API V2, \(requestor)")
        default: ("dialect", "REST API V1, \(requestor)")
        }
    }

    private static func requestor(_ entry: StateEntry) -> String {
        let name = entry.text("requestor") ?? ""
        return switch entry.text("progress") {
        case "configuring": name + ", being set"
        case "known": "\(name), " + CountedNoun.text(entry.number("mvpdCount"), "MVPD")
        case "failed": "failed"
        default: "not set"
        }
    }

    private static func waiting(_ entry: StateEntry) -> String {
        let number = entry.text("number") ?? ""
        let operation = entry.text("operation") ?? ""
        return switch entry.text("for") {
        case "vsaResult": "the result of VSA call \(number)"
        case "response": "the response to request \(number) (\(operation))"
        case "timer":
            switch entry.text("purpose") {
            case "nextPoll": "timer \(number) for the next poll"
            case "repetition": "timer \(number) for a repetition"
            case "repeatThrottled": "timer \(number) to repeat \(operation) after 429"
            default: "timer \(number) for the next call"
            }
        default:
            switch entry.text("task") {
            case "pickProvider": "the user to pick a provider"
            case "closeWebView": "the user to close the web view"
            case "finishLoginPage": "the end of the login page"
            case "finishLogoutPage": "the end of the logout page"
            default: "the user to log in"
            }
        }
    }

    private static func token(_ entry: StateEntry) -> (name: String, value: String) {
        let kind = entry.text("kind") ?? ""
        // The service's own record of a device, as REST clients have it, is no token that anybody was given.
        let title = entry.text("api") == "rest" || entry.text("store") != nil ? kind : kind + "-token"
        let name = [title] + ["requestor", "resource", "deviceID"].compactMap { entry.text($0) }
        let of = ["mvpd", "user"].compactMap { key in entry.text(key).map { "\(key) \($0)" } }
        let more = ["client", "tokenSource", "guid"].compactMap { key in entry.text(key).map { "\(key) \($0)" } }
        let owner = entry["isOfThisDevice"] == .truth(false) ? ["of another device id"] : []
        return (name.joined(separator: " "), (of + more + [end(entry)] + owner).joined(separator: ", "))
    }

    private static func service(_ entry: StateEntry) -> (name: String, value: String) {
        let login = ["mvpd", "user"].compactMap { entry.text($0) }.joined(separator: " ")
        return switch entry.kind {
        case .clients: ("clients", entry.text("count") ?? "0")
        case .registrationCode:
            (
                named("code", entry, "code", "requestor", "deviceID"),
                (login.isEmpty ? "no user has logged in" : login) + ", " + end(entry)
            )
        case .session: (named("session", entry, "requestor", "cookies"), login + ", " + end(entry))
        case .profileRequest:
            (
                named("profile-request", entry, "requestor", "mvpd"),
                (entry.isTrue("isUsed") ? "used" : "open") + ", " + end(entry)
            )
        case .browserSession:
            (named("browser-session", entry, "mvpd", "cookies"), (entry.text("user") ?? "") + ", " + end(entry))
        case .degradation: (named("degraded", entry, "requestor", "mvpd"), entry.text("degradation") ?? "")
        case .reachability: ("reachable", entry.isTrue("isReachable") ? "yes" : "no")
        case .revocation: ("revoked", entry.text("user") ?? "")
        case .decisions: ("decisions", entry.text("count") ?? "0")
        case .tempPass: (named("temp pass", entry, "requestor", "mvpd", "key", "deviceID"), end(entry))
        case .throttling: ("throttling", entry.isTrue("isOn") ? "on" : "off")
        case .enhancedErrors: ("enhanced errors", entry.isTrue("isOn") ? "on" : "off")
        case .demandedLogout: ("logout demanded", entry.text("deviceID") ?? "any device")
        default: ("clock", entry.text("time") ?? "")
        }
    }

    private static func named(_ title: String, _ entry: StateEntry, _ keys: String...) -> String {
        ([title] + keys.compactMap { entry.text($0) }).joined(separator: " ")
    }

    private static func end(_ entry: StateEntry) -> String {
        guard let expires = entry.text("expiresAt") else { return "does not expire" }
        return (entry.isTrue("isExpired") ? "expired " : "expires ") + expires
    }
}

extension StateEntry {
    /// The text of a fact; nil if there is none under the key.
    func text(_ key: String) -> String? { self[key].map { "\($0)" } }

    /// The number that a fact is; 0 if there is none under the key.
    fileprivate func number(_ key: String) -> Int {
        if case .number(let number)? = self[key] { Int(clamping: number) } else { 0 }
    }

    /// Whether a fact is true.
    fileprivate func isTrue(_ key: String) -> Bool { self[key] == .truth(true) }

    /// The names that a fact lists.
    fileprivate func names(_ key: String) -> [String] { if case .list(let names)? = self[key] { names } else { [] } }

    /// A word and a fact: `team KITE`; the word alone if there is no such fact.
    fileprivate func words(_ word: String, _ key: String) -> String { text(key).map { "\(word) \($0)" } ?? word }
}
