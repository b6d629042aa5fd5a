import Documents

/// A television provider as a requestor's configuration lists it (rest-api-v1.md §7.1; row K-29).
public struct MVPD: Hashable, Sendable {
    /// Adobe's id: what further calls must use (row K-25).
    public var id: String
    /// The name shown to users.
    public var displayName: String
    /// The address of its logo.
    public var logoURL: String?
    /// Authentication per requestor (`authPerAggregator`).
    public var isAuthenticationPerRequestor: Bool
    /// True if passive authentication is allowed; absent means true.
    public var isPassiveAuthenticationEnabled: Bool
    /// Platform sign-on is switched on for requestor × MVPD × platform.
    public var enablePlatformServices: Bool
    /// `SUPPORTED`, `PICKER` or absent.
    public var boardingStatus: BoardingStatus?
    /// May be listed in the platform's picker.
    public var displayInPlatformPicker: Bool
    /// The platform's id of this MVPD: Apple's account provider identifier (row K-23).
    public var platformMappingID: String?
    /// SAML attribute names to ask the platform for (row K-52).
    public var requiredMetadataFields: [String]
    /// A Temp Pass rather than a provider.
    public var isTempPass: Bool

    /// The degree to which an MVPD is onboarded at the platform: an open set.
    public struct BoardingStatus: RawRepresentable, Hashable, Sendable {
        /// The value on the wire.
        public var rawValue: String
        /// The status of this value.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Full platform sign-on.
        public static let supported = BoardingStatus(rawValue: "SUPPORTED")
        /// Only listed in the platform's picker; login is Adobe's.
        public static let picker = BoardingStatus(rawValue: "PICKER")
    }

    /// An MVPD with these parts.
    public init(
        id: String,
        displayName: String,
        logoURL: String? = nil,
        isAuthenticationPerRequestor: Bool = false,
        isPassiveAuthenticationEnabled: Bool = true,
        enablePlatformServices: Bool = false,
        boardingStatus: BoardingStatus? = nil,
        displayInPlatformPicker: Bool = false,
        platformMappingID: String? = nil,
        requiredMetadataFields: [String] = [],
        isTempPass: Bool = false
    ) {
        self.id = id
        self.displayName = displayName
        self.logoURL = logoURL
        self.isAuthenticationPerRequestor = isAuthenticationPerRequestor
        self.isPassiveAuthenticationEnabled = isPassiveAuthenticationEnabled
        self.enablePlatformServices = enablePlatformServices
        self.boardingStatus = boardingStatus
        self.displayInPlatformPicker = displayInPlatformPicker
        self.platformMappingID = platformMappingID
        self.requiredMetadataFields = requiredMetadataFields
        self.isTempPass = isTempPass
    }
}

extension MVPD: AnswerPayload {
    init(reading node: AnswerNode) throws(AnswerFailure) {
        let id = try node.required("id")
        self.init(
            id: id,
            displayName: node.string("displayName") ?? id,
            logoURL: node.string("logoUrl"),
            isAuthenticationPerRequestor: node.bool("authPerAggregator") ?? false,
            isPassiveAuthenticationEnabled: node.bool("passiveAuthnEnabled") ?? true,
            enablePlatformServices: node.bool("enablePlatformServices") ?? false,
            boardingStatus: node.string("boardingStatus").map { BoardingStatus(rawValue: $0) },
            displayInPlatformPicker: node.bool("displayInPlatformPicker") ?? false,
            platformMappingID: node.string("platformMappingId"),
            requiredMetadataFields: node.strings("requiredMetadataFields") ?? [],
            // `isTempPass` in JSON, `tempPass` in XML (rest-api-v1.md §7.1).
            isTempPass: node.bool("isTempPass") ?? node.bool("tempPass") ?? false
        )
    }

    func json(_ choices: WireChoices) -> JSONObject {
        .answer([
            ("id", .string(id)), ("displayName", .string(displayName)), ("logoUrl", .text(logoURL)),
            ("authPerAggregator", .bool(isAuthenticationPerRequestor)),
            ("passiveAuthnEnabled", .bool(isPassiveAuthenticationEnabled)),
            ("enablePlatformServices", .bool(enablePlatformServices)),
            ("boardingStatus", .text(boardingStatus?.rawValue)),
            ("displayInPlatformPicker", .bool(displayInPlatformPicker)),
            ("platformMappingId", .text(platformMappingID)),
            ("requiredMetadataFields", requiredMetadataFields.isEmpty ? nil : .texts(requiredMetadataFields)),
            ("isTempPass", isTempPass ? .bool(true) : nil),
        ])
    }

    func xml(_ choices: WireChoices) -> XMLElement {
        .answer(
            "mvpd",
            [
                .leaf("id", id), .leaf("displayName", displayName), .leaf("logoUrl", logoURL),
                .leaf("authPerAggregator", String(isAuthenticationPerRequestor)),
                .leaf("passiveAuthnEnabled", String(isPassiveAuthenticationEnabled)),
                .leaf("enablePlatformServices", String(enablePlatformServices)),
                .leaf("boardingStatus", boardingStatus?.rawValue),
                .leaf("displayInPlatformPicker", String(displayInPlatformPicker)),
                .leaf("platformMappingId", platformMappingID),
            ] + XMLElement.list("requiredMetadataFields", requiredMetadataFields, choices.listEncoding)
                + [.leaf("tempPass", isTempPass ? "true" : nil)]
        )
    }
}
