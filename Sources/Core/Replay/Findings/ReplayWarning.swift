public import ClientStack
public import Conformance
public import PassAPI
public import Services
public import Tokens
public import VirtualTime

/// A place where the recorded client did other than the reference client, though both can continue.
public struct ReplayWarning: Hashable, Sendable {
    /// What the app did, from a closed list: what JSON has, and what an explanation is filed under.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case permissionNotAsked, permissionAskedAgain, metadataRequestMismatch, platformSignInSkipped
        case parameterMismatch
        case polledFaster, polledSlower, bearerTokenDisclosed, thirdPartyHost, requestNotNeeded, unrecognizedOperation
        case deviceIDChanged, polledAfterSuccess, samlEncodedTwice, samlBase64Wrapped, samlNotNormalized
        case mediaTokenNotEncoded, logoutWithoutRequestor, authorizationNotNeeded
        case headerMalformed, headerMissing, mediaTokenReused, throttleIgnored, refusedTokenReused, redirectEncodedTwice
    }

    /// The acts of the recorded client that differ, with the facts that readers see.
    public enum Content: Hashable, Sendable {
        /// Did not ask for permission in this step; granted is assumed, or the last answer given again.
        case permissionNotAsked(FlowStep?, isAssumed: Bool)
        /// Asked for permission once more than the reference client.
        case permissionAskedAgain
        /// Asked the platform with another property.
        case questionDiffers(VSADifference)
        /// Went on with regular login in this step; that the user cancelled is taken to be the answer.
        case platformLoginSkipped(FlowStep?)
        /// Sent an optional parameter of this operation otherwise.
        case parameterDiffers(Operation, FieldDifference)
        /// Polled after the first interval where the reference client waits for the second.
        case polledAtAnotherPace(PollPace, reference: Duration)
        /// Called the programmer's own service, maybe with its bearer token.
        case programmerHost(String, method: String, path: String, sendsToken: Bool)
        /// Called a host that has nothing to do with signing on.
        case foreignHost(String)
        /// Called an operation that the reference client does not need here.
        case callNotNeeded(Operation)
        /// Called what no document names.
        case unrecognized(method: String, path: String)
        /// Named itself by one device id after the other.
        case deviceIDChanged([String])
        /// Polled on with this operation after the token had arrived.
        case polledAfterSuccess(Operation)
        /// Sent the SAML response with this fault.
        case samlResponse(SAMLTransportFault)
        /// Sent the media token to this host in this field with a raw `+`.
        case mediaTokenNotEncoded(String, field: String)
        /// Logged out without naming the requestor.
        case logoutWithoutRequestor
        /// Requested this authorization while it held a valid one, with which the second operation alone suffices.
        case authorizationNotNeeded(Operation, Operation)
        /// Sent a header that does not say what it is for.
        case headerMalformed(String, HeaderFault)
        /// Left a header out of every call that is listed with it.
        case headerMissing(String)
        /// Took a media token to this host that it had taken there before.
        case mediaTokenReused(String)
        /// Called this operation so soon after 429.
        case throttleIgnored(Operation, pause: Duration)
        /// Called this operation once more with the access token that it was refused with.
        case refusedTokenReused(Operation)
        /// Sent an address to come back to that is percent-encoded within the encoding of its place.
        case redirectEncodedTwice(Operation)
    }

    /// The act that differs.
    public var content: Content
    /// The instant at which it showed, in virtual time.
    public var instant: Instant
    /// The exchanges it concerns, by ordinal.
    public var exchanges: [Int]
    /// The VSA calls it concerns, by ordinal.
    public var vsaCalls: [Int]
    /// The rule that the app breaks, a *must* or a *should*; nil if it may do so.
    public var rule: ConformanceRule?

    /// A warning with these parts; the rule is that of `content`, unless another one is given.
    public init(
        _ content: Content,
        at instant: Instant,
        exchanges: [Int] = [],
        vsaCalls: [Int] = [],
        breaking rule: ConformanceRule? = nil
    ) {
        self.content = content
        self.instant = instant
        self.exchanges = exchanges
        self.vsaCalls = vsaCalls
        self.rule = rule ?? content.row.rule
    }
}

// MARK: A row a finding

extension ReplayWarning {
    /// All that is known of a way to differ, but for its words, which `Report` has.
    struct Row {
        var code: Code
        /// The name for it in a digest: the word that was shown first, whatever is shown today; nil where the recording alone shows it,
        /// whatever the replayed client does.
        let digest: String?
        /// The rule that the app breaks by this alone.
        var rule: ConformanceRule?
        /// The fields that differ.
        var fields: [FindingField] = []
        /// The step of the flow; nil where it is in none, or is not known.
        var step: FlowStep?

        /// A row of these parts; whether a digest has it is to be decided.
        init(
            code: Code,
            digest: String?,
            rule: ConformanceRule? = nil,
            fields: [FindingField] = [],
            step: FlowStep? = nil
        ) {
            self.code = code
            self.digest = digest
            self.rule = rule
            self.fields = fields
            self.step = step
        }
    }

    /// What the app did, from the closed list.
    public var code: Code { content.row.code }
    /// The warning where a rule is broken, else a note.
    public var level: FindingLevel { rule == nil ? .note : .warning }
    /// The fields that differ.
    public var fields: [FindingField] { content.row.fields }
    /// The step of the flow; nil where it is in none, or is not known.
    public var step: FlowStep? { content.row.step }
    /// The id of the rule that the app breaks.
    public var brokenRule: String? { rule?.id }

