import PassAPI

/// Apple SSO inside the SDK: one case a step (access-enabler.md §8).
///
/// Which endpoints the SDK uses natively is unknown. Here they are those of REST API V1: a profile request, the exchange of
/// the platform's answer, and then `sessionDevice` for the token itself.
struct PlatformSignOn: Hashable, Sendable {
    let mode: Mode
    var step = Step.askingAccess

    enum Mode: Hashable, Sendable {
        /// During setRequestor: the user sees nothing.
        case silent
        /// During setRequestor, with a token from Apple SSO in storage: is the account still there?
        case revalidating
        /// During getAuthentication: Apple's dialogs may appear.
        case interactive
    }

    enum Step: Hashable, Sendable {
        case askingAccess
        /// The account, without a picker.
        case askingAccount
        /// Apple's picker is shown.
        case picking
        case requestingProfile(MVPD)
        case forwarding(MVPD)
        case exchanging(MVPD)
        case fetching(MVPD)
    }
}
