extension PassRequest {
    /// Checks whether a response means "not yet": the user has not logged in, ask again (rest-api-v1.md §7.4, §7.5).
    ///
    /// `response` is what came; nil if nothing did.
    package func isToBeRepeated(after response: PassResponse?) -> Bool {
        switch operation.specification.polling {
        case .never: false
        case .untilSuccess: response.map { !$0.isSuccess && !refusesAccess($0) } ?? true
        case .untilProfile:
            // The map is empty while the user is logging in; an error is none of that.
            if let response {
                if case .profiles(let profiles) = response.content { profiles.isEmpty } else { false }
            } else {
                true
            }
        case .untilTokenByCode:
            if case .tokens(_?, _, _)? = response?.content { false } else { registrationCode != nil }
        }
    }

    /// Checks whether the service refuses the access token: its response to another one is a different one.
    private func refusesAccess(_ response: PassResponse) -> Bool {
        guard response.status == 401, self["Authorization"]?.hasPrefix("Bearer ") == true else { return false }
        guard case .error(let error) = response.content, let code = error.code else { return true }
        return !code.hasPrefix("authentication_session")
    }
}
