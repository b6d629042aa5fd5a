import SubscriberAccount

/// The first pass through an account response: what the platform says about a person.
enum AccountWalk {
    static func redact(_ response: AccountResponse, _ leaves: inout some SecretLeaves) -> AccountResponse {
        var result = response
        if case .enqueue(let request) = response.question {
            leaves.enter(.accountRequest, ArraySlice("verificationToken".utf8))
            var changed = request
            changed.verificationToken = request.verificationToken.map { open($0, &leaves) }
            result.question = .enqueue(changed)
        }
        switch response.answer {
        case .accessStatus(let status, let error):
            result.answer = .accessStatus(status, error.map { redact($0, &leaves) })
        case .metadata(let metadata, let error):
            result.answer = .metadata(metadata.map { redact($0, &leaves) }, error.map { redact($0, &leaves) })
        }
        for index in result.logNotes.indices {
            guard let json = result.logNotes[index].json else { continue }
            // What the log says of a key that no value holds: opened like any JSON of unknown meaning.
            leaves.enter(.accountRequest, ArraySlice(result.logNotes[index].key.utf8))
            result.logNotes[index].json = open(json, &leaves)
        }
        return result
    }

    private static func redact(_ metadata: AccountMetadata, _ leaves: inout some SecretLeaves) -> AccountMetadata {
        var result = metadata
        if let identifier = metadata.accountProviderIdentifier { leaves.identity(ArraySlice(identifier.utf8)) }
        result.samlAttributeQueryResponse = metadata.samlAttributeQueryResponse.map {
            secret($0, .samlContent, "samlAttributeQueryResponse", &leaves)
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
            secret($0, .samlContent, "body", &leaves)
        }
        return result
    }

    private static func redact(_ error: AccountError, _ leaves: inout some SecretLeaves) -> AccountError {
        var result = error
        for index in result.userInfo.indices {
            let entry = result.userInfo[index]
            let name = ArraySlice(entry.key.utf8)
            leaves.enter(.accountError, name)
            let value = ArraySlice(entry.value.utf8)
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
        _ name: String,
        _ leaves: inout some SecretLeaves
    ) -> String {
        leaves.enter(.accountMetadata, ArraySlice(name.utf8))
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
