import Documents
import VirtualTime

/// Cookies of the service that outlive a client's process.
///
/// Some clients take such a cookie for the sign-in itself: what they do when it is over, no response shows.
extension HistoryFold {
    /// Notes which cookies a call sends, and which its response sets.
    mutating func takeCookies(of call: HistoryCall) {
        for name in call.cookies {
            if let index = cookie(name, call) { touch(index, call.start) }
        }
        for cookie in call.setCookies {
            let end = cookie.isByMaxAge ? cookie.expires : local(cookie.expires)
            let known = Known(end, .shown(call.reference, field: "Set-Cookie"))
            let slot = cookieSlot(cookie.name, call, of: call.device)
            // One that is set again is the same, with another end; one whose end is over is deleted so.
            if let index = self.cookie(cookie.name, call) {
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
                if !call.isSecondScreen { holding.received = call.end }
                holding.expires = known
                let index = add(holding)
                inForce[slot] = index
                inForce[lastSlot(cookie.name)] = index
            }
        }
    }

    /// The cookie of this name that the call's program has; one that it sends it has, whoever got it.
    private mutating func cookie(_ name: String, _ call: HistoryCall) -> Int? {
        let slot = cookieSlot(name, call, of: call.device)
        if let index = inForce[slot] { return index }
        // The page that sets it may name no device, and an app may load it under a browser's name.
        guard call.cookies.contains(exactly: name), let index = inForce[lastSlot(name)] else { return nil }
        entries[index].subject.device = entries[index].subject.device ?? call.device
        if !call.isSecondScreen { entries[index].received = entries[index].received ?? entries[index].issued.value }
        inForce[slot] = index
        return index
    }

    /// Each program keeps its own: a browser's are not the app's.
    private func cookieSlot(_ name: String, _ call: HistoryCall, of device: Int?) -> Slot {
        let program = call.isSecondScreen ? call.userAgent.map { ExactText($0) } : nil
        return Slot(kind: .cookie, device: device, requestor: program, resource: ExactText(name))
    }

    /// The place of the cookie of this name that was set last.
    private func lastSlot(_ name: String) -> Slot {
        Slot(kind: .cookie, device: -1, requestor: nil, resource: ExactText(name))
    }
}
