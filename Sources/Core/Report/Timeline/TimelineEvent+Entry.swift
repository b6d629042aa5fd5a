import ClientStack
import Device
import Documents
import Exchanges
import PassAPI
import Services
import Simulation
import VirtualTime

extension TimelineEvent {
    /// The line of an event that is neither a request nor a result: who, to whom, what, and one fact; `service` responds to
    /// requests.
    func entry(_ service: String) -> TimelineRow.Entry {
        var (from, to, what, fact) = parts(service)
        if what.isEmpty { what = kind }
        if fact == what { fact = "" }
        if to == from { to = "" }
        var entry = TimelineRow.Entry(from: from, to: to, what: what, fact: fact)
        switch content?.value {
        case let response as PassResponse:
            entry.status = "\(response.status)"
            entry.fact = response.fact(at: instant) ?? ""
        case is StorageChange: entry.tone = .faint
        case is ExpectationFailure: entry.tone = .bad
        default: break
        }
        return entry
    }

    private func parts(_ service: String) -> (from: String, to: String, what: String, fact: String) {
        switch content?.value {
        case let action as UserAction.Action: ("user", "client", action.name, action.fact)
        case let call as AccessEnablerCall: ("app", "client", call.name, call.fact)
        case let callback as AccessEnablerCallback: ("client", "app", callback.name, callback.summary)
        case let presentation as Presentation: ("client", "user", presentation.noun, presentation.fact)
        case let change as StorageChange: (change.agent.actor, "storage", change.action.rawValue, change.summary)
        case let event as DeviceEvent: ("user", "device", kind, event.summary)
        case let control as ServiceControl: ("service", "service", "control", control.summary)
        case let login as LoginResult: ("user", text("mvpd") ?? "MVPD", "login", "denied: \(login.summary)")
        case is PassResponse: ("user", service, kind, "")
        case let fault as Fault: ("network", "network", kind, fault.summary)
        case let rule as FaultPlan.Rule: ("network", "network", kind, rule.summary)
        case let failure as ExpectationFailure:
            ("scenario", "scenario", "expectation", "not met: \(failure.expected); found: \(failure.found)")
        default: ownParts
        }
    }

    /// The parts of an event of which kind and values say it all.
    private var ownParts: (from: String, to: String, what: String, fact: String) {
        switch (actor, kind) {
        case (_, "play"): ("client", "player", "play", text("resource") ?? "")
        case (_, "login"):
            (
                "user", text("mvpd") ?? "MVPD", "login",
                text("isOnSecondDevice") == nil ? "signed in" : "signed in on a second device"
            )
        case (.vsa, "picker"):
            ("VSA", "user", "picker", CountedNoun.text(Int(text("providerCount") ?? "") ?? 0, "provider"))
        case (_, "picker"): ("user", "VSA", "picker", choice)
        case (_, "prompt"): ("VSA", "user", "permission prompt", "")
        case (_, "webView"): ("page", "client", "web view", "loads \(text("url") ?? "")")
        case (_, "assumed"): ("client", "client", "assumed", text("row") ?? "")
        case (_, "fault"): ("network", "network", "fault", "none: everything works again")
        default: (actor.title, actor.title, kind, values.map(\.description).joined(separator: " "))
        }
    }

    /// What the user did with the system's picker.
    private var choice: String {
        switch text("choice") {
        case "other": "Other TV Provider"
        case "notOnboarded": "\(text("mvpd") ?? ""), which is not onboarded"
        case "provider": "\(text("mvpd") ?? ""), logged in"
        default: "canceled"
        }
    }
}

extension StorageChange.Agent {
    /// Who did it, as a column has room for it.
    fileprivate var actor: String {
        switch self {
        case .operatingSystem: "system"
        case .accessEnabler: "client"
        case .importer, .scrubber, .migration, .app, .user: rawValue
        case .integrityCheck: "check"
        }
    }
}

extension AccessEnablerCall {
    /// The arguments that matter.
    fileprivate var fact: String {
        switch self {
        case .setOptions(let options): options.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
        case .setRequestor(let requestor, _): requestor
        case .setSelectedProvider(let id): id ?? "nil"
        case .checkPreauthorizedResources(let resources, _), .preauthorize(let resources, _):
            resources.joined(separator: ", ")
        case .checkAuthorization(let resource, _), .getAuthorization(let resource, _): resource
        default: ""
        }
    }
}

extension UserAction.Action {
    /// What the action is about.
    fileprivate var fact: String {
        switch self {
        case .selectProvider(let id): id
        case .play(let resource): MRSSResource(resource).name
        case .preauthorize(let resources): resources.joined(separator: ", ")
        case .confirmLogin: "by the user or the app's own service"
        case .launch, .closeWebView, .cancel, .readUserMetadata, .logOut, .foreground, .background: ""
        }
    }
}

extension Presentation {
    /// What the user sees, in a word or two.
    fileprivate var noun: String {
        switch self {
        case .registrationCode: "code"
        case .providerPicker: "own picker"
        case .webView: "web view"
        case .signOutPrompt: "sign-out prompt"
        case .message: "message"
        case .preauthorization: "preauthorization"
        }
    }

    /// What it holds.
    fileprivate var fact: String {
        switch self {
        case .registrationCode(let code): code
        case .providerPicker(let mvpds): CountedNoun.text(mvpds.count, "MVPD")
        case .webView(let request): request.operation.rawValue + (request.fact.isEmpty ? "" : ", \(request.fact)")
        case .signOutPrompt(let path): path
        case .message(let message): message.words
        case .preauthorization(let resources):
            resources.map { "\($0.id) \($0.isAuthorized ? "yes" : "no")" }.joined(separator: ", ")
        }
    }
}
