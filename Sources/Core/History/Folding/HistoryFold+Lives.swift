import Documents
import PassAPI
import VirtualTime

/// Grants that responses give out and take back.
extension HistoryFold {
    /// Adds an entry.
    mutating func add(_ holding: Holding) -> Int {
        entries.append(holding)
        let index = entries.count - 1
        switch holding.kind {
        case .authenticationToken, .tempPass, .profile, .authorizationToken, .decision:
            live[holding.subject.device, default: []].append(index)
            if holding.subject.device == vsaDevice { held.append(index) }
        case .accessToken, .registrationCode, .code, .providerSession, .mediaToken, .vsaAccount, .vsaPermission,
            .assertion, .partnerFrameworkStatus, .serviceToken, .cookie:
            break
        }
        return index
    }

    /// Returns true if the entry is in force at the service at `instant`.
    func isInForce(_ index: Int, at instant: Instant) -> Bool {
        guard entries[index].ending == nil else { return false }
        // What is only assumed to have expired by now, a success shows not to have.
        guard let expires = entries[index].expires, !expires.knowledge.isAssumed else { return true }
        return instant < expires.value
    }

    /// Ends the entry, unless it had ended: by time, where its own time was over, or by `cause`.
    mutating func end(_ index: Int, _ cause: Ending.Cause, at instant: Instant, _ knowledge: Knowledge) {
        guard entries[index].ending == nil else { return }
        if let expires = entries[index].expires, !expires.knowledge.isAssumed, expires.value <= instant {
            entries[index].ending = Known(Ending(.expired, at: expires.value), expires.knowledge)
        } else {
            entries[index].ending = Known(Ending(cause, at: instant), knowledge)
        }
    }

    /// Ends by time what is found at the slot, where its time was over.
    mutating func expire(_ slot: Slot, by call: HistoryCall) {
        guard let index = inForce[slot], let expires = entries[index].expires, expires.value <= call.endedAt else {
            return
        }
        end(index, .expired, at: expires.value, expires.knowledge)
    }

    /// Takes in what a response gives out: a new thing, or one that is known, read again.
    mutating func issue(_ grant: Grant, _ call: HistoryCall) {
        var kind = grant.issue.kind
        var grant = grant
        // Who reads the session of a code names it in the path.
        if kind.isCode { grant.text = grant.text ?? call.request.registrationCode }
        let slot = slot(kind, call, resource: grant.resource.flatMap { call.request.resource ?? $0 }, mvpd: grant.mvpd)
        var subject = subject(kind, call)
        subject.take(grant)
        if let user = grant.user, call.request.makesUp(user: user) { subject.user = nil }
        if kind.isCode { subject.code = grant.text }
        if kind == .authorizationToken { learn(mvpd: grant.mvpd, call) }
        if kind == .authenticationToken, let mvpd = subject.mvpd, tempPasses.contains(ExactText(mvpd)) {
            kind = .tempPass
        }
        if let index = known(grant, kind, slot, call) {
            readAgain(index, grant, call)
            return
        }
        let previous = inForce[slot]
        if let previous, !kind.hasManyAtATime {
            let cause = upgrade(since: previous, call) ?? .replaced(by: call.reference)
            end(previous, cause, at: call.endedAt, .implied(call.reference))
        }
        var holding = Holding(kind, subject, text: grant.text, issued: issue(of: grant, slot, call))
        holding.isFromBefore =
            previous == nil && !isMissing(slot) && call.readsAuthentication && !hasNewCode(call)
            && !mayHaveSignedIn(kind, call)
        if !call.isSecondScreen { holding.received = call.end }
        holding.expires = expiration(grant, call)
        if holding.expires == nil, !holding.isFromBefore {
            assumeLifetime(&holding, from: grant.made.map(local) ?? call.endedAt)
        }
        missing.remove(slot)
        let index = add(holding)
        if let text = grant.text { byText[Text(grant.issue.kind, text)] = index }
        inForce[slot] = index
        if kind == .authenticationToken { agents[index] = call.userAgent }
    }

    /// An authorization is by the MVPD that the user is signed in with: the AuthN token's, where nothing has named that.
    private mutating func learn(mvpd: String?, _ call: HistoryCall) {
        guard let mvpd, let index = inForce[slot(.authenticationToken, call)], entries[index].ending == nil else {
            return
        }
        entries[index].subject.mvpd = entries[index].subject.mvpd ?? mvpd
    }

    /// Returns the occurrence at which the thing came to be: a response that only reads shows no more than that it was
    /// there.
    private func issue(of grant: Grant, _ slot: Slot, _ call: HistoryCall) -> Known<Occurrence> {
        if let made = grant.made, let field = grant.issue.made?.name {
            return Known(Occurrence(call.reference, at: local(made)), .shown(call.reference, field: field))
        }
        if call.readsAuthentication { return Known(call.end, .implied(call.reference)) }
        return Known(call.end, .shown(call.reference, field: grant.issue.text ?? "status"))
    }

    /// Returns true if the call goes by a code that was made in the recording: then so was what it brings.
    private func hasNewCode(_ call: HistoryCall) -> Bool {
        guard let code = call.request.registrationCode, let index = byText[Text(call.interface.code, code)] else {
            return false
        }
        return !entries[index].isFromBefore
    }

