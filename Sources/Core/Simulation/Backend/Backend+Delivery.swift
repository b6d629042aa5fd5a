import Device
import PassAPI
import Services
import SubscriberAccount

// What reaches a client.

extension Backend {
    /// The fate of a request on its way to the service and back.
    struct Reply {
        /// The fault that happened to it.
        var fault: Fault?
        /// The answer of the recording; nil where none answers.
        var answer: RecordedAnswer?
        /// The delivery that reaches the client; nil where the recording has nothing.
        var delivery: Delivery?
    }

    /// Responds to a request that is sent over `connection`.
    mutating func respond(to request: PassRequest, from connection: ClientConnection) -> Reply {
        let rule = faults.next(for: request)
        var reply = Reply(fault: rule?.fault)
        if rule?.isBeforeService == true {
            // What is in between answers no sooner than the service would.
            let delay = rule?.fault == .offline ? .zero : service.configuration?.latency ?? .zero
            reply.delivery = Delivery(outcome: .failure("not sent"), delay: delay)
        } else {
            let response = service.respond(to: request, from: connection, at: now)
            (reply.answer, reply.delivery) = (response.answer, response.delivery)
        }
        if let fault = reply.fault { reply.delivery = reply.delivery.map { fault.disturb($0, to: request) } }
        return reply
    }

    /// Logs in, in a browser that opens the login page `navigation`, and returns where it ends up; nil where a
    /// recording answers.
    mutating func logIn(
        _ navigation: PassRequest,
        as signIn: ScenarioStep.SignIn,
        from connection: ClientConnection
    ) -> LoginResult? {
        withSimulated { service, now in
            let user = signIn.user ?? service.configuration.firstSubscriber(of: signIn.provider) ?? ""
            let login: LoginAttempt =
                signIn.outcome == .wrongPassword
                ? .wrongPassword(mvpd: signIn.provider, user: user) : .signsIn(mvpd: signIn.provider, user: user)
            return service.logIn(navigation, as: login, from: connection, at: now)
        }
    }

    /// Returns the result that Apple's framework gives an app where it asks the provider of the account in Settings
    /// first.
    ///
    /// `metadata` is what it reports of itself.
    mutating func answer(
        _ request: AccountMetadataRequest,
        about account: TVProviderSettings.Account,
        _ metadata: AccountMetadata
    ) -> VSAResult {
        let result = withSimulated { service, now in
            service.attributeResponse(
                provider: account.providerIdentifier,
                user: account.user,
                verificationToken: request.verificationToken,
                attributeNames: request.attributeNames,
                at: now
            )
        }
        switch result {
        case .saml(let text)?:
            var metadata = metadata
            metadata.samlAttributeQueryResponse = text
            return .metadata(metadata, nil)
        case .rejected(let saml)?:
            let info = saml.map { [AccountError.UserInfoEntry(AccountError.samlResponseKey, $0)] } ?? []
            return .metadata(nil, AccountError(.providerRejected, userInfo: info))
        case .invalidVerificationToken?: return .metadata(nil, AccountError(.invalidVerificationToken))
        case .unavailable?, nil: return .metadata(nil, AccountError(.serviceTemporarilyUnavailable))
        }
    }
}
