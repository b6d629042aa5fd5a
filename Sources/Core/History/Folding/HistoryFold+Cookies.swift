import Documents
import VirtualTime

/// Cookies of the service that outlive a client's process.
///
/// Some clients take such a cookie for the sign-in itself: what they do when it is over, no response shows.
extension HistoryFold {
    /// Notes which cookies a call sends, and which its response sets.
    mutating func takeCookies(of call: HistoryCall) {
        for name in call.cookies {
            if let index = inForce[cookieSlot(name, call)] { touch(index, call.start) }
        }
        for cookie in call.setCookies {
            let end = cookie.isByMaxAge ? cookie.expires : local(cookie.expires)
            let known = Known(end, .shown(call.reference, field: "Set-Cookie"))
            let slot = cookieSlot(cookie.name, call)
            // One that is set again is the same, with another end; one whose end is over is deleted so.
            if let index = inForce[slot] {
                guard end > call.endedAt else {
                    self.end(index, .deleted(by: call.reference), at: call.endedAt, known.knowledge)
                    inForce[slot] = nil
                    continue
                }
                entries[index].expires = known
            } else if end > call.endedAt {
                var subject = Holding.Subject()
                subject.device = call.device
                subject.cookie = cookie.name
                var holding = Holding(.cookie, subject, issued: Known(call.end, known.knowledge))
                holding.received = call.end
                holding.expires = known
                inForce[slot] = add(holding)
            }
        }
    }

    /// Each program keeps its own: a browser's are not the app's.
    private func cookieSlot(_ name: String, _ call: HistoryCall) -> Slot {
        let program = call.isSecondScreen ? call.userAgent.map { ExactText($0) } : nil
        return Slot(kind: .cookie, device: call.device, requestor: program, resource: ExactText(name))
    }
}
