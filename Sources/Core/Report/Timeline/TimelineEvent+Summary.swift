import ClientStack
import Device
import Documents
import Exchanges
import PassAPI
import Replay
import Services
import Simulation
import SubscriberAccount
public import VirtualTime

/// A thing that an event can be about, and a sentence is made of.
protocol Summarized {
    /// The thing in one line.
    var summary: String { get }
}

extension AccessEnablerCall: Summarized {}
extension AccessEnablerCallback: Summarized {}
extension VSAResult: Summarized {}
extension VSARequest: Summarized {}
extension ReplayWarning: Summarized {}
extension DeviceEvent: Summarized {}
extension Divergence: Summarized {}
extension Fault: Summarized {}
extension FaultPlan.Rule: Summarized {}
extension PassRequest: Summarized {}
extension PassResponse: Summarized {}
extension Presentation: Summarized {}
extension UserAction.Action: Summarized {}
extension StorageChange: Summarized {}
extension ServiceControl: Summarized {}

extension FlowStep: Summarized {
    var summary: String { title }
}

extension Delivery.Outcome: Summarized {
    var summary: String {
        switch self {
        case .response(let response): response.summary
        case .failure(let reason): "no response: \(reason)"
        }
    }
}

extension ExpectationFailure: Summarized {
    var summary: String { "not met: \(expected); \(found)" }
}

extension LoginResult: Summarized {
    var summary: String {
        switch self {
        case .ended: "logged in"
        case .denied(let reason): reason
        case .refused(let response): response.summary
        }
    }
}

extension TimelineEvent {
    /// The event in one line.
    public var summary: String {
        switch content?.value {
        case let fault as Fault: "\(text("operation") ?? ""): \(fault.summary)"
        case let login as LoginResult: "\(text("mvpd") ?? "") denied the login: \(login.summary)"
        case let thing as any Summarized: thing.summary
        default: ownSummary
        }
    }

    /// The sentence of an event that kind and values describe completely.
    private var ownSummary: String {
        switch kind {
        case "adopted":
            "\(text("operation") ?? "") \(text("status") ?? "without a response"), "
                + (text("isNeeded") == "true" ? "taken from the recording" : "not needed by the client")
        case "advance": "to \(text("to") ?? "")"
        case "assumed": text("row") ?? ""
        case "fault": "everything works again"
        case "fork": "from here on the simulated service responds"
        case "login":
            "the user logs in with \(text("mvpd") ?? "")"
                + (text("isOnSecondDevice") == nil ? "" : " on a second device")
        case "picker": picker
        case "play": "\(text("resource") ?? "") with a fresh media token"
        case "prompt": "the system asks the user for permission"
        case "webView": "the web view loads \(text("url") ?? "")"
        default: values.map(\.description).joined(separator: " ")
        }
    }

    private var picker: String {
        if case .number(let count)? = self["providerCount"] {
            return "the system shows its TV provider picker: " + CountedNoun.text(Int(count), "provider")
        }
        return switch text("choice") {
        case "other": "the user picks “Other TV Provider”"
        case "notOnboarded": "the user picks \(text("mvpd") ?? ""), which is not onboarded"
        case "provider": "the user picks \(text("mvpd") ?? "") and logs in"
        default: "the user cancels the system's picker"
        }
    }

    /// Further facts, as names and values in a fixed order.
    var details: [(name: String, value: String)] {
        switch content?.value {
        case let request as PassRequest: request.parameters.map { ($0.name, $0.value) }
        case let divergence as Divergence: divergence.details
        default: text("exchange").map { [("exchange", $0)] } ?? []
        }
    }

    subscript(key: String) -> EventValue.Content? { values.first { $0.key == key }?.content }

    func text(_ key: String) -> String? { self[key].map { "\($0)" } }
}

extension TimelineEvent.Actor {
    /// The word that readers see.
    public var title: String {
        switch self {
        case .device: "platform"
        case .user, .client, .vsa, .service, .network, .replay: rawValue
        }
    }
}