    private func expiration(_ grant: Grant, _ call: HistoryCall) -> Known<Instant>? {
        let instant = grant.expires.map(local) ?? grant.lifetime.map { call.endedAt + $0 }
        return instant.map { Known($0, .shown(call.reference, field: grant.issue.expires?.name ?? "expires")) }
    }

    /// The entry that the response speaks of once more; nil where it brings another.
    private func known(_ grant: Grant, _ kind: HoldingKind, _ slot: Slot, _ call: HistoryCall) -> Int? {
        if let text = grant.text { return byText[Text(grant.issue.kind, text)] }
        guard let index = inForce[slot], entries[index].ending == nil else { return nil }
        // An exchange of an assertion makes a new token whatever there was.
        guard grant.issue.expires != nil else { return nil }
        let known = entries[index]
        if let mvpd = grant.mvpd, let other = known.subject.mvpd, ExactText(mvpd) != other { return nil }
        guard let expires = known.expires, expires.knowledge.isShown else {
            return isInForce(index, at: call.startedAt) ? index : nil
        }
        guard let again = grant.expires.map(local) else { return isInForce(index, at: call.startedAt) ? index : nil }
        return Self.isSame(expires.value, again) ? index : nil
    }

    /// Returns true if two responses name the same end: some services drop what is less than a second, some do not.
    private static func isSame(_ one: Instant, _ other: Instant) -> Bool {
        one == other
            || one.secondsSince1970 == other.secondsSince1970 && (one.nanosecond == 0 || other.nanosecond == 0)
    }

    /// Takes in what a response says of a thing that is known already.
    private mutating func readAgain(_ index: Int, _ grant: Grant, _ call: HistoryCall) {
        if !call.isSecondScreen {
            if entries[index].received == nil { entries[index].received = call.end }
            if entries[index].forgotten != nil { held.append(index) }
            entries[index].forgotten = nil
        }
        var subject = entries[index].subject
        subject.mvpd = grant.mvpd ?? subject.mvpd
        subject.user = grant.user ?? subject.user
        subject.source = grant.source ?? subject.source
        entries[index].subject = subject
        if let expires = expiration(grant, call), entries[index].expires?.knowledge.isShown != true {
            entries[index].expires = expires
        }
        entries[index].lastTaken = call.end
        uses.append(History.Use(exchange: call.ordinal, entry: index))
        touch(index, call.start)
    }

    /// Lets the rule for its kind say when it expires: tokens are dated to the second.
    func assumeLifetime(_ holding: inout Holding, from instant: Instant) {
        guard let rule = holding.kind.assumedLifetime, let lifetime = rule.lifetime else { return }
        holding.expires = Known(Instant(secondsSince1970: (instant + lifetime).secondsSince1970), .assumed(rule))
    }

    /// Takes back what a success takes back: at logout all that the device has for the requestor, or for any.
    mutating func take(back kind: HoldingKind, _ call: HistoryCall) {
        if kind == .registrationCode {
            guard let code = call.request.registrationCode, let index = byText[Text(kind, code)]
            else {
                return
            }
            end(index, .deleted(by: call.reference), at: call.endedAt, .shown(call.reference, field: "status"))
            return
        }
        let requestor = call.grants.endsForAnyRequestor ? nil : call.request.requestor
        let cause = Ending.Cause.loggedOut(by: call.reference)
        endAll(of: kind, requestor, cause, call, .shown(call.reference, field: "status"))
    }

    /// Ends all that the call's device has of this kind for the requestor, or for any where that is nil; of what it has for
    /// each MVPD and for its client credentials, what it has for those of the call.
    mutating func endAll(
        of kind: HoldingKind,
        _ requestor: String?,
        _ cause: Ending.Cause,
        _ call: HistoryCall,
        _ knowledge: Knowledge
    ) {
        var rest: [Int] = []
        for index in live[call.device] ?? [] where entries[index].ending == nil {
            let holding = entries[index]
            let isOfKind = holding.kind == kind || (kind == .authenticationToken && holding.kind == .tempPass)
            let isOfMVPD = !kind.isPerMVPD || call.request.mvpd.isSameOrUnsaid(holding.subject.mvpd)
            let isOfClient = !kind.isPerClient || client(of: call).isSameOrUnsaid(holding.subject.client)
            if isOfKind, isOfMVPD, isOfClient, requestor.isSameOrUnsaid(holding.subject.requestor) {
                end(index, cause, at: call.endedAt, knowledge)
            } else {
                rest.append(index)
            }
        }
        live[call.device] = rest
    }
}

extension String? {
    /// Returns true if both name the same, or one of them names none.
    fileprivate func isSameOrUnsaid(_ other: String?) -> Bool {
        guard let self, let other else { return true }
        return ExactText(self) == other
    }
}

extension HistoryCall {
    /// True if its response speaks of a token that the service made before: for `authorize` that is not so.
    var readsAuthentication: Bool { grants.issued.contains(where: \.wasMadeBefore) }

    /// False if a response shows that the service did not take what the call carries.
    var isTaken: Bool { response.map { $0.isSuccess || $0.isPlainRedirect } ?? true }
}

extension PassRequest {
    /// True if the app has made up this name of a user, anew for the call: it tells nobody who that is.
    fileprivate func makesUp(user: String) -> Bool {
        operation.specification.parameters.contains { parameter in
            parameter.role == .volatile && self[parameter.name].map { ExactText($0) == user } == true
        }
    }
}
