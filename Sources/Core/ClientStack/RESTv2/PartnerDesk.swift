import PassAPI
import SubscriberAccount

/// The service and the platform as Apple's sign-in knows them, in REST API V2 (rest-api-v2.md §6.6).
struct PartnerDesk: AppleSignInDesk {
    var desk: Desk
    let configuration: StreamingAppConfiguration
    /// The parts that its calls have in common.
    let device: DeviceContext
    let status: PartnerFrameworkStatus?

    var buffer: EffectBuffer {
        get { desk.buffer }
        set { desk.buffer = newValue }
    }

    var nilExpirationDate: ClientOptions.MissingExpiry { configuration.client.options.nilExpirationDate }

    func step(of stage: AppleSignIn.Stage) -> FlowStep {
        switch stage {
        case .account: .partnerStatus
        case .picker: .partnerPicker
        case .forwarding: .forwardToPartner
        }
    }

    mutating func ask(_ question: VSARequest) { desk.ask(question) }

    /// C3: the service takes the MVPD from the status.
    mutating func requestProfile(for mvpd: MVPD) {
        desk.call(
            .partnerRequest(
                device,
                domainName: configuration.client.domainName,
                redirectURL: configuration.client.redirectURL,
                partnerFrameworkStatus: status?.headerValue ?? ""
            ),
            for: .partnerRequest
        )
    }

    /// C5.
    mutating func exchange(_ saml: String, for mvpd: MVPD) {
        desk.call(
            .createPartnerProfile(
                device,
                samlResponse: saml,
                partnerFrameworkStatus: status?.headerValue ?? ""
            ),
            for: .partnerProfile
        )
    }
}
