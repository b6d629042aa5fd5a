import Documents
import SubscriberAccount
import VirtualTime

/// The keys of each object in a VSA log, by Apple's Swift names.
enum VSALogKeys {
    /// The options of `checkAccessStatus`.
    struct CheckOptions {
        /// True if the system may ask the user; absent means no.
        var prompt = false
    }

    static var checkOptions: [VSALogKey<CheckOptions>] { [VSALogKey("prompt", \.prompt)] }

    /// Source: video-subscriber-account.md §4.
    static var request: [VSALogKey<AccountMetadataRequest>] {
        [
            VSALogKey("channelIdentifier", \.channelIdentifier),
            VSALogKey("includeAccountProviderIdentifier", \.includeAccountProviderIdentifier),
            VSALogKey("includeAuthenticationExpirationDate", \.includeAuthenticationExpirationDate),
            VSALogKey("isInterruptionAllowed", \.isInterruptionAllowed),
            VSALogKey("forceAuthentication", \.forceAuthentication, always: false),
            VSALogKey("supportedAccountProviderIdentifiers", \.supportedAccountProviderIdentifiers),
            VSALogKey("featuredAccountProviderIdentifiers", \.featuredAccountProviderIdentifiers),
            VSALogKey("attributeNames", \.attributeNames),
            VSALogKey("verificationToken", \.verificationToken),
            VSALogKey("localizedVideoTitle", \.localizedVideoTitle),
            VSALogKey("supportedAuthenticationSchemes", \.supportedAuthenticationSchemes),
            VSALogKey("accountProviderAuthenticationToken", \.accountProviderAuthenticationToken),
            VSALogKey("applicationAccountProviders") { (request, cursor) throws(ImportFault) in
                request.applicationAccountProviders = try applicationProviders(&cursor)
            } write: {
                $0.applicationAccountProviders.map { .array($0.map(json)) }
            },
        ]
    }

    /// An entry of `applicationAccountProviders`, which has them all.
    ///
    /// Source: video-subscriber-account.md §4.
    static var applicationProvider: [VSALogKey<AccountApplicationProvider>] {
        [
            VSALogKey("localizedDisplayName", \.localizedDisplayName),
            VSALogKey("identifier", \.identifier),
        ]
    }

    private static var emptyProvider: AccountApplicationProvider {
        AccountApplicationProvider(localizedDisplayName: "", identifier: "")
    }

    /// Source: video-subscriber-account.md §5.
    static var metadata: [VSALogKey<AccountMetadata>] {
        [
            VSALogKey("accountProviderIdentifier", \.accountProviderIdentifier),
            VSALogKey("authenticationExpirationDate") { (metadata, cursor) throws(ImportFault) in
                metadata.authenticationExpirationDate = cursor.kind == .null ? nil : try cursor.instant().0
                if metadata.authenticationExpirationDate == nil { try cursor.skip() }
            } write: {
                $0.authenticationExpirationDate.map { .string($0.description) }
            },
            VSALogKey("verificationData") { (metadata, cursor) throws(ImportFault) in
                metadata.verificationData = cursor.kind == .null ? nil : try cursor.base64()
            } write: {
                $0.verificationData.map { .string(Base64.encode($0)) }
            },
            VSALogKey("samlAttributeQueryResponse", \.samlAttributeQueryResponse),
            VSALogKey("accountProviderResponse") { (metadata, cursor) throws(ImportFault) in
                metadata.accountProviderResponse = cursor.kind == .null ? nil : try response(cursor)
            } write: {
                $0.accountProviderResponse.map { .object(object(for: $0, providerResponse, emptyResponse, [])) }
            },
        ]
    }

    /// A response of which only what must be there is missing.
    static var emptyResponse: AccountProviderResponse { AccountProviderResponse(authenticationScheme: "") }

    /// Source: video-subscriber-account.md §6.
    static var providerResponse: [VSALogKey<AccountProviderResponse>] {
        [
            VSALogKey("authenticationScheme", \.authenticationScheme),
            VSALogKey("status", \.status),
            VSALogKey("body", \.body),
        ]
    }

