import Documents
import PassAPI
import VirtualTime

/// Evidence from requests: the tokens and codes that they carry, and what must be there for them to succeed.
extension HistoryFold {
    /// Notes the use of each thing whose text the request carries.
    mutating func use(_ call: HistoryCall) {
        for parameter in call.request.operation.specification.parameters {
            guard let kind = parameter.grant,
                let text = call.request[parameter.name].flatMap({ DeviceAttribution.tokenText($0, kind) })
            else { continue }
            if let index = byText[Text(kind, text)] {
                touch(index, call.start)
                if kind == .authenticationToken { agents[index] = call.userAgent }
            } else if !kind.isCode || call.isTaken {
                // Of a code that is refused, nothing says that the service has ever issued it: it may be mistyped.
                introduce(Grant(carried: text, kind), text, call)
            }
        }
    }

    /// Something that a request carries and no response brought: it is from before the recording.
    private mutating func introduce(_ grant: Grant, _ text: String, _ call: HistoryCall) {
        let kind = grant.issue.kind
        var subject = subject(kind, call)
        // What it is sent along with is not what it is for.
        if kind.isOfUser { subject.mvpd = nil }
        subject.take(grant)
        if kind.isCode { subject.code = grant.text }
        var holding = Holding(
            kind,
            subject,
            text: grant.text,
            issued: Known(call.start, .implied(call.reference))
        )
        // What the app makes itself, or its user's platform, is new whenever it is first sent.
        holding.isFromBefore = !kind.isOfUser && (kind != .authenticationToken || !hasLoggedIn(call))
        if kind.isOfUser, !call.isSecondScreen { holding.received = call.start }
        holding.expires = grant.expires.map { Known(local($0), .shown(call.reference, field: Self.field(grant))) }
        let index = add(holding)
        byText[Text(kind, text)] = index
        if kind.isOfUser, let previous = inForce[slot(kind, call)] {
            end(previous, .replaced(by: call.reference), at: call.startedAt, .implied(call.reference))
        }
        if kind == .authenticationToken || kind.isOfUser { inForce[slot(kind, call)] = index }
        touch(index, call.start)
    }

    /// Returns true if a login at an MVPD's page ended in the recording, so that the token may have come with it.
    private func hasLoggedIn(_ call: HistoryCall) -> Bool {
        for index in 0..<entries.count where entries[index].kind == .providerSession {
            let device = entries[index].subject.device
            if device == nil || device == call.device { return true }
        }
        return false
    }

    private static func field(_ grant: Grant) -> String { grant.issue.expires?.name ?? "expires" }

    /// Notes the use of a thing that goes by its text, wherever it goes.
    mutating func useKnown(_ text: String, at occurrence: Occurrence) {
        var candidates: [(HoldingKind, String)] = [(.mediaToken, text)]
        if case .bearer(let token) = AuthorizationHeader(text) { candidates.append((.accessToken, token)) }
        for (kind, text) in candidates {
            if let index = byText[Text(kind, text)] { touch(index, occurrence) }
        }
    }

    /// Notes the use of the entry.
    mutating func touch(_ index: Int, _ occurrence: Occurrence) {
        if entries[index].firstUsed == nil { entries[index].firstUsed = occurrence }
        entries[index].lastUsed = occurrence
    }

    /// Notes that a success shows a thing of this kind to be there, which may be from before the recording.
    mutating func require(_ kind: HoldingKind, _ call: HistoryCall) {
        if let index = carried(kind, call) {
            confirm(index, call)
            return
        }
        let slot = slot(kind, call)
        if let index = inForce[slot], isInForce(index, at: call.startedAt) {
            touch(index, call.start)
            confirm(index, call)
            if !call.isSecondScreen, kind.isSignOn, entries[index].received == nil {
                entries[index].received = call.end
            }
            return
        }
        expire(slot, by: call)
        var holding = Holding(kind, subject(kind, call), issued: Known(call.end, .implied(call.reference)))
        holding.isFromBefore = inForce[slot] == nil && !isMissing(slot) && !mayHaveSignedIn(kind, call)
        if !call.isSecondScreen, kind.isSignOn { holding.received = call.end }
        if missing.remove(slot) != nil { assumeLifetime(&holding, from: call.endedAt) }
        let index = add(holding)
        inForce[slot] = index
        touch(index, call.start)
        entries[index].lastTaken = call.end
    }

    /// Returns true if the device got a registration code in the recording: an app may learn of the login with it from the
    /// programmer's back end, which no call to Adobe shows.
    func mayHaveSignedIn(_ kind: HoldingKind, _ call: HistoryCall) -> Bool {
        guard kind == call.interface.signOn, let code = inForce[slot(call.interface.code, call)] else { return false }
        return !entries[code].isFromBefore
    }

    /// The thing of this kind whose text the request carries.
    func carried(_ kind: HoldingKind, _ call: HistoryCall) -> Int? {
        for parameter in call.request.operation.specification.parameters {
            guard parameter.grant == kind,
                let text = call.request[parameter.name].flatMap({ DeviceAttribution.tokenText($0, kind) })
            else { continue }
            return byText[Text(kind, text)]
        }
        return nil
    }

    /// A success outweighs what was only assumed, and a refusal that came before: that was about something else.
    mutating func confirm(_ index: Int, _ call: HistoryCall) {
        entries[index].lastTaken = call.end
        uses.append(History.Use(exchange: call.ordinal, entry: index))
        if let expires = entries[index].expires, expires.knowledge.isAssumed, expires.value <= call.startedAt {
            entries[index].expires = nil
        }
        if case .refused? = entries[index].ending?.value.cause { entries[index].ending = nil }
    }
}

extension Holding.Subject {
    /// Takes over what a grant says.
    mutating func take(_ grant: Grant) {
        requestor = grant.requestor ?? requestor
        mvpd = grant.mvpd ?? mvpd
        user = grant.user ?? user
        source = grant.source ?? source
        // The request names a resource as the app does; a token may write it otherwise.
        resource = resource ?? grant.resource
    }
}
