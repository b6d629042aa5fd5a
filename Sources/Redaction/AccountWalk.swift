import Documents
import SubscriberAccount

/// The first pass through an account response: what the platform says about a person.
enum AccountWalk {
    static func redact(_ response: AccountResponse, _ leaves: inout some SecretLeaves) -> AccountResponse {
        var result = response
        if case .enqueue(let request) = response.question {
            for identifier in identifiers(in: request) { leaves.identity(ArraySlice(identifier.utf8)) }
            leaves.enter(.accountRequest, ArraySlice("verificationToken".utf8))
            var changed = request
            changed.verificationToken = request.verificationToken.map { open($0, &leaves) }
            changed.accountProviderAuthenticationToken = request.accountProviderAuthenticationToken.map {
                secret($0, .accessToken, .accountRequest, "accountProviderAuthenticationToken", &leaves)
            }
            result.question = .enqueue(changed)
        }
        switch response.answer {
        case .accessStatus(let status, let error):
            result.answer = .accessStatus(status, error.map { redact($0, &leaves) })
        case .metadata(let metadata, let error):
            result.answer = .metadata(metadata.map { redact($0, &leaves) }, error.map { redact($0, &leaves) })
        }
        for index in result.logNotes.indices {
            result.logNotes[index] = redact(result.logNotes[index], &leaves)
        }
        return result
    }

    /// What names the channel and providers: no guess may take it for a secret.
    private static func identifiers(in request: AccountMetadataRequest) -> [String] {
        [request.channelIdentifier].compactMap { $0 } + request.supportedAccountProviderIdentifiers
            + request.featuredAccountProviderIdentifiers
            + (request.applicationAccountProviders ?? []).map(\.identifier)
    }

    /// What the log says of a key that no value holds: a member of an object, so that the key's name counts.
    private static func redact(_ note: AccountLogNote, _ leaves: inout some SecretLeaves) -> AccountLogNote {
        guard let json = note.json else { return note }
        ProseText.mark(ArraySlice(json.utf8), part(of: note.place), &leaves)
        leaves.enter(part(of: note.place), ArraySlice(note.key.utf8))
        let before = Array("{\(JSONValue.string(note.key).serialized):".utf8)
        let member = before + Array(json.utf8) + Array("}".utf8)
        guard let changed = JSONText.redact(member[...], Scope(), &leaves) else { return note }
        return AccountLogNote(
            note.place,
            note.key,
            json: String(decoding: changed.dropFirst(before.count).dropLast(), as: UTF8.self)
        )
    }

    private static func part(of place: AccountLogNote.Place) -> RecordingPart {
        switch place {
        case .line, .request: .accountRequest
        case .metadata, .providerResponse: .accountMetadata
        case .error: .accountError
        }
    }

    private static func redact(_ metadata: AccountMetadata, _ leaves: inout some SecretLeaves) -> AccountMetadata {
        var result = metadata
        if let identifier = metadata.accountProviderIdentifier { leaves.identity(ArraySlice(identifier.utf8)) }
        result.samlAttributeQueryResponse = metadata.samlAttributeQueryResponse.map {
            secret($0, .samlContent, .accountMetadata, "samlAttributeQueryResponse", &leaves)
        }
        if let data = metadata.verificationData {
            let name = ArraySlice("verificationData".utf8)
            leaves.enter(.accountMetadata, name)
            result.verificationData =
                Layers.isReadable(data)
                ? Values.secret(data[...], .certain, .signature, name: name, Scope(), &leaves) ?? data
                : leaves.secretData(data, .signature, name: name) ?? data
        }
        result.accountProviderResponse?.status = metadata.accountProviderResponse?.status.map {
            leaves.enter(.accountMetadata, ArraySlice("status".utf8))
            return open($0, &leaves)
        }
        result.accountProviderResponse?.body = metadata.accountProviderResponse?.body.map {
            secret($0, .samlContent, .accountMetadata, "body", &leaves)
        }
        return result
    }

    private static func redact(_ error: AccountError, _ leaves: inout some SecretLeaves) -> AccountError {
        var result = error
        for index in result.userInfo.indices {
            let entry = result.userInfo[index]
            let name = ArraySlice(entry.key.utf8)
            let value = ArraySlice(entry.value.utf8)
            ProseText.mark(value, .accountError, &leaves)
            leaves.enter(.accountError, name)
            guard entry.isString else {
                let member = (name, Scope().treatment(of: name))
                if let changed = JSONText.redact(value, as: member, Scope(), &leaves) {
                    result.userInfo[index].value = String(decoding: changed, as: UTF8.self)
                }
                continue
            }
            let changed =
                NameRules.normalised(entry.key.utf8).contains("response")
                ? Values.secret(value, .certain, .samlContent, name: name, Scope(), &leaves)
                : Values.named(name, value, Scope(), &leaves)
            if let changed { result.userInfo[index].value = String(decoding: changed, as: UTF8.self) }
        }
        return result
    }

    private static func open(_ text: String, _ leaves: inout some SecretLeaves) -> String {
        Values.open(ArraySlice(text.utf8), Scope(), &leaves).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    private static func secret(
        _ text: String,
        _ kind: SecretKind,
        _ part: RecordingPart,
        _ name: String,
        _ leaves: inout some SecretLeaves
    ) -> String {
        leaves.enter(part, ArraySlice(name.utf8))
        let changed = Values.secret(
            ArraySlice(text.utf8),
            .certain,
            kind,
            name: ArraySlice(name.utf8),
            Scope(),
            &leaves
        )
        return changed.map { String(decoding: $0, as: UTF8.self) } ?? text
    }
}
