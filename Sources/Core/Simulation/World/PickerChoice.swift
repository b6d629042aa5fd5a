import Device
import PassAPI
import Services
import SubscriberAccount
import VirtualTime

/// A choice that a user makes in Apple's picker, and what comes of it.
struct PickerChoice: Hashable, Sendable {
    /// What was chosen.
    var outcome: Outcome
    /// The result that the app gets; a sign-in has none yet, since the request goes on.
    var result: VSAResult

    /// The outcomes of a choice.
    enum Outcome: Hashable, Sendable {
        /// The user left the picker.
        case none
        /// A provider that Apple does not know: the app's own picker has it (apple-sso-flow.md §8).
        case other
        /// A provider in the picker with which no one can sign in there.
        case notOnboarded
        /// A provider with which the user signed in.
        case provider(TVProviderSettings.Account)
    }

    /// The facts that a timeline has.
    func values(of mvpd: String) -> [EventValue] {
        switch outcome {
        case .none: [.code("choice", "none")]
        case .other: [.code("choice", "other")]
        case .notOnboarded: [.code("choice", "notOnboarded"), .text("mvpd", mvpd)]
        case .provider: [.code("choice", "provider"), .text("mvpd", mvpd)]
        }
    }
}

extension Device {
    /// Returns what comes of signing in as `signIn` says in the picker that lists `supported`, or all if that is empty.
    ///
    /// - Parameters:
    ///   - signIn: whom the user picks, and how it goes.
    ///   - supported: the providers that the app supports, by Apple's ids.
    ///   - configuration: what the service knows of its providers; nil where a recording answers.
    ///   - now: true time, at which the account's session begins.
    /// - Returns: what was chosen, and the result that the app gets.
    func choice(
        of signIn: ScenarioStep.SignIn,
        among supported: [String],
        in configuration: ServiceConfiguration?,
        at now: Instant
    ) -> PickerChoice {
        guard signIn.outcome == .succeeds, let configuration,
            let provider = configuration.provider(signIn.provider)
        else { return PickerChoice(outcome: .none, result: pickerCanceledAnswer) }
        guard let identifier = provider.listing.platformMappingID else {
            return PickerChoice(outcome: .other, result: .metadata(nil, AccountError(.unsupportedProvider)))
        }
        guard supported.isEmpty || supported.contains(identifier), provider.listing.boardingStatus == .supported else {
            return PickerChoice(outcome: .notOnboarded, result: unsupportedProviderAnswer(identifier))
        }
        let begin = sessionTime(at: now)
        let account = TVProviderSettings.Account(
            providerIdentifier: identifier,
            user: signIn.user ?? provider.subscribers.first?.user ?? "",
            expires: configuration.lifetimes.platformSession.map { begin + $0 }
        )
        return PickerChoice(outcome: .provider(account), result: .metadata(nil, nil))
    }
}
