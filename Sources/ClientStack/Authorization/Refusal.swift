import PassAPI

/// What to tell the user when a wish cannot be granted.
enum Refusal {
    /// The words for an answer that says no: the provider's own, where it has some.
    static func message(for wish: Wish, _ response: PassResponse) -> String {
        switch wish {
        case .play(let resource) where response.status == 403:
            "“\(resource)” is not in your subscription: \(words(of: response))"
        case .play(let resource): failure(of: resource, response.reason)
        case .preauthorize: "It could not be found out what you may watch: \(response.reason)"
        case .readUserMetadata, .logOut: response.reason
        }
    }

    static func failure(of resource: String, _ reason: String) -> String {
        "“\(resource)” cannot be played: \(reason)"
    }

    private static func words(of response: PassResponse) -> String {
        response.error?.details ?? response.error?.message ?? response.reason
    }
}
