import PassAPI
import VirtualTime

extension SimulatedService {
    /// The answer to a call that was let in.
    mutating func perform(_ call: Call) throws(RefusedCall) -> PassResponse {
        switch call.request.operation {
        case .register: register(call)
        case .accessToken: issueAccessToken(call)
        case .createRegistrationCode: try createRegistrationCode(call)
        case .readRegistrationRecord: try readRegistrationRecord(call)
        case .deleteRegistrationRecord: try deleteRegistrationRecord(call)
        case .configuration: try listProviders("requestor", call)
        case .initiateAuthentication, .sdkAuthenticate: try openLogin(call)
        case .readAuthenticationByCode: try readAuthenticationByCode(call)
        case .checkAuthenticationByCode: try checkAuthenticationByCode(call)
        case .checkAuthentication: try checkAuthentication(call)
        case .readAuthenticationToken: try readAuthenticationToken(call)
        case .profileRequest: try issueProfileRequest(call)
        case .exchangeToken: try exchangeToken(call)
        case .authorize: try authorize(call)
        case .readAuthorizationToken: try readAuthorizationToken(call)
        case .mediaToken: try issueMediaToken(call)
        case .preauthorize: try preauthorize(call)
        case .preauthorizeByCode: try preauthorizeByCode(call)
        case .userMetadata: try readUserMetadata(call)
        case .logout: try logOutDevice(call)
        case .freePreview: freePreview(call.request, at: call.now)
        case .resetTempPass: resetTempPass(call.request, at: call.now)
        case .individualizeDevice: try individualizeDevice(call)
        case .sdkConfiguration: try listProviders("requestor", call)
        case .assertionConsumer: try consumeAssertion(call)
        case .session, .sessionDevice: try issueAuthenticationToken(call)
        case .sdkPreauthorize: try sdkPreauthorize(call)
        case .sdkAuthorize, .authorizeDevice: try sdkAuthorize(call)
        case .shortAuthorize, .deviceShortAuthorize: try sdkMediaToken(call)
        case .sdkLogout: sdkLogout(call)
        case .sdkUserMetadata: try sdkUserMetadata(call)
        case .sign: try sign(call)
        case .serviceConfiguration: try listProvidersOfV2(call)
        case .createSession: try createSession(call)
        case .resumeSession: try resumeSession(call)
        case .readSession: try readSession(call)
        case .authenticateInUserAgent: try openLogin(call)
        case .profiles: try listProfiles(call)
        case .profileForMVPD: try readProfile(call)
        case .profileForCode: try readProfileByCode(call)
        case .decidePreauthorization, .decideAuthorization: try decideResources(call)
        case .endProfile: try endProfile(call)
        case .partnerRequest: try requestPartner(call)
        case .createPartnerProfile: try createPartnerProfile(call)
        case .sdkGetMetadata, .sdkOAuth2: notImplemented(call)
        }
    }

    /// 404 for what no source describes well enough to be simulated (Documentation/explanation/simulated-service.md lists them).
    private mutating func notImplemented(_ call: Call) -> PassResponse {
        failure(404, "Not Found", details: "the simulated service does not simulate \(call.request.operation.rawValue)")
    }
}
