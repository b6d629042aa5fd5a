import ClientStack
import PassAPI
import Services
import VirtualTime

// Pages of a logout that a recording holds.

extension World {
    /// Loads a page from the recording, where it holds a page load that matches.
    ///
    /// - Returns: false if no recording responds, or none with this page.
    mutating func loadRecorded(_ request: PassRequest, _ app: Int) -> Bool {
        guard let match = backend.service.withRecorded({ $0.pageLoad(for: request) }) ?? nil else { return false }
        let page = request.asMade(like: match.call)
        // A page has no number of the client's requests: that of its exchange, below them all, is as unique.
        let id = RequestID(-match.call.ordinal)
        tell(.client, page.operation.rawValue, page, page.valuesAsSent, app, link: EventLink(call: id.number))
        observe(app, .requestSent(page, .match(match)))
        apps[app].sources[id] = match.call
        schedule(.simulatedUser(app: app, .pageLoaded(id, match.call.outcome)), after: match.call.duration)
        return true
    }

    /// The page has been loaded, and the web view is closed; where the replay has left it behind, nothing happens.
    mutating func endRecordedPage(_ id: RequestID, _ outcome: Delivery.Outcome, _ app: Int) {
        guard let call = apps[app].sources.removeValue(forKey: id) else { return }
        let link = EventLink(of: id, from: call)
        let operation = call.request.operation.rawValue
        switch outcome {
        case .response(let response):
            tell(.service, operation, response, response.values + [.number("exchange", call.ordinal)], app, link: link)
        case .failure:
            tell(.service, operation, outcome, [.truth("hasResponse", false)], app, link: link)
        }
        observe(app, .answerArrived(call))
        closePage(app)
    }
}
