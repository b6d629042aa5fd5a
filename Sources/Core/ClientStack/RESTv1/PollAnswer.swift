import PassAPI

/// The meanings of the response to a poll.
///
/// 404 is "not yet", and so is 403, which is `checkauthn`'s way to say it; 410 means an older token that has expired;
/// server errors pass. Only what a repetition cannot change stops the polling.
enum PollAnswer: Hashable, Sendable {
    case signedIn(mvpd: String?)
    case notYet
    case hopeless(String)

    init(_ response: PassResponse, to call: ClientOptions.TokenCall, _ client: ClientConfiguration) {
        switch response.status {
        case _ where response.showsToken(asAnswerTo: call):
            if let mismatch = Consistency.mismatch(in: response, client) {
                self = .hopeless(mismatch)
            } else {
                self = .signedIn(mvpd: response.authentication?.mvpd)
            }
        case 401 where !response.refusesAccessToken: self = .notYet
        case 400, 401, 405: self = .hopeless("Sign-on cannot continue: " + response.reason)
        default: self = .notYet
        }
    }
}
