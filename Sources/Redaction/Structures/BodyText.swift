/// Bodies: what they are is told by their type and their first byte.
enum BodyText {
    static func redact(
        _ body: [UInt8],
        type: ArraySlice<UInt8>,
        isRequest: Bool,
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) -> [UInt8]? {
        let part: RecordingPart = isRequest ? .requestBody : .responseBody
        leaves.enter(part, [])
        if type.startsIgnoringCase(with: "multipart/"), let boundary = MultipartText.boundary(of: type, body) {
            return MultipartText.redact(body[...], boundary, scope, &leaves)
        }
        let content = body[...].content
        guard let first = content.first else { return nil }
        if first != 0x3C, first != 0x7B, first != 0x5B,
            type.startsIgnoringCase(with: "application/x-www-form-urlencoded") || FormText.looksLikeForm(content)
        {
            let changed = FormText.redact(content, scope, isRequest ? .requestForm : part, &leaves)
            return Values.within(body[...], content, changed)
        }
        // A body that is neither text nor structure is left to the search for known secrets.
        if type.startsIgnoringCase(with: "image/") || type.startsIgnoringCase(with: "video/") { return nil }
        if let everything = scope.everything, isRequest, first != 0x3C, first != 0x7B, first != 0x5B {
            return Values.secret(body[...], everything, scope.kind, name: [], scope, &leaves)
        }
        return Values.open(body[...], scope, &leaves)
    }
}
