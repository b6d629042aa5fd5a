import PassAPI
import SubscriberAccount
import VirtualTime

// What the SDK calls back, as what the user sees (access-enabler.md §3).

extension AccessEnablerApp {
    mutating func calledBack(_ callback: AccessEnablerCallback, _ turn: inout AppTurn) {
        switch callback {
        case .setRequestorComplete(let isSuccess): completed(isSuccess, &turn)
        case .displayProviderDialog(let mvpds): showPicker(mvpds, &turn)
        case .navigateToURL(let request, _):
            showPage(request)
            turn.buffer.present(.webView(request))
        case .setAuthenticationStatus(let isAuthenticated, let code): statusSet(isAuthenticated, code, &turn)
        case .setToken(let token, let resource):
            turn.buffer.play(resource, token)
        case .tokenRequestFailed(let resource, let code, let description):
            let words = description.isEmpty ? code : description
            turn.buffer.present(RefusalMessage.failure(of: resource, words))
        case .preauthorizedResources(let authorized): tell(authorized, &turn)
        case .preauthorizeResponse(let resources, let status):
            if let status {
                let words = status.message ?? status.code ?? "no response"
                turn.buffer.present(.message(.preauthorizationFailed, "What may be watched is not known: \(words)"))
            } else {
                turn.buffer.present(.preauthorization(resources))
            }
        case .status(let id, _, let message, _, let details): told(id, message, details, &turn)
        case .selectedProvider, .setMetadataStatus, .sendTrackingData, .presentTVProviderDialog,
            .dismissTVProviderDialog:
            break
        }
    }

    private mutating func completed(_ isSuccess: Bool, _ turn: inout AppTurn) {
        isConfigured = isSuccess
        guard isSuccess else {
            deferred = []
            return turn.buffer.present(.message(.signInUnavailable, "Sign-on is not available at present."))
        }
        turn.calls += deferred
        deferred = []
    }

    /// A choice that the user has made already takes the place of the picker, if the list has it.
    private mutating func showPicker(_ mvpds: [MVPD], _ turn: inout AppTurn) {
        let chosen = choice
        choice = nil
        if let chosen, mvpds.contains(where: { $0.id == chosen }) {
            turn.calls.append(.setSelectedProvider(chosen))
            return
        }
        if let chosen {
            turn.buffer.present(
                .message(.providerNotListed, "“\(chosen)” is not among the providers.", [.text("mvpd", chosen)])
            )
        }
        screen = .picker
        turn.buffer.present(.providerPicker(mvpds))
    }

    private mutating func statusSet(_ isAuthenticated: Bool, _ code: String, _ turn: inout AppTurn) {
        let wasLoggingIn = screen != .content && screen != .logoutPage
        // A picker stays open if what was chosen is not on it.
        let stays = !isAuthenticated && screen == .picker && code == AccessEnablerError.providerNotAvailable.text
        if !stays { screen = .content }
        choice = nil
        guard !isAuthenticated, wasLoggingIn, !stays, code != AccessEnablerError.providerNotSelected.text else {
            return
        }
        turn.buffer.present(.message(.signInFailed, "Sign-on has failed: \(code)", [.code("errorCode", code)]))
    }

    /// The callback names only what is authorized.
    private mutating func tell(_ authorized: [String], _ turn: inout AppTurn) {
        let asked = question(answeredBy: authorized, &turn) ?? authorized
        turn.buffer.present(
            .preauthorization(
                asked.map { PreauthorizedResource(id: $0, isAuthorized: authorized.contains($0)) }
            )
        )
    }

    /// The list that was asked about, which the callback does not repeat (access-enabler.md §3); nil if no list fits.
    ///
    /// An answer that comes while the call is being made is that call's, however many are on their way. Of those that
    /// wait the oldest is meant that names all that is authorized.
    private mutating func question(answeredBy authorized: [String], _ turn: inout AppTurn) -> [String]? {
        if let asking = turn.asking {
            turn.asking = nil
            return asking
        }
        let index = preauthorized.firstIndex { asked in authorized.allSatisfy { asked.contains($0) } }
        return index.map { preauthorized.remove(at: $0) }
    }

    private mutating func told(_ id: String, _ message: String?, _ details: String?, _ turn: inout AppTurn) {
        switch id {
        case AdvancedStatus.code.id:
            screen = .code
            turn.buffer.present(.registrationCode(message ?? ""))
        case AdvancedStatus.platformLogout.id:
            let path = sdk?.desk.dialect.accountPlatform.settingsPath ?? []
            turn.buffer.present(.signOutPrompt(settingsPath: path.joined(separator: " → ")))
        case AdvancedStatus.repeatedDenials.id, AdvancedStatus.notRegistered.id, AdvancedStatus.noAccessToken.id,
            AdvancedStatus.noCode.id, AdvancedStatus.tempPassExpired.id:
            turn.buffer.present(
                .message(
                    .sdkStatus,
                    "\(AdvancedStatus.named(id)?.meaning ?? id): \(message ?? details ?? id)",
                    [.code("status", id)]
                )
            )
        default: break
        }
    }
}
