import Conformance
import PassAPI
import Services
import SubscriberAccount

// Which rule a field breaks by its value alone (conformance-rules.md).

extension VSADifference {
    /// The rule that the app breaks with its value of the property.
    var rule: ConformanceRule? {
        switch (property, recorded) {
        case ("channelIdentifier", _): .vsa003
        // Not allowing it where the cookbook does spoils nothing but the app's own picker.
        case ("isInterruptionAllowed", "true"): .vsa004
        case ("includeAccountProviderIdentifier", "false"), ("includeAuthenticationExpirationDate", "false"): .vsa005
        case ("supportedAccountProviderIdentifiers", _): .vsa011
        default: nil
        }
    }
}

extension AccountMetadataRequest {
    /// The rule that featured providers break which are not among the supported ones.
    var ruleOnFeaturedProviders: ConformanceRule? {
        featuredAccountProviderIdentifiers.allSatisfy(supportedAccountProviderIdentifiers.contains) ? nil : .vsa011
    }
}

extension RecordedCall {
    /// The rule that a parameter breaks which the app sent otherwise than the reference client.
    ///
    /// - Parameters:
    ///   - field: the parameter, with what both sent.
    ///   - isProviderKnown: whether Apple's framework had named an unsupported provider, which the app has to pass on.
    /// - Returns: the rule; nil if the parameter is the app's own choice.
    func rule(on field: FieldDifference, isProviderKnown: Bool) -> ConformanceRule? {
        switch field.name {
        case "X-Device-Info": field.recorded == nil ? .hdr001 : nil
        case "mvpd": isProviderKnown && request.operation.role == .code ? .vsa010 : nil
        default: nil
        }
    }
}
