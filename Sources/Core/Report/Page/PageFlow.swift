import ClientStack
import Documents
import PassAPI

/// A step of the cookbook's flow or a phase of any app, as the page's ribbon has it.
struct PageStep: Hashable, Sendable {
    /// What became of it.
    enum State: String, Hashable, Sendable, CaseIterable {
        /// It was done.
        case done
        /// It was begun and failed.
        case failed
        /// It was not needed or not reached.
        case skipped
    }

    /// The step's name, `S4`; empty for a phase.
    var name: String
    /// What it is about, in a few words.
    var title: String
    /// The result of a question.
    var result: String?
    /// What became of it.
    var state = State.skipped
    /// The exchanges in it, by ordinal.
    var exchanges: [Int] = []
    /// The VSA calls in it, by ordinal.
    var vsaCalls: [Int] = []

    var object: JSONObject {
        [
            "name": .string(name), "title": .string(title), "result": .text(result), "state": .string(state.rawValue),
            "exchanges": .ordinals(exchanges), "vsaCalls": .ordinals(vsaCalls),
        ]
    }

    /// The steps that the cookbook numbers, none of them done.
    static var cookbook: [(step: FlowStep, shown: PageStep)] {
        FlowStep.allCases.filter(\.isOfCookbook)
            .map { ($0, PageStep(name: $0.rawValue, title: $0.title)) }
    }

    /// The phases of an app that does not follow the cookbook, none of them done.
    static var phases: [(phase: Phase, shown: PageStep)] {
        Phase.allCases.map { ($0, PageStep(name: "", title: $0.rawValue)) }
    }

    /// The phases of any app.
    enum Phase: String, CaseIterable {
        case registration = "Registration"
        case signIn = "Sign-in"
        case authorization = "Authorization"
        case playback = "Playback"
        case logout = "Logout"

        /// The phase that a call belongs to.
        init(_ purpose: OperationSpecification.Purpose) {
            self =
                switch purpose {
                case .access, .reset: .registration
                case .providers, .signIn, .signInStep, .platformSignOn, .check, .metadata: .signIn
                case .authorization, .authorizationCheck, .preauthorization: .authorization
                case .media, .signature: .playback
                case .logout: .logout
                }
        }
    }
}