    /// False if the recording alone shows it, whatever the replayed client does: no digest takes it in.
    var isInDigest: Bool { content.row.digest != nil }

    /// The way in which it differs, and the recorded exchanges and VSA calls that show it.
    var values: [EventValue] {
        [
            .code("warning", content.row.digest ?? code.rawValue), .list("exchanges", exchanges.map(String.init)),
            .list("vsaCalls", vsaCalls.map(String.init)),
        ]
    }
}

extension ReplayWarning.Content {
    var row: ReplayWarning.Row {
        switch self {
        case .permissionNotAsked(let step, let isAssumed):
            .init(
                code: .permissionNotAsked,
                digest: "permissionNotAsked",
                rule: isAssumed ? .vsa001 : .vsa002,
                step: step
            )
        case .permissionAskedAgain: .init(code: .permissionAskedAgain, digest: "metadataRequestMismatch")
        case .questionDiffers(let difference):
            .init(
                code: .metadataRequestMismatch,
                digest: "metadataRequestMismatch",
                rule: difference.rule,
                fields: [.property(difference)]
            )
        case .platformLoginSkipped(let step):
            .init(code: .platformSignInSkipped, digest: "platformSignInSkipped", step: step)
        case .parameterDiffers(_, let field):
            .init(code: .parameterMismatch, digest: "parameterMismatch", fields: [.parameter(field)])
        case .polledAtAnotherPace(let pace, let reference):
            .init(
                code: pace.interval < reference ? .polledFaster : .polledSlower,
                digest: "polledAtAnotherPace",
                // Faster than 3 s: a must below 1 s, else a should.
                rule: pace.interval < PollPace.shortest ? .poll001 : nil,
                fields: [
                    .value("intervalMicroseconds", .duration(pace.interval), .duration(reference)),
                    .value("medianMicroseconds", .duration(pace.median)),
                    .value("intervalCount", .number(Int64(pace.intervalCount))),
                ]
            )
        case .programmerHost(let host, _, _, let sendsToken):
            .init(
                code: sendsToken ? .bearerTokenDisclosed : .thirdPartyHost,
                digest: "thirdPartyHost",
                rule: sendsToken ? .sec001 : nil,
                fields: [.value("host", .text(host))]
            )
        case .foreignHost(let host):
            .init(code: .thirdPartyHost, digest: "thirdPartyHost", fields: [.value("host", .text(host))])
        case .callNotNeeded(let operation):
            .init(
                code: .requestNotNeeded,
                digest: "requestNotNeeded",
                rule: operation.role == .registration ? .dcr001 : operation.role == .accessToken ? .dcr002 : nil,
                fields: [.operation(operation)]
            )
        case .unrecognized(let method, let path):
            .init(
                code: .unrecognizedOperation,
                digest: "requestNotNeeded",
                fields: [.value("method", .text(method)), .value("path", .text(path))]
            )
        case .deviceIDChanged(let devices):
            .init(
                code: .deviceIDChanged,
                digest: "deviceIDChanged",
                rule: .dev001,
                fields: devices.map { .value("deviceId", .text($0)) }
            )
        case .polledAfterSuccess(let operation):
            .init(
                code: .polledAfterSuccess,
                digest: "polledAfterSuccess",
                rule: .poll002,
                fields: [.operation(operation)]
            )
        case .samlResponse(let fault):
            .init(
                code: fault.code,
                digest: "samlResponseDiffers",
                rule: fault == .notNormalized ? .saml002 : .saml001,
                fields: [.value("SAMLResponse")]
            )
        // Reserved characters in query and form values are percent-encoded.
        case .mediaTokenNotEncoded(let host, let field):
            .init(
                code: .mediaTokenNotEncoded,
                digest: nil,
                rule: .v1Authn002,
                fields: [.value("host", .text(host)), .value(field)]
            )
        case .logoutWithoutRequestor:
            .init(code: .logoutWithoutRequestor, digest: nil, fields: [.value("requestor")])
        case .authorizationNotNeeded(let operation, _):
            .init(code: .authorizationNotNeeded, digest: nil, fields: [.operation(operation)])
        case .headerMalformed(let header, let fault):
            .init(
                code: .headerMalformed,
                digest: nil,
                rule: header == "X-Device-Info" ? .hdr002 : header == DeviceIdentifier.header ? .dev003 : .v2Pfs002,
                fields: [.value("header", .text(header)), .value("fault", .text(fault.rawValue))]
            )
        case .headerMissing(let header):
            .init(code: .headerMissing, digest: nil, rule: .hdr001, fields: [.value("header", .text(header))])
        case .mediaTokenReused(let host):
            .init(code: .mediaTokenReused, digest: nil, rule: .mt001, fields: [.value("host", .text(host))])
        case .throttleIgnored(let operation, let pause):
            .init(
                code: .throttleIgnored,
                digest: nil,
                rule: .thr001,
                fields: [.operation(operation), .value("pauseMicroseconds", .duration(pause))]
            )
        case .refusedTokenReused(let operation):
            .init(code: .refusedTokenReused, digest: nil, rule: .dcr004, fields: [.operation(operation)])
        case .redirectEncodedTwice(let operation):
            .init(code: .redirectEncodedTwice, digest: nil, rule: .v2Sess003, fields: [.operation(operation)])
        }
    }
}

extension SAMLTransportFault {
    fileprivate var code: ReplayWarning.Code {
        switch self {
        case .encodedTwice: .samlEncodedTwice
        case .wrappedBase64: .samlBase64Wrapped
        case .notNormalized: .samlNotNormalized
        }
    }
}
