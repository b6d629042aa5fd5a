/// The accounts that apps have told the system of, and the automatic sign-in token: `VSUserAccountManager`.
///
/// Since iOS and tvOS 16.4; automatic sign-in since 26.0. Source: video-subscriber-account.md §9.
public struct UserAccountManager: Hashable, Sendable {
    /// Whose accounts a query asks for: `VSUserAccountQueryOptions`, raw values Apple's.
    public enum QueryOptions: Int, Hashable, Sendable, CaseIterable {
        /// Those of this device.
        case none = 0
        /// Those of all devices of the iCloud account.
        case allDevices = 1
    }

    /// Why a call fails.
    public enum Refusal: Error, Hashable, Sendable {
        /// The user has not allowed automatic sign-in.
        case notAuthorized
    }

    private var accounts: [UserAccount] = []
    private var token = AutomaticSignInToken()

    /// A manager that knows no account.
    public init() {}

    /// `updateUserAccount(_:)`: tells the system of an account, in place of the one of the same identifier and device.
    public mutating func updateUserAccount(_ account: UserAccount) {
        let index = accounts.firstIndex {
            $0.identifier == account.identifier && $0.isFromCurrentDevice == account.isFromCurrentDevice
        }
        if let index { accounts[index] = account } else { accounts.append(account) }
    }

    /// `queryUserAccounts(with:)`: the accounts, in the order in which the system was told of them.
    public func userAccounts(_ options: QueryOptions = .none) -> [UserAccount] {
        options == .allDevices ? accounts : accounts.filter(\.isFromCurrentDevice)
    }

    /// `queryAutoSignInToken`.
    public var automaticSignInToken: AutomaticSignInToken { token }

    /// The user's answer to the prompt that asks for leave; to be asked after sign-in.
    public mutating func authorizationAnswered(isGranted: Bool) {
        token.authorization = isGranted ? .granted : .denied
        if !isGranted { token.value = nil }
    }

    /// `updateAutoSignInToken`: keeps `value` for the next sign-in.
    ///
    /// - Throws: ``Refusal`` if the user has not allowed it.
    public mutating func updateAutomaticSignInToken(_ value: String) throws(Refusal) {
        guard token.authorization == .granted else { throw .notAuthorized }
        token.value = value
    }

    /// `deleteAutoSignInToken`: the token goes, the user's leave stays.
    ///
    /// That the leave stays is **unconfirmed**.
    public mutating func deleteAutomaticSignInToken() { token.value = nil }
}

/// What signs a user on without a question: `VSAutoSignInToken`.
public struct AutomaticSignInToken: Hashable, Sendable {
    /// Whether the user allows it: `VSAutoSignInAuthorization`, raw values Apple's.
    public enum Authorization: Int, Hashable, Sendable, CaseIterable {
        /// Nobody has asked.
        case notDetermined = 0
        /// The user said yes.
        case granted = 1
        /// The user said no.
        case denied = 2
    }

    /// Whether the user allows it.
    public var authorization = Authorization.notDetermined
    /// The token, if there is one.
    public var value: String?

    /// No token, and nobody has asked.
    public init() {}
}
