import Device
import PassAPI
import VirtualTime

/// What ends a logout.
enum LogoutStep: Hashable, Sendable {
    /// iOS: the hidden page, at its end URL.
    case showingPage(endURL: String)
    /// tvOS: the answer to the call.
    case calling
}

// logout (access-enabler.md §6.6; rows K-106 to K-111).

extension AccessEnabler {
    mutating func logOut(_ device: inout Device, _ turn: inout EffectBuffer) {
        let token = token(device, turn)
        let reading = token.map { reader.read($0) }
        let wasFromPlatform = token.map { isFromPlatform($0, device) } ?? false
        stopAll(&turn)
        tell(storage.clear(on: &device), &turn)
        let defaults = SDKDefaults(bundleID: configuration.bundleID)
        tell(defaults.forgetPlatformSession(of: nil, on: &device, because: .logout), &turn)
        if wasFromPlatform { turn.tell(.platformLogout) }
        guard let token, let mvpd = token.msoID else { return finishLogout(&turn) }
        let presentation = presentation(of: mvpd)
        var context = context(for: mvpd)
        if !dialect.usesSecondScreen {
            // A page carries no headers.
            context.accessToken = nil
            context.headers = []
        }
        let endURL = dialect.endURL(presentation, configuration)
        turn.enter(.sdkLogout)
        let request = PassRequest.sdkLogout(
            context,
            mvpd: mvpd,
            nameID: reading?.nameID,
            sessionIndex: reading?.sessionIndex,
            redirectURL: dialect.usesSecondScreen ? nil : endURL
        )
        if dialect.usesSecondScreen {
            logoutStep = .calling
            call(request, for: .logout, &turn)
        } else {
            logoutStep = .showingPage(endURL: endURL)
            navigate(to: request, presentation, &turn)
        }
    }

    /// What runs in the user's name ends.
    private mutating func stopAll(_ turn: inout EffectBuffer) {
        stopLogin(&turn)
        selected = nil
        platformTrouble = nil
        for purpose in line.hangUp({ !$0.isOfIdentity }) { abandon(purpose, .userNotAuthenticated, &turn) }
        failWaiting(.userNotAuthenticated, &turn)
    }

    /// Whatever the service says, the device has forgotten the user.
    mutating func finishLogout(_ turn: inout EffectBuffer) {
        logoutStep = nil
        turn.leaveSteps()
        turn.callBack(
            .setAuthenticationStatus(
                isAuthenticated: false,
                errorCode: options.codeAfterLogout?.spelled(options.errorCodes) ?? ""
            )
        )
    }
}
