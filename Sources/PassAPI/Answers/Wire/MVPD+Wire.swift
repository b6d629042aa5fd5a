import Documents

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
