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

/// What an event can be about, and a sentence is made of.
protocol Summarized {
    /// What a reader is told, in one line.
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
        case .failure(let reason): "no answer: \(reason)"
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
    /// What a reader is told, in one line.
    public var summary: String {
        switch content?.value {
        case let fault as Fault: "\(text("operation") ?? ""): \(fault.summary)"
        case let login as LoginResult: "\(text("mvpd") ?? "") lets nobody in: \(login.summary)"
        case let thing as any Summarized: thing.summary
        default: ownSummary
        }
    }

    /// The sentence of an event of which kind and values say it all.
    private var ownSummary: String {
        switch kind {
        case "adopted":
            "\(text("operation") ?? "") \(text("status") ?? "without a response"), "
                + (text("isNeeded") == "true" ? "taken over from the recording" : "which the client did without")
        case "advance": "to \(text("to") ?? "")"
        case "assumed": text("row") ?? ""
        case "fault": "everything works again"
        case "fork": "from here on the twin answers"
        case "login":
            "the user logs in with \(text("mvpd") ?? "")"
                + (text("isOnSecondDevice") == nil ? "" : " on a second device")
        case "picker": picker
        case "play": "\(text("resource") ?? "") with a fresh media token"
        case "prompt": "may this app use the TV provider subscription?"
        case "webView": "the web view is about to load \(text("url") ?? "")"
        default: values.map(\.description).joined(separator: " ")
        }
    }

    private var picker: String {
        if case .number(let count)? = self["providerCount"] {
            return "the system's TV provider picker: " + CountedNoun.text(Int(count), "provider")
        }
        return switch text("choice") {
        case "other": "the user picks “Other TV Provider”"
        case "notOnboarded": "the user picks \(text("mvpd") ?? ""), which is not onboarded"
        case "provider": "the user picks \(text("mvpd") ?? "") and logs in"
        default: "the user leaves the system's picker"
        }
    }

    /// What else a reader may want to see, as names and values in a fixed order.
    var details: [(name: String, value: String)] {
        switch content?.value {
        case let request as PassRequest: request.parameters.map { ($0.name, $0.value) }
        case let divergence as Divergence: divergence.details
        default: text("exchange").map { [("exchange", $0)] } ?? []
        }
    }

    private subscript(key: String) -> EventValue.Content? { values.first { $0.key == key }?.content }

    private func text(_ key: String) -> String? { self[key].map { "\($0)" } }
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
