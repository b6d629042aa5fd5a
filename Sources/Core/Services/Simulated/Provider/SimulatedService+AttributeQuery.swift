import PassAPI
public import VirtualTime

extension SimulatedService {
    /// The MVPD's answer to Apple's attribute query: a SAML response, or why there is none.
    ///
    /// - Parameters:
    ///   - platformMappingID: The platform's id of the MVPD whom the user is signed in with.
    ///   - user: Who is signed in at the platform.
    ///   - verificationToken: Adobe's profile request, as the app handed it to the platform.
    ///   - attributeNames: The attributes asked for.
    ///   - now: True time, which is also what the MVPD's clock shows.
    /// - Returns: ``AttributeResult/unavailable`` where the platform knows no such MVPD.
    public mutating func attributeResponse(
        provider platformMappingID: String,
        user: String,
        verificationToken: String?,
        attributeNames: [String],
        at now: Instant
    ) -> AttributeResult {
        guard let mvpd = provider(platformMappingID: platformMappingID)?.listing.id else { return .unavailable }
        let request = verificationToken.flatMap { profileRequest($0) }
        let terms = ProviderMachine.Terms(
            session: lifetime(request?.requestor, mvpd) { $0.platformSession },
            layout: configuration.quirks.provider.samlLayout
        )
        return withMachine(mvpd) { machine in
            machine.answerAttributeQuery(for: user, request, attributeNames, terms: terms, at: now)
        } ?? .unavailable
    }

    /// The request that a verification token is: one the simulated service remembers, or one it reads.
    private func profileRequest(_ payload: String) -> ProfileRequest? {
        guard let record = state.profileRequestIDs[payload] else { return ProfileRequest(reading: payload) }
        return ProfileRequest(id: record.id, requestor: record.requestor, mvpd: record.mvpd, issued: record.issued)
    }
}