    /// Source: video-subscriber-account.md §7.
    static var error: [VSALogKey<AccountError>] {
        [
            VSALogKey("domain", \.domain),
            VSALogKey("code") { (error, cursor) throws(ImportFault) in
                error.code = try cursor.integer()
            } write: {
                .number(JSONNumber($0.code))
            },
            VSALogKey("userInfo") { (error, cursor) throws(ImportFault) in
                error.userInfo = cursor.kind == .null ? [] : try userInfo(&cursor)
            } write: {
                .object(JSONObject($0.userInfo.map { JSONMember($0.key, json($0)) }))
            },
        ]
    }
}

// MARK: Whole objects

extension VSALogKeys {
    /// The object that comes next, with notes of what its values do not hold.
    static func read<Root>(
        _ cursor: ImportCursor,
        _ keys: [VSALogKey<Root>],
        _ empty: Root,
        _ place: VSALogNote.Place,
        _ notes: inout [VSALogNote]
    ) throws(ImportFault) -> Root {
        var cursor = cursor
        let object = try ImportObject(&cursor)
        if place == .error { _ = try object.required("code") }
        if place == .providerResponse { _ = try object.required("authenticationScheme") }
        var root = empty
        for key in keys {
            guard var value = object.cursor(key.name) else { continue }
            try key.read(&root, &value)
        }
        let original = try object.json()
        let plain = Self.object(for: root, keys, empty, [])
        for member in original.members where member.value != plain[member.key] {
            // What differs within the provider's response is noted there.
            if place == .metadata, member.$key == "accountProviderResponse", member.value.object != nil {
                continue
            }
            notes.append(VSALogNote(place, member.key, json: member.value.serialized))
        }
        for member in plain.members where original[member.key] == nil {
            notes.append(VSALogNote(place, member.key, json: nil))
        }
        return root
    }

    /// The object of `root`, with those of `notes` that still say the same.
    static func object<Root>(
        for root: Root,
        _ keys: [VSALogKey<Root>],
        _ empty: Root,
        _ notes: [VSALogNote]
    ) -> JSONObject {
        var object = JSONObject()
        for key in keys {
            let plain = key.write(root)
            guard let note = notes.first(where: { ExactText($0.key) == key.name }) else {
                object[key.name] = plain
                continue
            }
            var noted = empty
            var value: JSONValue?
            if let text = note.json.map({ Array($0.utf8) }) {
                var cursor = ImportCursor(text, limits: .default)
                if (try? key.read(&noted, &cursor)) != nil { value = try? JSONValue(parsing: text) }
            }
            object[key.name] = key.write(noted) == plain ? value : plain
        }
        let unknown = notes.filter { note in !keys.contains { ExactText($0.name) == note.key } }
        object.assign(unknown.map { ($0.key, $0.value) })
        return object
    }
}

// MARK: Parts

extension VSALogKeys {
    private static func response(_ cursor: ImportCursor) throws(ImportFault) -> AccountProviderResponse {
        var notes: [VSALogNote] = []
        return try read(cursor, providerResponse, emptyResponse, .providerResponse, &notes)
    }

    private static func applicationProviders(
        _ cursor: inout ImportCursor
    ) throws(ImportFault) -> [AccountApplicationProvider]? {
        if cursor.kind == .null { return nil }
        var providers: [AccountApplicationProvider] = []
        try cursor.beginArray()
        while try cursor.nextElement() {
            let object = try ImportObject(&cursor)
            var provider = emptyProvider
            for key in applicationProvider {
                var value = try object.required(key.name)
                try key.read(&provider, &value)
            }
            providers.append(provider)
        }
        return providers
    }

    private static func json(_ provider: AccountApplicationProvider) -> JSONValue {
        .object(object(for: provider, applicationProvider, emptyProvider, []))
    }

    private static func userInfo(_ cursor: inout ImportCursor) throws(ImportFault) -> [AccountError.UserInfoEntry] {
        var entries: [AccountError.UserInfoEntry] = []
        try cursor.beginObject()
        while let key = try cursor.nextKey() {
            switch try cursor.value() {
            case .string(let text): entries.append(.init(key, text))
            case let value: entries.append(.init(key, value.serialized, isString: false))
            }
        }
        return entries
    }

    private static func json(_ entry: AccountError.UserInfoEntry) -> JSONValue {
        if entry.isString { return .string(entry.value) }
        return (try? JSONValue(parsing: Array(entry.value.utf8))) ?? .string(entry.value)
    }
}

extension VSALogNote {
    /// The value that it gives for the member; nil if the member is not there.
    var value: JSONValue? { json.flatMap { try? JSONValue(parsing: Array($0.utf8)) } }
}
