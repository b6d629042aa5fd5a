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
                "“\(resource)” is not in your subscription: \(words(of: response))",
                [.text("resource", MRSSResource(resource).name), .text("errorDetails", words(of: response))]
            )
        case .play(let resource): failure(of: resource, response.reason)
        case .preauthorize:
            .message(.preauthorizationFailed, "It could not be found out what you may watch: \(response.reason)")
        case .readUserMetadata, .logOut: .message(.requestRefused, response.reason)
        }
    }

    static func failure(of resource: String, _ reason: String) -> Presentation {
        .message(
            .notPlayable,
            "“\(resource)” cannot be played: \(reason)",
            [.text("resource", MRSSResource(resource).name)]
        )
    }

    private static func words(of response: PassResponse) -> String {
        response.error?.details ?? response.error?.message ?? response.reason
    }
}
