import Documents
import SubscriberAccount
import VirtualTime

/// Evidence from calls of `VSAccountManager`: the permission, the account and the assertion.
extension HistoryFold {
    mutating func take(_ response: VSACall) {
        let occurrence = Occurrence(.vsaCall(response.ordinal), at: response.answeredAt)
        switch response.answer {
        case .accessStatus(let status, _): takePermission(status, occurrence)
        case .metadata(let metadata?, _): take(metadata, occurrence)
        case .metadata(nil, _): break
        }
    }

    private mutating func takePermission(_ status: AccountAccessStatus, _ occurrence: Occurrence) {
        let slot = Slot(kind: .vsaPermission)
        var subject = Holding.Subject()
        (subject.device, subject.status) = (vsaDevice, status.name)
        keep(.vsaPermission, subject, slot, occurrence, "accessStatus", nil) { $0.subject.status == status.name }
    }

    private mutating func take(_ metadata: AccountMetadata, _ occurrence: Occurrence) {
        if let id = metadata.accountProviderIdentifier {
            var subject = Holding.Subject()
            (subject.device, subject.mvpd) = (vsaDevice, id)
            let expires = metadata.authenticationExpirationDate
            keep(.vsaAccount, subject, Slot(kind: .vsaAccount), occurrence, "accountProviderIdentifier", expires) {
                known in
                ExactText(known.subject.mvpd) == ExactText(id)
                    && (expires == nil || known.expires == nil || known.expires?.value == expires)
            }
        }
        guard let text = metadata.samlAttributeQueryResponse, let times = AssertionTimes(text: text) else { return }
        var subject = Holding.Subject()
        (subject.device, subject.user) = (vsaDevice, times.user)
        subject.mvpd =
            metadata.accountProviderIdentifier ?? inForce[Slot(kind: .vsaAccount)].flatMap { entries[$0].subject.mvpd }
        var holding = Holding(
            .assertion,
            subject,
            text: text,
            issued: Known(occurrence, .shown(occurrence.event, field: "samlAttributeQueryResponse"))
        )
        holding.received = occurrence
        holding.expires = times.assertionEnd.map { Known($0, .shown(occurrence.event, field: "NotOnOrAfter")) }
        let index = add(holding)
        byText[Text(.assertion, text)] = index
    }

    /// Keeps what a call showed once more, or puts it in the place of what it showed before.
    private mutating func keep(
        _ kind: HoldingKind,
        _ subject: Holding.Subject,
        _ slot: Slot,
        _ occurrence: Occurrence,
        _ field: String,
        _ expires: Instant?,
        isSame: (Holding) -> Bool
    ) {
        let end = expires.map { Known($0, Knowledge.shown(occurrence.event, field: "authenticationExpirationDate")) }
        if let index = inForce[slot] {
            if isSame(entries[index]), entries[index].ending == nil {
                entries[index].expires = entries[index].expires ?? end
                return touch(index, occurrence)
            }
            self.end(index, .replaced(by: occurrence.event), at: occurrence.instant, .implied(occurrence.event))
        }
        var holding = Holding(kind, subject, issued: Known(occurrence, .implied(occurrence.event)))
        holding.received = occurrence
        holding.expires = end
        holding.issued = Known(occurrence, .shown(occurrence.event, field: field))
        inForce[slot] = add(holding)
    }
}
