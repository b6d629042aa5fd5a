import Documents
import SubscriberAccount
import VirtualTime

/// A change of what Settings hold for VSA, or of what users do where the framework asks them.
enum SettingsControl: Hashable, Sendable {
    /// The permission of the apps becomes this.
    case permission(AccountAccessStatus)
    /// The user signs in with a TV provider.
    case signIn(Account)
    /// The user signs out.
    case signOut
    /// From now on a user who is asked lets an app read the account, or does not.
    case prompt(Bool)
    /// From now on a user does this in the picker.
    case picker(ServedVSA.Picker)
    /// The recording answers again.
    case asRecorded

    /// An account to sign in with.
    struct Account: Hashable, Sendable {
        /// The provider, by Adobe's id or Apple's.
        var provider: String
        /// The user; nil for the provider's first subscriber.
        var user: String?
        var lifetime = Lifetime.usual
    }

    /// How long a session lasts.
    enum Lifetime: Hashable, Sendable {
        /// As long as the service's configuration says.
        case usual
        /// So long; nil if the framework is not to report it.
        case stated(Duration?)
    }

    /// The word that its text begins with.
    static let word = "vsa"

    /// What there is, by example.
    static let examples: [(example: String, meaning: String)] = [
        ("vsa permission granted", "the apps' permission: granted, denied, restricted or notDetermined"),
        ("vsa sign in Meadowlark wren 30d", "the user signs in in Settings; user and lifetime are optional"),
        ("vsa sign out", "the user signs out in Settings"),
        ("vsa prompt deny", "the user's decision when a check prompts for permission: allow or deny"),
        ("vsa picker Meadowlark wren", "whom a user picks in the framework's picker; also first and cancel"),
        ("vsa recorded", "the recording gives the results again"),
    ]

    /// The change that stands behind `vsa`.
    ///
    /// - Throws: `Problem` for what is not understood.
    init(_ argument: FileNode) throws(Problem) {
        let words = try argument.text("\"vsa\"").split(separator: " ").map(String.init)
        let place = argument.place
        func rest(_ count: Int) -> [String] { Array(words.dropFirst(count)) }
        switch (words.first, words.dropFirst().first) {
        case ("permission", let name?) where words.count == 2:
            let names = AccountAccessStatus.allCases.map(\.name)
            guard let status = AccountAccessStatus(name: name) else {
                throw Problem(place, "there is no access status \(name)", "there are \(names.joined(separator: ", "))")
            }
            self = .permission(status)
        case ("sign", "out") where words.count == 2: self = .signOut
        case ("sign", "in") where (3...5).contains(words.count):
            var names = rest(2)
            var account = Account(provider: names.removeFirst())
            // A lifetime begins with a digit; so may a user's name, if a lifetime follows it.
            if let last = names.last, let lifetime = try? Duration(words: last) {
                account.lifetime = .stated(lifetime)
                names.removeLast()
            }
            guard names.count < 2 else { throw Self.unknown(at: place) }
            account.user = names.first
            self = .signIn(account)
        case ("prompt", "allow") where words.count == 2: self = .prompt(true)
        case ("prompt", "deny") where words.count == 2: self = .prompt(false)
        case ("picker", "first") where words.count == 2: self = .picker(.first)
        case ("picker", "cancel") where words.count == 2: self = .picker(.cancel)
        case ("picker", let provider?) where words.count <= 3:
            self = .picker(.signIn(ScenarioStep.SignIn(provider: provider, user: rest(2).first)))
        case ("recorded", nil): self = .asRecorded
        default: throw Self.unknown(at: place)
        }
    }

    /// The change that a step of scenarios makes to Settings; nil if it makes none.
    init?(_ step: ScenarioStep) {
        if let permission = step.as(PermissionStep.self) {
            self = .permission(permission.isGranted ? .granted : .denied)
        } else if let signIn = step.as(SettingsSignInStep.self) {
            let account = signIn.account
            self = .signIn(
                Account(provider: account.provider, user: account.user, lifetime: .stated(account.lifetime))
            )
        } else if step.as(SettingsSignOutStep.self) != nil {
            self = .signOut
        } else {
            return nil
        }
    }

    private static func unknown(at place: Place) -> Problem {
        Problem(
            place,
            "\"vsa\" does not say what",
            "write one of: \(examples.map(\.example).joined(separator: ", "))"
        )
    }
}
