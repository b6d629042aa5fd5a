import Documents
import PassAPI
import VirtualTime

/// Endings that refusals show.
extension HistoryFold {
    /// Ends what the response refuses, and remembers the refusal.
    mutating func refuse(_ refused: RefusedGrant, _ call: HistoryCall, _ response: PassResponse) {
        var refused = refused
        if refused.mayLackSignIn, !isSignedIn(call) { refused.kind = call.interface.signOn }
        let kind = refused.kind
        let slot = slot(kind, call, resource: refused.part.resource, mvpd: refused.part.mvpd)
        var subject = subject(kind, call)
        subject.resource = refused.part.resource ?? subject.resource
        subject.mvpd = refused.part.mvpd ?? subject.mvpd
        let found = carried(kind, call) ?? inForce[slot]
        // Whoever polls by a code asks about the login with it: of a token whose time is shown that says nothing.
        let isElsewhere =
            kind != .code && call.request.registrationCode != nil && found.map { isShownToHold($0, call) } ?? false
        if let found, !isElsewhere {
            subject = entries[found].subject
            end(found, .refused(by: call.reference), at: call.endedAt, .shown(call.reference, field: refused.field))
        } else if kind.isPerMVPD, slot.mvpd == nil, call.request.registrationCode == nil {
            // There is none with whatever MVPD.
            let cause = Ending.Cause.refused(by: call.reference)
            endAll(of: kind, call.request.requestor, cause, call, .shown(call.reference, field: refused.field))
        }
        if refused.isPendingLogout {
            let cause = Ending.Cause.refused(by: call.reference)
            let knowledge = Knowledge.shown(call.reference, field: "pendingLogout")
            endAll(of: .authorizationToken, call.request.requestor, cause, call, knowledge)
        }
        if !isElsewhere { missing.insert(slot) }
        showNeeded(before: refused.kind, call)
        let whole: PassError? = if case .error(let error) = response.content { error } else { nil }
        let error = whole ?? refused.part.error
        var message = error.flatMap { $0.details ?? $0.message }
        if case .notAuthorized(let details) = response.content { message = details }
        refusals.append(
            RecordedRefusal(
                kind: kind,
                subject: subject,
                holding: isElsewhere ? nil : found,
                operation: call.request.operation,
                at: call.end,
                status: response.status,
                code: error?.code,
                message: message,
                isDenial: refused.isDenial,
                isPendingLogout: refused.isPendingLogout,
                isPoll: found == nil && kind == call.interface.signOn
                    && (call.request.registrationCode != nil || isWaited(by: call))
            )
        )
    }

    /// Returns true if the device has got a code before a check that is repeated until it succeeds.
    private func isWaited(by call: HistoryCall) -> Bool {
        call.request.operation.specification.isPoll
            && inForce[slot(call.interface.code, call)].map { !entries[$0].isFromBefore } == true
    }

    /// Returns true if the recording shows a sign-on for the call that nothing has ended.
    private func isSignedIn(_ call: HistoryCall) -> Bool {
        let kind = call.interface.signOn
        if carried(kind, call) != nil { return true }
        return inForce[slot(kind, call)].map { isInForce($0, at: call.startedAt) } ?? false
    }

    /// Returns true if a response stated that it lasts longer.
    private func isShownToHold(_ index: Int, _ call: HistoryCall) -> Bool {
        guard entries[index].ending == nil, let expires = entries[index].expires else { return false }
        return expires.knowledge.isShown && expires.value > call.endedAt
    }

    /// A denial, and a missing permit, show that the service found the sign-on at which it looks first.
    private mutating func showNeeded(before kind: HoldingKind, _ call: HistoryCall) {
        let signOn = call.interface.signOn
        guard kind.isPermit, call.response?.shown(by: call.request.operation).contains(signOn) == true,
            carried(signOn, call) == nil
        else { return }
        // Not where one is known to be over: services differ in what they say then.
        if let index = inForce[slot(signOn, call)], !isInForce(index, at: call.startedAt) { return }
        let taken = inForce[slot(signOn, call)].flatMap { entries[$0].lastTaken }
        require(signOn, call)
        // It was found, but the call did not succeed.
        if let index = inForce[slot(signOn, call)] { entries[index].lastTaken = taken }
    }

    /// Returns the upgrade with which the device lost the entry, if there was one: it signs in again while its token
    /// holds, and names another version of itself.
    func upgrade(since index: Int, _ call: HistoryCall) -> Ending.Cause? {
        guard entries[index].text != nil, call.request.operation.interface == .accessEnabler,
            let before = agents[index], let now = call.userAgent, ExactText(before) != now,
            ExactText(before.withoutDigits) == now.withoutDigits
        else { return nil }
        return .wipedByUpgrade(call.reference)
    }
}

extension String {
    /// The text without what versions are made of.
    fileprivate var withoutDigits: String {
        String(decoding: utf8.filter { !(0x30...0x39).contains($0) && !"._".utf8.contains($0) }, as: UTF8.self)
    }
}

extension PassResponse {
    /// True if it sends a browser on without naming an error.
    var isPlainRedirect: Bool {
        if case .redirect = content { redirectError == nil } else { false }
    }
}
