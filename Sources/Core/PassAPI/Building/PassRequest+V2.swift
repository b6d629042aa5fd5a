import Documents

/// The calls of REST API V2 with their documented parameters (rest-api-v2.md §5).
extension PassRequest {
    /// `v2.configuration`: the MVPD list (§5.1).
    public static func serviceConfiguration(_ device: DeviceContext) -> PassRequest {
        v2(.serviceConfiguration, device).inSpecificationOrder
    }

    /// What a login needs; nil where the device leaves it to a second screen (§5.2).
    public struct LoginParameters: Hashable, Sendable {
        public var mvpd: String
        public var domainName: String
        public var redirectURL: String

        /// These three.
        public init(mvpd: String, domainName: String, redirectURL: String) {
            (self.mvpd, self.domainName, self.redirectURL) = (mvpd, domainName, redirectURL)
        }
    }

    /// `v2.session.create` (§5.2).
    public static func createSession(_ device: DeviceContext, _ login: LoginParameters?) -> PassRequest {
        v2(.createSession, device).with("mvpd", login?.mvpd).with("domainName", login?.domainName)
            .with("redirectUrl", login?.redirectURL).inSpecificationOrder
    }

    /// `v2.authenticate`: where a user agent logs in with a code (§5.5).
    public static func authenticateInUserAgent(serviceProvider: String, code: String) -> PassRequest {
        PassRequest(.authenticateInUserAgent).with("serviceProvider", serviceProvider).with("code", code)
    }

    /// `v2.profiles`, or `v2.profile.mvpd` where one is named (§5.6, §5.7).
    public static func profiles(
        _ device: DeviceContext,
        mvpd: String? = nil,
        partnerFrameworkStatus: String? = nil
    ) -> PassRequest {
        v2(mvpd == nil ? .profiles : .profileForMVPD, device).with("mvpd", mvpd)
            .with(PartnerFrameworkStatus.header, partnerFrameworkStatus).inSpecificationOrder
    }

    /// `v2.profile.code`: whether the user has logged in with it (§5.8).
    public static func profile(_ device: DeviceContext, code: String) -> PassRequest {
        v2(.profileForCode, device).with("code", code).inSpecificationOrder
    }

    /// `v2.decision.authorize` or `v2.decision.preauthorize` (§5.9, §5.10).
    public static func decisions(
        _ operation: Operation,
        _ device: DeviceContext,
        mvpd: String,
        resources: [String],
        partnerFrameworkStatus: String? = nil
    ) -> PassRequest {
        var request = v2(operation, device).with("mvpd", mvpd)
        for resource in resources { request = request.with(ParameterSpecification.resources.name, resource) }
        return request.with(PartnerFrameworkStatus.header, partnerFrameworkStatus).inSpecificationOrder
    }

    /// `v2.logout` (§5.11).
    public static func endProfile(_ device: DeviceContext, mvpd: String, redirectURL: String) -> PassRequest {
        v2(.endProfile, device).with("mvpd", mvpd).with("redirectUrl", redirectURL).inSpecificationOrder
    }

    /// `v2.partner.request`: the SAML request for Apple's framework (§5.12).
    public static func partnerRequest(
        _ device: DeviceContext,
        domainName: String,
        redirectURL: String,
        partnerFrameworkStatus: String
    ) -> PassRequest {
        v2(.partnerRequest, device).with("partner", "Apple").with("domainName", domainName)
            .with("redirectUrl", redirectURL).with(PartnerFrameworkStatus.header, partnerFrameworkStatus)
            .inSpecificationOrder
    }

    /// `v2.partner.profile`: Apple's response for a profile (§5.13).
    ///
    /// - Parameters:
    ///   - device: Who asks.
    ///   - samlResponse: The Base64 text of `SAMLNormalization.base64`; building the request percent-encodes it, once.
    ///   - partnerFrameworkStatus: The status in the header.
    /// - Returns: The request.
    public static func createPartnerProfile(
        _ device: DeviceContext,
        samlResponse: String,
        partnerFrameworkStatus: String
    ) -> PassRequest {
        v2(.createPartnerProfile, device).with("partner", "Apple").with("SAMLResponse", samlResponse)
            .with(PartnerFrameworkStatus.header, partnerFrameworkStatus).inSpecificationOrder
    }

    private static func v2(_ operation: Operation, _ device: DeviceContext) -> PassRequest {
        var request = PassRequest(operation).with("serviceProvider", device.requestor)
            .with(DeviceIdentifier.header, device.deviceID).with("X-Device-Info", device.deviceInformation)
            .with("Authorization", device.accessToken.map { "Bearer " + $0 })
        for header in device.userHeaders
        where header.$name != ExactText(ServiceToken.header) || operationsWithServiceToken.contains(operation) {
            request = request.with(header.name, header.value)
        }
        return request
    }

    /// The calls that bring a service token; what the platform says goes with every call (§3.1, §3.5, §6.7).
    private static let operationsWithServiceToken: Set<Operation> = [
        .createSession, .profiles, .profileForMVPD, .profileForCode, .decidePreauthorization, .decideAuthorization,
        .endProfile,
    ]
}
