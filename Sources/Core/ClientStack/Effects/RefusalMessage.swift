import PassAPI
import VirtualTime

/// The message to the user when a pending request cannot be granted.
enum RefusalMessage {
    /// The message for an answer that says no: in the provider's own words, where it has some.
    static func message(for pendingRequest: PendingRequest, _ response: PassResponse) -> Presentation {
        switch pendingRequest {
        case .play(let resource) where response.status == 403:
            .message(
                .notAuthorized,
                denial(of: resource, response),
                [.text("resource", MRSSResource(resource).name), .text("errorDetails", words(of: response))]
            )
        case .play(let resource): failure(of: resource, response.reason)
        case .preauthorize:
            .message(.preauthorizationFailed, "It could not be found out what you may watch: \(response.reason)")
        case .readUserMetadata, .logOut: .message(.requestRefused, response.reason)
        }
    }

    /// What the user is told of a resource that was refused: that the subscription lacks it only where the MVPD has said so.
    static func denial(of resource: String, _ response: PassResponse) -> String {
        let name = MRSSResource(resource).name
        if let reason = response.denialReason { return "“\(name)” is not in your subscription: \(reason)" }
        if case .notAuthorized = response.content { return "“\(name)” is not authorized" }
        return "“\(name)” is not authorized: \(words(of: response))"
    }

    static func failure(of resource: String, _ reason: String) -> Presentation {
        .message(
            .notPlayable,
            "“\(MRSSResource(resource).name)” cannot be played: \(reason)",
            [.text("resource", MRSSResource(resource).name)]
        )
    }

    /// What an error says to a person: the provider's own words, where it has some.
    static func words(of error: PassError) -> String { error.details ?? error.message ?? error.code ?? "refused" }

    private static func words(of response: PassResponse) -> String {
        response.error?.details ?? response.error?.message ?? response.reason
    }
}
