import PassAPI
import VirtualTime

/// S11: what a signed-on client does for one pending request at a time.
///
/// Each playback makes both calls anew; a media token is handed on and not kept (apple-sso-flow.md §6;
/// rest-api-v1.md §7.10, §9; row K-74).
struct Session: Hashable, Sendable {
    /// The MVPD of the AuthN token, as soon as an answer has named it.
    private(set) var mvpd: String?
    private var state = State.free

    private enum State: Hashable, Sendable {
        case free
        case authorizing(resource: String, isRepeated: Bool)
        case fetchingMediaToken(AuthorizationDetails, isRepeated: Bool)
        case preauthorizing(resources: [String], isRepeated: Bool)
        case readingUserMetadata
    }

    /// The outcomes of one event.
    enum Outcome: Hashable, Sendable {
        case goesOn
        /// The pending request is dealt with.
        case done
        /// The AuthN token is gone; the pending request is to be tried once more after signing on.
        case needsSignOn(PendingRequest)
    }

    init(mvpd: String?) { self.mvpd = mvpd }

    /// A session that waits for the answer to `request`, which somebody else has made; nil if it makes no such call.
    init?(waitingFor request: PassRequest, mvpd: String?, _ client: ClientConfiguration) {
        self.mvpd = mvpd
        let resource = request["resource"] ?? ""
        switch request.operation {
        case .authorize: state = .authorizing(resource: resource, isRepeated: false)
        case .mediaToken:
            let authorization = AuthorizationDetails(requestor: client.requestor, resource: resource, mvpd: mvpd ?? "")
            state = .fetchingMediaToken(authorization, isRepeated: false)
        case .preauthorize:
            let resources = resource.split(separator: ",").map { String($0) }
            state = .preauthorizing(resources: resources, isRepeated: false)
        case .userMetadata: state = .readingUserMetadata
        default: return nil
        }
    }

    /// Begins with a pending request other than logging out; `isRepeated` after a sign-on that it caused.
    mutating func begin(_ pendingRequest: PendingRequest, isRepeated: Bool, _ desk: inout Desk) -> Outcome {
        switch pendingRequest {
        case .play(let resource):
            state = .authorizing(resource: resource, isRepeated: isRepeated)
            desk.call(.authorize(desk.configuration.device, resource: resource), for: .authorization)
        case .preauthorize(let resources):
            if resources.isEmpty {
                desk.buffer.present(.preauthorization([]))
                return .done
            }
            state = .preauthorizing(resources: resources, isRepeated: isRepeated)
            desk.call(.preauthorize(desk.configuration.device, resources: resources), for: .authorization)
        case .readUserMetadata:
            state = .readingUserMetadata
            desk.call(.userMetadata(desk.configuration.device), for: .authorization)
        case .logOut: return .done
        }
        return .goesOn
    }

    mutating func handle(_ event: FlowEvent, _ desk: inout Desk) -> Outcome {
        switch (state, event) {
        case (.authorizing(let resource, let isRepeated), .answered(let response)):
            return evaluateAuthorization(response, resource, isRepeated, &desk)
        case (.fetchingMediaToken(let authorization, let isRepeated), .answered(let response)):
            return evaluateMediaToken(response, authorization, isRepeated, &desk)
        case (.preauthorizing(let resources, let isRepeated), .answered(let response)):
            return evaluatePreauthorization(response, resources, isRepeated, &desk)
        case (.readingUserMetadata, .answered(let response)):
            guard response.isSuccess || response.status == 404 else {
                let words = "The user's metadata could not be read: " + response.reason
                return finish(.message(.requestRefused, words), &desk)
            }
            return finish(nil, &desk)
        case (.authorizing(let resource, _), .failed(let failure)):
            return finish(RefusalMessage.failure(of: resource, failure.reason), &desk)
        case (.fetchingMediaToken(let authorization, _), .failed(let failure)):
            return finish(RefusalMessage.failure(of: authorization.resource, failure.reason), &desk)
        case (.preauthorizing, .failed(let failure)), (.readingUserMetadata, .failed(let failure)):
            return finish(.message(.noResponse, "The service did not respond: " + failure.reason), &desk)
        default:
            return .goesOn
        }
    }
}

extension Session {
    private mutating func evaluateAuthorization(
        _ response: PassResponse,
        _ resource: String,
        _ isRepeated: Bool,
        _ desk: inout Desk
    ) -> Outcome {
        guard response.status == 200, case .authorization(let details) = response.content else {
            if response.asksForAuthenticationByAuthorize, !isRepeated {
                state = .free
                return .needsSignOn(.play(resource: resource))
            }
            return refuse(response, .play(resource: resource), isRepeated, &desk)
        }
        if let mismatch = Consistency.mismatch(
            in: details,
            resource: resource,
            mvpd: mvpd,
            desk.configuration
        ) {
            return finish(.message(.responseMismatch, mismatch), &desk)
        }
        mvpd = mvpd ?? details.mvpd
        var authorization = details
        // As it was asked for: the service may write the same resource in another form.
        authorization.resource = resource
        state = .fetchingMediaToken(authorization, isRepeated: isRepeated)
        desk.call(.mediaToken(desk.configuration.device, resource: resource), for: .authorization)
        return .goesOn
    }

    private mutating func evaluateMediaToken(
        _ response: PassResponse,
        _ authorization: AuthorizationDetails,
        _ isRepeated: Bool,
        _ desk: inout Desk
    ) -> Outcome {
        guard response.status == 200, case .mediaToken(let details) = response.content else {
            return refuse(response, .play(resource: authorization.resource), isRepeated, &desk)
        }
        if let mismatch = Consistency.mismatch(in: details, for: authorization, desk.configuration) {
            return finish(.message(.responseMismatch, mismatch), &desk)
        }
        desk.buffer.play(authorization.resource, details.serializedToken)
        return finish(nil, &desk)
    }

    private mutating func evaluatePreauthorization(
        _ response: PassResponse,
        _ resources: [String],
        _ isRepeated: Bool,
        _ desk: inout Desk
    ) -> Outcome {
        guard response.status == 200, case .preauthorization(let answers) = response.content else {
            return refuse(response, .preauthorize(resources: resources), isRepeated, &desk)
        }
        if let mismatch = Consistency.mismatch(in: answers, asked: resources) {
            return finish(.message(.responseMismatch, mismatch), &desk)
        }
        desk.buffer.present(.preauthorization(answers))
        return finish(nil, &desk)
    }

    /// AuthN-type: back to sign-on, once for a pending request; AuthZ-type and the rest: a message (rest-api-v1.md §9).
    private mutating func refuse(
        _ response: PassResponse,
        _ pendingRequest: PendingRequest,
        _ isRepeated: Bool,
        _ desk: inout Desk
    ) -> Outcome {
        if response.asksForAuthentication, !isRepeated {
            state = .free
            return .needsSignOn(pendingRequest)
        }
        return finish(RefusalMessage.message(for: pendingRequest, response), &desk)
    }

    private mutating func finish(_ message: Presentation?, _ desk: inout Desk) -> Outcome {
        state = .free
        if let message { desk.buffer.present(message) }
        return .done
    }
}
