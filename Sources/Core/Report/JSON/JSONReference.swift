package import Documents
import ClientStack
import Exchanges
import History
import Inspection
import PassAPI
import Replay
import Services
import Simulation
import SubscriberAccount
import VirtualTime

/// The closed lists of the JSON Schema that are made from the code.
///
/// `Scripts/reference` writes them into Documentation/reference/json.schema.json; the tests compare.
package enum JSONReference {
    /// Each list: the definition in the schema, and its words in their order.
    package static var lists: [(definition: String, words: [String])] {
        let operations = Operation.allCases.map(\.rawValue)
        return [
            ("operation", operations),
            (
                "exchangeKind",
                operations + ["unrecognized", "preflight", "providerPage", "programmerService", "other"]
            ),
            ("step", FlowStep.allCases.map(\.rawValue)),
            ("level", FindingLevel.allCases.map(\.rawValue)),
            ("findingCode", FindingJSON.codes),
            ("sourceType", SourceJSON.Kind.allCases.map(\.rawValue)),
            ("expirationKind", ExpirationJSON.kinds),
            ("assumption", Assumption.allCases.map(\.rawValue.camelCased)),
            ("actor", TimelineEvent.Actor.codes),
            ("skipReason", ExchangeFate.Reason.allCases.map(\.rawValue)),
            ("deviceIdentity", DeviceJSON.identities),
            ("accessStatus", AccountAccessStatus.allCases.map(\.name)),
            ("userActionName", userActions.map(\.name)),
            ("fieldRelation", FieldDifference.Relation.allCases.map(\.rawValue)),
            ("differenceCode", RecordingDifference.codes),
            ("differencePart", RecordingDifference.Part.allCases.map(\.rawValue)),
            ("stateKind", StateEntry.Kind.allCases.map(\.rawValue)),
            ("endingCode", Ending.Cause.codes),
            ("failureCode", FailedCall.Cause.allCases.map(\.rawValue)),
            ("reactionCode", ReactionJSON.codes),
            ("refusalCode", ExpirationEffect.Refused.codes),
            ("scenarioVerdict", ScenarioResult.Verdict.allCases.map(\.rawValue)),
            ("inspectedKind", InspectedKind.codes),
            ("inspectionVerdict", Inspection.verdictCodes),
            ("layer", TransportLayer.codes),
            ("inspectedFieldCode", InspectedFieldCode.allCases.map(\.rawValue)),
            ("inspectedRemark", InspectedField.Remark.allCases.map(\.rawValue)),
            ("servedSource", ServedJSON.sources),
            ("unmatchedReason", UnmatchedReason.allCases.map(\.rawValue)),
            ("faultCode", faults.map { $0.name.replacing(" ", with: "-").camelCased }),
        ]
    }

    /// The lists as definitions of the schema have them, by definition.
    package static var definitions: JSONObject {
        JSONObject(lists.map { JSONMember($0.definition, .texts($0.words)) })
    }

    /// One action of each kind.
    private static let userActions: [UserAction.Action] = [
        .launch, .selectProvider(""), .closeWebView, .confirmLogin, .cancel, .play(resource: ""),
        .preauthorize(resources: []),
        .readUserMetadata, .logOut, .foreground, .background,
    ]

    /// One fault of each kind.
    private static let faults: [Fault] = [
        .offline, .timeout(after: .zero), .reset, .slow(by: .zero), .status(503), .statusPage(503), .garbageBody,
        .truncatedBody,
    ]
}

extension InspectedKind {
    /// What JSON calls the kinds there are.
    static let codes = [
        "accessTokenResponse", "authenticationResponse", "authenticationSession", "authnToken", "authorizationResponse",
        "authorizeResponse", "authzToken", "clientRegistration", "configuration", "date", "decisions",
        "deviceIdentifier", "deviceInformation", "enhancedError", "error", "form", "frameworkStatus", "htmlPage",
        "individualization", "jsonDocument", "jws", "jwt", "logouts", "mediaToken", "mediaTokenResponse", "oauthError",
        "preauthorization", "profiles", "registrationRecord", "request", "response", "samlMessage", "samlResponse",
        "sessionResponse", "sessionStatus", "signedToken", "softwareStatementRequest", "unknown", "userMetadata",
        "vsaCall", "xmlDocument",
    ]
}
