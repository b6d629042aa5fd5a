import PassAPI
import Services
import SubscriberAccount
import Tokens
import VirtualTime

extension ReplayWarning.Content {
    /// The rule of conformance-rules.md that the app breaks by this alone.
    var brokenRule: String? {
        switch self {
        case .permissionNotAsked(_, let isAssumed): isAssumed ? "VSA-001" : "VSA-002"
        case .questionDiffers(let difference): Self.rule(on: difference)
        // Faster than 3 s: a must below 1 s, else a should.
        case .polledAtAnotherPace(let pace, _): pace.interval < PollPace.shortest ? "POLL-001" : nil
        case .programmerHost(_, _, _, let sendsToken): sendsToken ? "SEC-001" : nil
        case .callNotNeeded(.register): "DCR-001"
        case .deviceIDChanged: "DEV-001"
        case .polledAfterSuccess: "POLL-002"
        case .samlResponse(let fault): fault.rule
        case .callNotNeeded(.accessToken): "DCR-002"
        // Reserved characters in query and form values are percent-encoded.
        case .mediaTokenNotEncoded: "V1-AUTHN-002"
        case .permissionAskedAgain, .platformLoginSkipped, .parameterDiffers, .foreignHost, .callNotNeeded,
            .unrecognized, .logoutWithoutRequestor, .authorizationNotNeeded:
            nil
        }
    }

    private static func rule(on difference: VSADifference) -> String? {
        switch (difference.property, difference.recorded) {
        case ("channelIdentifier", _): "VSA-003"
        // Not allowing it where the cookbook does spoils nothing but the app's own picker.
        case ("isInterruptionAllowed", "true"): "VSA-004"
        case ("includeAccountProviderIdentifier", "false"), ("includeAuthenticationExpirationDate", "false"): "VSA-005"
        case ("supportedAccountProviderIdentifiers", _): "VSA-011"
        default: nil
        }
    }
}

extension AccountMetadataRequest {
    /// The rule that featured providers break which are not among the supported ones.
    var ruleOnFeaturedProviders: String? {
        featuredAccountProviderIdentifiers.allSatisfy(supportedAccountProviderIdentifiers.contains) ? nil : "VSA-011"
    }
}

extension RecordedCall {
    /// The rule that a parameter breaks which the app sent otherwise than the reference client.
    ///
    /// - Parameters:
    ///   - field: the parameter, with what both sent.
    ///   - isProviderKnown: whether Apple's framework had named an unsupported provider, which the app has to pass on.
    /// - Returns: the rule's id; nil if the parameter is the app's own choice.
    func rule(on field: FieldDifference, isProviderKnown: Bool) -> String? {
        switch field.name {
        case "X-Device-Info": field.recorded == nil ? "HDR-001" : nil
        case "mvpd": isProviderKnown && request.operation.role == .code ? "VSA-010" : nil
        default: nil
        }
    }
}
