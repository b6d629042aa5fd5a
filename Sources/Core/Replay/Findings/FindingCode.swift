import Services

/// The code of a finding, from a closed list: what JSON has, and what an explanation is filed under.
public enum FindingCode: String, Hashable, Sendable, CaseIterable {
    // Errors: why the recording cannot answer, or does not agree.
    case notRecorded, alreadyReplayed, outOfOrder, fieldMismatch, expiredDuringReplay, bodyOmitted
    // Warnings, or notes where the app may do so.
    case permissionNotAsked, permissionAskedAgain, metadataRequestMismatch, platformSignInSkipped, parameterMismatch
    case polledFaster, polledSlower, bearerTokenDisclosed, thirdPartyHost, requestNotNeeded, unrecognizedOperation
    case deviceIDChanged, polledAfterSuccess, samlEncodedTwice, samlBase64Wrapped, samlNotNormalized
    case mediaTokenNotEncoded, logoutWithoutRequestor, authorizationNotNeeded
    case behaviorDiffers, ruleBroken
    // Notes: what was inferred, what the recording lacks.
    case signedInBefore, registeredBefore, accessTokenBefore, launchedBefore, versionAssumed, systemReplayedAs
    case otherDevices, otherRequestors, userActionsInferred, vsaResultsInferred, platformShown, recordingEnds, stopped
    case serviceStateAssumed, behaviorAssumed, cookieEnds, mediaRefused, documentedSDK
}

extension Divergence {
    /// An error, always: nothing after it is known to be as recorded.
    public var level: FindingLevel { .error }

    /// Why, from the closed list.
    public var code: FindingCode {
        switch reason {
        case .notRecorded: .notRecorded
        case .alreadyReplayed: .alreadyReplayed
        case .outOfOrder: .outOfOrder
        case .fieldMismatch: .fieldMismatch
        case .bodyOmitted: .bodyOmitted
        case .expiredDuringReplay: .expiredDuringReplay
        }
    }
}

extension BehaviorDifference {
    /// A warning where the row breaks a rule by itself, else a note.
    public var level: FindingLevel { rule == nil ? .note : .warning }

    /// `ruleBroken` or `behaviorDiffers`; which row it is, ``row`` names.
    public var code: FindingCode { rule == nil ? .behaviorDiffers : .ruleBroken }
}

extension ReplayNote {
    /// A note, always.
    public var level: FindingLevel { .note }

    /// What the note is about, from the closed list.
    public var code: FindingCode {
        switch self {
        case .signedOnBefore, .signedInBefore: .signedInBefore
        case .registeredBefore: .registeredBefore
        case .accessTokenBefore: .accessTokenBefore
        case .launchedBefore: .launchedBefore
        case .versionAssumed: .versionAssumed
        case .systemReplayedAs: .systemReplayedAs
        case .otherDevices: .otherDevices
        case .otherRequestors: .otherRequestors
        case .userInferred: .userActionsInferred
        case .platformInferred: .vsaResultsInferred
        case .platformShown: .platformShown
        case .recordingEnds: .recordingEnds
        case .stopped: .stopped
        case .assumed: .serviceStateAssumed
        case .rowsAssumed: .behaviorAssumed
        case .cookieEnds: .cookieEnds
        case .mediaRefused: .mediaRefused
        case .documentedSDK: .documentedSDK
        }
    }
}
