// What the timeline tells a reader of it, in one line.

import SubscriberAccount

extension AccountQuestion {
    var kind: String {
        switch self {
        case .checkAccessStatus: "checkAccessStatus"
        case .enqueue: "enqueue"
        }
    }

    var summary: String {
        switch self {
        case .checkAccessStatus(let prompt):
            "may the app read subscription information?" + (prompt ? " (may ask the user)" : "")
        case .enqueue(let request) where request.verificationToken != nil:
            "metadata with a SAML answer for \(request.attributeNames.joined(separator: ", "))"
        case .enqueue(let request):
            request.isInterruptionAllowed
                ? "metadata, the user may be asked to log in" : "metadata, without disturbing the user"
        }
    }
}
